import { additivityGap } from '../../src/stats/additivity-gap.ts'
import { aliasing } from '../../src/stats/aliasing.ts'
import { brierDecomposition } from '../../src/stats/brier.ts'
import { oneAtATime } from '../../src/stats/one-at-a-time.ts'
import { number, type Section, withBounds } from './section.ts'

/** Scores of six questions: as it was, with each change alone, with both. */
const BASE = [0.4, 0.5, 0.3, 0.6, 0.5, 0.4]
const TOP_K = [0.6, 0.6, 0.4, 0.7, 0.5, 0.6]
const PROMPT = [0.5, 0.4, 0.4, 0.6, 0.7, 0.5]
const BOTH = [0.9, 0.6, 0.6, 0.8, 0.7, 0.9]

const effects = oneAtATime(BASE, [
  { factor: 'top_k', scores: TOP_K },
  { factor: 'prompt', scores: PROMPT },
])
const confounded = aliasing([
  { name: 'top_k', levels: [3, 6, 3, 6] },
  { name: 'reranker', levels: [false, true, false, true] },
  { name: 'prompt', levels: ['plain', 'plain', 'strict', 'strict'] },
])

const FORECASTS = [0.9, 0.8, 0.8, 0.7, 0.6, 0.4, 0.8, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1]
const RIGHT = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
const brier = brierDecomposition(FORECASTS, RIGHT, { bins: 5 })

/** What a change did, and what a probability is worth. */
export const improving: Section[] = [
  {
    question: 'Which single change caused which improvement?',
    answer: [
      'Every effect is a contrast within each question: its score with the change less its score without. One change at a time gives the effect of each change *at the base*. Whether effects add up is seen by one more run with all changes: the additivity gap. Where its interval leaves out 0, the changes help or hinder each other, and shares of the improvement cannot be given to them.',
      'Two settings that changed together in every configuration cannot be told apart by any computation: such factors are named, and no effect is given.',
    ],
    example:
      'Six questions: base, a larger top_k, a stricter prompt, both. And four configurations in which the reranker was on whenever top_k was 6.',
    figures: [
      ...effects.map(({ factor, effect }): [string, string] => [`effect of ${factor}`, withBounds(effect)]),
      ['additivity gap', withBounds(additivityGap({ base: BASE, changes: [TOP_K, PROMPT], all: BOTH }))],
      ['changed together', confounded.changedTogether.map((names) => names.join(' and ')).join('; ') || 'none'],
    ],
    source:
      'Box, Hunter and Hunter 2005; Montgomery 2017. `stats/one-at-a-time.ts`, `factorial-effects.ts`, `additivity-gap.ts`, `aliasing.ts`.',
  },
  {
    question: 'A judge gives .8. Are 80 % of such answers right?',
    answer: [
      'The Brier score is the mean square of (probability - 1 if right, 0 if wrong): 0 is perfect, and saying the base rate always gives `uncertainty`. It splits into reliability (how far the said probabilities are from the shares that came true; 0 is best), resolution (how far those shares differ from the base rate; more is better) and uncertainty. Platt’s and the isotonic curve map scores to probabilities; their Brier scores are measured on questions that had no part in fitting. AUC says whether answers are ranked, not whether .8 means .8.',
    ],
    example: 'The thirteen scores of the first example, read as probabilities, five bins.',
    figures: brierFigures(),
    source:
      'Brier 1950; Murphy 1973; Platt 1999; Zadrozny and Elkan 2002. `stats/brier.ts`, `reliability-curve.ts`, `out-of-fold-calibration.ts`.',
  },
]

function brierFigures(): [string, string][] {
  if (brier.score === null) return [['Brier score', brier.reason]]
  return [
    ['Brier score', number(brier.score)],
    ['reliability', number(brier.reliability)],
    ['resolution', number(brier.resolution)],
    ['uncertainty', number(brier.uncertainty)],
    ['differences within bins', number(brier.withinBinVariance - brier.withinBinCovariance)],
  ]
}
