import type { TrustLine } from '../analysis/trust/trust-line.ts'
import type { TrustReport } from '../analysis/trust/trust-report.ts'
import type { Messages } from '../text/catalogue.ts'
import { formatRate } from '../text/format-number.ts'
import type { Cell, Section } from './blocks.ts'
import { figure, pText, signed } from './trust-figures.ts'

/** One row a metric: counts, means, gap, AUC with its interval, p, verdict. */
export function trustTableSection(report: TrustReport, text: Messages): Section {
  const { metrics, replicates } = report
  const classes = `${text.right} / ${text.wrong}`
  const note = metrics.some(({ p_method }) => p_method === 'exact_permutation' || p_method === 'sampled_permutation')
  return {
    title: text.trustTable,
    blocks: [
      {
        kind: 'table',
        header: [
          [text.metric],
          [text.trustVerdict],
          ['AUC', '[95%]'],
          ['p', 'Holm'],
          [text.means, classes],
          [text.gap],
          [text.gradedCount, classes],
        ],
        rows: metrics.map((line) => row(line, report, text)),
      },
      { kind: 'paragraph', text: text.trustNote('95%') },
      ...(note ? [{ kind: 'paragraph', text: text.permutationNote(replicates) } as const] : []),
    ],
  }
}

function row(line: TrustLine, report: TrustReport, text: Messages): Cell[] {
  const { auc, low, high, p_holm, mean_right, mean_wrong, gap, n_right, n_wrong, verdict } = line
  return [
    nameCell(line, report, text),
    [text.verdictNames[verdict]],
    aucCell(auc, low, high),
    [p_holm === null ? '-' : pText(p_holm)],
    [mean_right === null || mean_wrong === null ? '-' : `${figure(mean_right)} / ${figure(mean_wrong)}`],
    [gap === null ? '-' : signed(gap)],
    [`${n_right} / ${n_wrong}`],
  ]
}

/** The AUC, and below it its interval, so that the table stays narrow. */
function aucCell(auc: number | null, low: number | null, high: number | null): string[] {
  if (auc === null) return ['-']
  return low === null || high === null
    ? [formatRate(auc)]
    : [formatRate(auc), `[${formatRate(low)}, ${formatRate(high)}]`]
}

/** The name, and below it how the scores were made. */
function nameCell(line: TrustLine, { baseline }: TrustReport, text: Messages): string[] {
  const about = [
    ...(line.form === null ? [] : [text.formOf[line.form]]),
    ...(line.origin === 'imported' ? [text.fromElsewhere] : []),
    ...(line.metric === baseline ? [text.baselineMark] : []),
    ...(line.direction === 'lower_is_better' ? [text.lowerIsBetter] : []),
  ]
  return [line.metric, ...about]
}
