import type { GradedPair, GraderPair, TrustReport } from '../analysis/trust/trust-report.ts'
import type { Messages } from '../text/catalogue.ts'
import type { ListItem, Section } from './blocks.ts'
import { figure, percent, pText, signed, withInterval } from './trust-figures.ts'

/** Pairs of graders that are shown. */
const MOST_PAIRS = 10

/** How far people agree with each other, which bounds what any metric can reach. */
export function agreementSection({ human, labels }: TrustReport, text: Messages): Section[] {
  if (human === null) {
    const said = labels.graders.length <= 1 ? text.oneGrader : undefined
    return said === undefined ? [] : [{ title: text.agreementTitle, blocks: [{ kind: 'paragraph', text: said }] }]
  }
  const pairs = human.pairs.slice(0, MOST_PAIRS)
  const lines = [
    ...(human.alpha === null ? [] : [text.alphaLine(figure(human.alpha), human.graders.length, human.n)]),
    ...marksLine(human.alpha_marks, text),
  ]
  const rest = human.pairs.length - pairs.length
  return [
    {
      title: text.agreementTitle,
      blocks: [
        {
          kind: 'list',
          items: pairs.map((pair) => graderPairItem(pair, text)),
          ...(rest > 0 ? { rest: text.more(rest) } : {}),
        },
        ...lines.map((line) => ({ kind: 'paragraph', text: line }) as const),
        { kind: 'paragraph', text: text.ceilingNote },
      ],
    },
  ]
}

function marksLine(marks: NonNullable<TrustReport['human']>['alpha_marks'], text: Messages): string[] {
  if (marks === null) return []
  const shown = (value: number | null) => (value === null ? '-' : figure(value))
  return [text.alphaMarksLine(shown(marks.ordinal), shown(marks.nominal), shown(marks.interval))]
}

/** Two graders in words: agreement, kappa and AC1, the four counts, and the paradox of kappa where it is one. */
export function graderPairItem(pair: GraderPair, text: Messages): ListItem {
  const { a, b, n, table, agreement, kappa, ac1, paradox } = pair
  const [[bothRight, onlyA], [onlyB, bothWrong]] = table
  const share = agreement.value === null ? '-' : percent(agreement.value)
  return {
    head: text.labelled(text.agreementPair(a, b, n), text.agreementLine(share, withInterval(kappa), withInterval(ac1))),
    lines: [text.agreementTable(bothRight, onlyA, onlyB, bothWrong, a, b), ...(paradox ? [text.kappaParadox] : [])],
  }
}

/** What the grades alone say of each two configurations on the same questions. */
export function gradedPairSection({ pairs }: TrustReport, text: Messages): Section[] {
  if (pairs.length === 0) return []
  const never = pairs.some(({ p }) => p === null)
  return [
    {
      title: text.pairsTitle,
      blocks: [
        {
          kind: 'table',
          header: [[text.pairColumn], [text.onlyFirst], [text.onlySecond], ['a - b'], ['p']],
          rows: pairs.map((pair) => [
            [`${pair.a} / ${pair.b}`],
            [String(pair.a_only)],
            [String(pair.b_only)],
            [differenceCell(pair)],
            [pair.p === null ? '-' : pText(pair.p)],
          ]),
        },
        { kind: 'paragraph', text: text.pairsNote },
        ...(never ? [{ kind: 'paragraph', text: text.labelled('-', text.pairNever) } as const] : []),
      ],
    },
  ]
}

function differenceCell({ difference: { value, low, high } }: GradedPair): string {
  if (value === null) return '-'
  if (low === null || high === null) return signed(value)
  return `${signed(value)} [${signed(low)}, ${signed(high)}]`
}
