import { cochranQ } from '../../stats/cochran-q.ts'
import { holm } from '../../stats/holm.ts'
import { additivities } from './additivity.ts'
import type { AttributedConfiguration, AttributedOutcome, AttributedPair } from './attribute-report.ts'
import { attributedPair } from './attributed-pair.ts'
import { designFinding } from './design-finding.ts'
import { designPairs } from './design-pairs.ts'
import { designAliasing, factorFindings } from './factor-findings.ts'
import { commonScores, type OutcomeData } from './outcome-data.ts'
import { tagFindings } from './tag-findings.ts'

/** What each change did by one outcome; `numberOf` gives the number of a question by its id. */
export function buildAttribute(data: OutcomeData, numberOf: (id: string) => number): AttributedOutcome {
  const { design, base, measured } = data
  const { attributable, others, left_out } = designPairs(design, base)
  const confounded = designAliasing(design)
  const figures = withHolm(attributable.map((pair) => attributedPair(data, pair, numberOf)))
  const rest = others.map((pair) => attributedPair(data, pair, numberOf))
  const sets = additivities(data)
  return {
    by: measured.kind === 'grades' ? 'marks' : measured.name,
    direction: measured.of.direction,
    scale: measured.of.scale,
    unit: measured.of.unit ?? null,
    configurations: configurationsOf(data),
    right_wrong: measured.kind === 'grades' ? rightWrong(data) : null,
    pairs: [...figures, ...rest],
    left_out,
    note: noteOf(figures),
    factors: factorFindings(data, attributable, figures, confounded),
    design: designFinding(data, confounded),
    additivity: sets[0] ?? null,
    additivity_all: sets,
    cochran_q: cochranOf(data),
    tags: tagFindings(data),
  }
}

function withHolm(pairs: readonly AttributedPair[]): AttributedPair[] {
  const tested = pairs.filter(({ p }) => p !== null)
  const adjusted = holm(tested.map(({ p }) => p ?? 1))
  const places = new Map(tested.map((pair, place) => [pair, place]))
  return pairs.map((pair) => {
    const place = places.get(pair)
    return place === undefined ? pair : { ...pair, p_holm: adjusted[place] ?? 1 }
  })
}

function noteOf(pairs: readonly AttributedPair[]): string | null {
  const compared = pairs.filter(({ n }) => n > 0)
  if (compared.length === 0 || !compared.every(({ never_significant }) => never_significant)) return null
  return 'none of these pairs has 6 questions that differ, so no pair can reach p < .05'
}

function configurationsOf({ design, arms, columns, questions }: OutcomeData): AttributedConfiguration[] {
  return design.names.map((configuration, place) => {
    const column = columns[place]
    const values = Array.from(questions, (question) => column?.valueAt(question) ?? Number.NaN).filter(
      (value) => !Number.isNaN(value),
    )
    const total = values.reduce((sum, value) => sum + value, 0)
    return {
      configuration,
      settings: design.settings[place] ?? {},
      value: values.length === 0 ? null : total / values.length,
      n: values.length,
      total,
      coverage: { scored: column?.scored ?? 0, total: arms[place]?.answers ?? 0, na: { ...column?.na } },
    }
  })
}

function rightWrong({ columns, questions }: OutcomeData): [number, number] {
  let right = 0
  let graded = 0
  for (const column of columns) {
    graded += column.scored
    for (const question of questions) right += (column.valueAt(question) || 0) * column.countAt(question)
  }
  // Right answers are whole; their means over repeats are rounded.
  return [Math.round(right), graded - Math.round(right)]
}

function cochranOf(data: OutcomeData): AttributedOutcome['cochran_q'] {
  if (data.clusters !== undefined) return null
  const { scores, n } = commonScores(data, [...data.design.names.keys()])
  if (n === 0 || scores.some((list) => list.some((value) => value !== 0 && value !== 1))) return null
  const found = cochranQ(Array.from({ length: n }, (_, row) => scores.map((list) => list[row] ?? 0)))
  return found.value === null ? null : { value: found.value, df: found.df, p: found.p, n }
}
