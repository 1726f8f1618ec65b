import { sameAnswer } from '../compare/answer-texts.ts'
import type { Arm } from '../compare/arm.ts'
import { identicalOf } from '../compare/build-compare.ts'
import { pairedFigures } from '../compare/paired-figures.ts'
import { createQuestionColumn } from '../compare/question-column.ts'
import { worstCase } from '../compare/worst-case.ts'
import { seedOf } from '../interval-of.ts'
import type { AttributedPair } from './attribute-report.ts'
import type { DesignPair } from './design-pairs.ts'
import type { OutcomeData } from './outcome-data.ts'

/** The figures of one pair, before Holm's correction. `numberOf` gives the number of a question by its id. */
export function attributedPair(data: OutcomeData, pair: DesignPair, numberOf: (id: string) => number): AttributedPair {
  const { design, columns, arms, measured, questions, clusters, idOf } = data
  const [a, b] = [design.names[pair.a] ?? '', design.names[pair.b] ?? '']
  const [one, other] = [columns[pair.a] ?? createQuestionColumn(), columns[pair.b] ?? createQuestionColumn()]
  const { figures } = pairedFigures(one, other, {
    direction: measured.of.direction,
    ...{ questions, idOf },
    ...(clusters === undefined ? {} : { clusters }),
    seed: seedOf(data.seed, 'attribute', measured.name, a, b),
  })
  const { value_a: _a, value_b: _b, mcnemar: _forms, no_interval: _none, ...shown } = figures
  const factors = pair.factors.map((place) => design.factors[place]?.factor ?? '')
  const { won, lost } = figures
  return {
    ...{ a, b, factors },
    changed: design.changed(pair.a, pair.b),
    ...shown,
    net: won.length - lost.length,
    p_holm: null,
    attributable: factors.length === 1,
    reason: reasonOf(factors),
    note: figures.never_significant && figures.n > 0 ? neverNote(won.length + lost.length) : null,
    bounds: worstCase(one, other, measured.of.range, { questions, ...(clusters === undefined ? {} : { clusters }) }),
    ...identityOf(arms[pair.a], arms[pair.b], questions),
    ...stagesOf(arms[pair.a], arms[pair.b], won.map(numberOf), lost.map(numberOf)),
  }
}

/** `index and top_k changed together`; null for one change alone. */
function reasonOf(factors: readonly string[]): string | null {
  const last = factors.at(-1)
  if (last === undefined) return 'the settings are equal, so what differs is chance'
  return factors.length === 1 ? null : `${factors.slice(0, -1).join(', ')} and ${last} changed together`
}

function neverNote(n: number): string {
  const differ = n === 1 ? '1 question differs' : `${n} questions differ`
  return `${differ}: with fewer than 6, p cannot fall below .05 whatever they show`
}

function identityOf(a: Arm | undefined, b: Arm | undefined, questions: Uint32Array) {
  const none = { answers: 0, of_answers: 0, retrieved: 0, of_retrieved: 0 }
  const found = a === undefined || b === undefined ? none : identicalOf(a, b, questions)
  return {
    answers_identical: found.answers,
    answers_compared: found.of_answers,
    retrieval_identical: found.retrieved,
    retrieval_compared: found.of_retrieved,
  }
}

function stagesOf(
  a: Arm | undefined,
  b: Arm | undefined,
  won: readonly number[],
  lost: readonly number[],
): Pick<AttributedPair, 'stage' | 'by_stage'> {
  const by_stage = {
    generation: { won: 0, lost: 0 },
    retrieval: { won: 0, lost: 0 },
    unknown: { won: 0, lost: 0 },
  }
  const count = (question: number, side: 'won' | 'lost') => {
    const same = a === undefined || b === undefined ? 'unknown' : sameAnswer(a.texts, b.texts, question, 'retrieved')
    by_stage[same === 'same' ? 'generation' : same === 'different' ? 'retrieval' : 'unknown'][side] += 1
  }
  for (const question of won) count(question, 'won')
  for (const question of lost) count(question, 'lost')
  const some = (part: keyof typeof by_stage) => by_stage[part].won + by_stage[part].lost > 0
  const [generation, retrieval] = [some('generation'), some('retrieval')]
  const stage =
    generation && retrieval
      ? 'both'
      : generation
        ? 'generation'
        : retrieval
          ? 'retrieval'
          : some('unknown')
            ? 'unknown'
            : null
  return { stage: (generation || retrieval) && some('unknown') ? 'unknown' : stage, by_stage }
}
