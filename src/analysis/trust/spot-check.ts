import { compareText } from '../../core/compare-text.ts'
import type { Grade } from '../../core/grade.ts'
import type { Score } from '../../core/score.ts'
import { gwetAc1 } from '../../stats/gwet-ac1.ts'
import { cohenKappa } from '../../stats/kappa.ts'
import { judgedItems } from '../judged-items.ts'
import { toInterval } from './human-agreement.ts'
import { shareInterval } from './share-interval.ts'
import type { SpotRow } from './trust-inputs.ts'
import type { Disagreement, SpotCheck } from './trust-report.ts'

/** Disagreements that are listed. */
export const MOST_DISAGREEMENTS = 50

/**
 * A judge's verdicts on correctness against the truth by people: the counts, the share of equal verdicts (its interval allows for
 * answers that share a question), Cohen's kappa and Gwet's AC1 (theirs do not). Undefined figures are null with a reason, also when
 * there are no rows.
 *
 * `listed` are the answers on which the two differ, at most {@link MOST_DISAGREEMENTS}, the judge's surest errors first (the
 * score farthest from .5), then by question, configuration and repeat; `check.disagreements` is to be filled with
 * `disagreementOf` of each. Rules that gave a verdict without asking the judge count like the judge.
 */
export function spotCheck(metric: string, rows: Iterable<SpotRow>): { check: SpotCheck; listed: SpotRow[] } {
  const all = [...rows]
  const count = (right: boolean, judgeRight: boolean) =>
    all.filter((row) => row.right === right && row.judgeRight === judgeRight).length
  const table: SpotCheck['table'] = [
    [count(true, true), count(true, false)],
    [count(false, true), count(false, false)],
  ]
  const differing = all.filter(({ right, judgeRight }) => right !== judgeRight).sort(bySurety)
  const check: SpotCheck = {
    metric,
    n: all.length,
    table,
    agreement: shareInterval(
      all.map(({ right, judgeRight }) => right === judgeRight),
      all.map(({ test_case_id }) => test_case_id),
    ),
    kappa: toInterval(cohenKappa(table)),
    ac1: toInterval(gwetAc1(table)),
    disagreements: [],
    disagreements_total: differing.length,
  }
  return { check, listed: differing.slice(0, MOST_DISAGREEMENTS) }
}

/** What is needed to show both sides of a disagreement: the texts, all grades of the response and the whole score. */
export interface DisagreementDetails {
  user_input: string
  response: string
  grades: readonly Pick<Grade, 'grader' | 'verdict' | 'note'>[]
  score: Pick<Score, 'steps' | 'outcome'>
}

/**
 * One answer on which judge and people differ, with both sides' reasons. `graders` and `notes` are those of all who graded it,
 * by name. The judge's reasons are those that it gave with its verdicts, else what rule decided, by name; where neither
 * is recorded, the arithmetic of the score.
 */
export function disagreementOf(row: SpotRow, details: DisagreementDetails): Disagreement {
  const { configuration, test_case_id, repeat, right, judgeRight, value } = row
  const grades = [...details.grades].sort((a, b) => compareText(a.grader, b.grader))
  return {
    configuration,
    test_case_id,
    repeat,
    user_input: details.user_input,
    response: details.response,
    person: {
      verdict: right ? 'right' : 'wrong',
      graders: [...new Set(grades.map(({ grader }) => grader))],
      notes: grades.flatMap(({ note }) => (note === undefined || note.trim() === '' ? [] : [note])),
    },
    judge: { verdict: judgeRight ? 'right' : 'wrong', value, reasons: reasonsOf(details.score) },
  }
}

/** Rules that tell how a score came about, none that decided it. */
const DESCRIBING_RULES = new Set(['arithmetic', 'explanations', 'verifier', 'imported'])

function reasonsOf({ steps }: Pick<Score, 'steps'>): string[] {
  const items = judgedItems(steps)
  const reasons = items.flatMap(({ reason }) => (reason === undefined || reason.trim() === '' ? [] : [reason]))
  if (reasons.length > 0) return reasons
  const rules = steps.filter(({ kind, step }) => kind === 'rule' && !DESCRIBING_RULES.has(step)).map(({ step }) => step)
  return items.length === 0 ? [...new Set(rules)] : []
}

function bySurety(a: SpotRow, b: SpotRow): number {
  return (
    Math.abs(b.value - 0.5) - Math.abs(a.value - 0.5) ||
    compareText(a.test_case_id, b.test_case_id) ||
    compareText(a.configuration, b.configuration) ||
    a.repeat - b.repeat
  )
}
