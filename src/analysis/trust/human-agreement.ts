import { responseKey } from '../../core/response-key.ts'
import type { Agreement, NoAgreement } from '../../stats/agreement.ts'
import { crossTable } from '../../stats/cross-table.ts'
import { gwetAc1, gwetAc1Ratings } from '../../stats/gwet-ac1.ts'
import { cohenKappa } from '../../stats/kappa.ts'
import { krippendorffAlpha } from '../../stats/krippendorff.ts'
import { pabak } from '../../stats/pabak.ts'
import { wilson } from '../../stats/wilson.ts'
import type { AgreementGrade } from './trust-inputs.ts'
import type { TrustInterval } from './trust-line.ts'
import type { GraderPair, HumanAgreement } from './trust-report.ts'

/** Kappa says little where this share of all verdicts is of one class ... */
const LOPSIDED = 0.8
/** ... two people agree on at least this share of the answers ... */
const AGREE = 0.8
/** ... and kappa is below this all the same. */
const LOW_KAPPA = 0.4

/** Items x graders; null is a gap. */
type Ratings = readonly (readonly (number | null)[])[]

/**
 * How well people agree with each other on whether answers are right.
 *
 * Pairs of graders with at least one answer in common: share of equal verdicts with Wilson's interval, Cohen's kappa, Gwet's AC1,
 * PABAK and the counts. Over all graders, gaps allowed: Krippendorff's alpha and Gwet's AC1 of the verdicts, and alpha of the
 * marks as names, as an order and as a scale of equal steps. Each is 1 for perfect agreement and 0 for what chance gives; null
 * where it is undefined, as alpha is when all verdicts are equal.
 *
 * `alpha_marks` is null without two marks on one answer, and when grades have different bounds `right_above`: such marks are on
 * different scales. Of two grades by one person on one answer the later in order counts.
 * null when no answer has two graders. Assumes that answers are independent; kappa and AC1 have no wider interval for answers
 * that share a question.
 * Source: Cohen 1960; Gwet 2008; Krippendorff 2011; Byrt, Bishop and Carlin 1993.
 */
export function humanAgreement(grades: Iterable<AgreementGrade>): HumanAgreement | null {
  const { graders, verdicts, marks, bounds } = collect(grades)
  const n = countPairable(verdicts)
  if (n === 0) return null
  return {
    graders,
    pairs: pairsOf(graders, verdicts),
    n,
    alpha: krippendorffAlpha(verdicts, 'nominal').value,
    alpha_marks: bounds > 1 || countPairable(marks) === 0 ? null : alphaOf(marks),
    ac1: gwetAc1Ratings(verdicts, { categories: [0, 1] }).value,
  }
}

/**
 * Agreement of two graders from `table[a right, a wrong][b right, b wrong]`. `paradox`: at least 80 % of all verdicts are of one
 * class and the two agree on at least 80 % of the answers, yet kappa is below .4. It is false where kappa is undefined, as for
 * two graders who call everything right.
 */
export function graderPair(a: string, b: string, table: GraderPair['table']): GraderPair {
  const [[both, onlyA], [onlyB, neither]] = table
  const n = both + onlyA + onlyB + neither
  const kappa = cohenKappa(table)
  const share = (2 * both + onlyA + onlyB) / (2 * n)
  const lopsided = Math.max(share, 1 - share) >= LOPSIDED && (both + neither) / n >= AGREE
  return {
    a,
    b,
    n,
    table,
    agreement: wilson(both + neither, n),
    kappa: toInterval(kappa),
    ac1: toInterval(gwetAc1(table)),
    pabak: pabak(table).value,
    paradox: lopsided && kappa.value !== null && kappa.value < LOW_KAPPA,
  }
}

/** An agreement as reports have it. */
export function toInterval(agreement: Agreement | NoAgreement): TrustInterval {
  const { value, low, high } = agreement
  return 'reason' in agreement ? { value, low, high, reason: agreement.reason } : { value, low, high }
}

function collect(grades: Iterable<AgreementGrade>) {
  const answers = new Map<string, Map<string, AgreementGrade>>()
  const names = new Set<string>()
  const bounds = new Set<number>()
  for (const grade of grades) {
    const key = responseKey(grade)
    const own = answers.get(key) ?? new Map<string, AgreementGrade>()
    answers.set(key, own.set(grade.grader, grade))
    names.add(grade.grader)
    if (grade.mark !== undefined && grade.right_above !== undefined) bounds.add(grade.right_above)
  }
  const graders = [...names].sort()
  const ratings = (read: (grade: AgreementGrade) => number | null): Ratings =>
    Array.from(answers.values(), (own) =>
      graders.map((grader) => {
        const grade = own.get(grader)
        return grade === undefined ? null : read(grade)
      }),
    )
  return {
    graders,
    verdicts: ratings(({ verdict }) => (verdict === 'right' ? 1 : 0)),
    marks: ratings(({ mark }) => mark ?? null),
    bounds: bounds.size,
  }
}

function countPairable(ratings: Ratings): number {
  return ratings.filter((item) => item.filter((rating) => rating !== null).length > 1).length
}

function pairsOf(graders: readonly string[], verdicts: Ratings): GraderPair[] {
  const columns = graders.map((_, place) => verdicts.map((item) => item[place] ?? null))
  return graders.flatMap((a, first) =>
    graders.slice(first + 1).flatMap((b, offset) => {
      const own = columns[first] ?? []
      const other = columns[first + 1 + offset] ?? []
      const [right = [], wrong = []] = crossTable(own, other, { categories: [1, 0] }).table
      const table: GraderPair['table'] = [
        [right[0] ?? 0, right[1] ?? 0],
        [wrong[0] ?? 0, wrong[1] ?? 0],
      ]
      return table.flat().every((count) => count === 0) ? [] : [graderPair(a, b, table)]
    }),
  )
}

function alphaOf(marks: Ratings): HumanAgreement['alpha_marks'] {
  const [nominal, ordinal, interval] = (['nominal', 'ordinal', 'interval'] as const).map(
    (measurement) => krippendorffAlpha(marks, measurement).value,
  )
  return { nominal: nominal ?? null, ordinal: ordinal ?? null, interval: interval ?? null }
}
