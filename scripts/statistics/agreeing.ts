import { flipRate } from '../../src/stats/flip-rate.ts'
import { gwetAc1 } from '../../src/stats/gwet-ac1.ts'
import { cohenKappa } from '../../src/stats/kappa.ts'
import { krippendorffAlpha } from '../../src/stats/krippendorff.ts'
import { oneWayIcc } from '../../src/stats/one-way-icc.ts'
import { pabak } from '../../src/stats/pabak.ts'
import { positionBias } from '../../src/stats/position-bias.ts'
import { repeatsForReliability, spearmanBrown } from '../../src/stats/spearman-brown.ts'
import { number, type Section, withBounds } from './section.ts'

/** Both right, only the first, only the second, both wrong. */
const ALMOST_ALL_RIGHT = [
  [118, 5],
  [2, 0],
]
const BALANCED = [
  [40, 9],
  [6, 45],
]
/** Marks 1 to 4 of three people; a gap where one did not mark. */
const MARKS = [
  [4, 4, 3],
  [4, 3, null],
  [1, 2, 1],
  [2, 2, null],
  [3, 4, 4],
  [1, 1, 2],
]
/** Three scores of a judge on each of five answers. */
const REPEATS = [
  [0.9, 0.9, 0.9],
  [0.4, 0.6, 0.5],
  [0.8, 0.8, 0.7],
  [0.2, 0.2, 0.2],
  [0.6, 0.5, 0.6],
]
const icc = oneWayIcc(REPEATS)
const reliability = icc.value ?? 0

/** Eight pairs: the winner with the first answer in front, and with the answers swapped. */
const FIRST: (1 | 2)[] = [1, 1, 1, 2, 1, 2, 1, 1]
const SWAPPED: (1 | 2)[] = [1, 2, 1, 2, 2, 2, 2, 1]
const bias = positionBias({ first: FIRST, swapped: SWAPPED })

/** People and judges, each with themselves and with each other. */
export const agreeing: Section[] = [
  {
    question: 'How well do two people agree?',
    answer: [
      'Raw agreement, Cohen’s kappa (agreement beyond chance), Gwet’s AC1 and the four counts, always together. Where almost all answers are right, kappa falls towards 0 however well the two agree, as chance alone would agree as often; AC1 does not. This is the ceiling: no judge can be held to agree with people more than people agree.',
    ],
    example: 'Two tables of 2 x 2: 118 both right, 5 and 2 split, 0 both wrong; and 40, 9, 6, 45.',
    figures: [
      ['118, 5, 2, 0: raw agreement', number(118 / 125)],
      ['kappa', number(cohenKappa(ALMOST_ALL_RIGHT).value)],
      ['AC1', withBounds(gwetAc1(ALMOST_ALL_RIGHT))],
      ['PABAK (2 x agreement - 1)', number(pabak(ALMOST_ALL_RIGHT).value)],
      ['40, 9, 6, 45: kappa', withBounds(cohenKappa(BALANCED))],
      ['AC1', withBounds(gwetAc1(BALANCED))],
    ],
    source:
      'Cohen 1960; Fleiss, Cohen and Everitt 1969; Gwet 2008; Feinstein and Cicchetti 1990. `stats/kappa.ts`, `gwet-ac1.ts`, `pabak.ts`.',
  },
  {
    question: 'There are more than two graders, marks on a scale, and gaps. What then?',
    answer: [
      'Krippendorff’s alpha: 1 - disagreement seen / disagreement expected. A missing mark is a gap and never a value of its own. On a scale the ordinal form counts 3 against 4 as a smaller disagreement than 1 against 4.',
    ],
    example: 'Six answers marked 1 to 4 by three people, two marks missing.',
    figures: (['nominal', 'ordinal', 'interval'] as const).map((level): [string, string] => [
      `alpha, ${level}`,
      number(krippendorffAlpha(MARKS, level).value),
    ]),
    source: 'Krippendorff 2011. `stats/krippendorff.ts`; for several raters also `fleiss-kappa.ts`, `conger-kappa.ts`.',
  },
  {
    question: 'Does the judge say the same when asked again?',
    answer: [
      'The flip rate is the share of answers whose repeated scores are not all equal. The ICC says which part of the variance is between answers rather than within one; the Spearman-Brown formula turns it into the reliability of a mean of k repeats. Repeats are averaged, and never counted as more answers. A metric cannot correlate with the grades more than the root of the product of both reliabilities.',
    ],
    example: 'Five answers scored three times.',
    figures: [
      ['flip rate', withBounds(flipRate(REPEATS))],
      ['ICC of one score', icc.value === null ? icc.reason : number(icc.value)],
      ['reliability of the mean of three', number(spearmanBrown(reliability, 3).value)],
      ['repeats for a reliability of .99', number(repeatsForReliability(reliability, 0.99).value, 0)],
    ],
    source:
      'Shrout and Fleiss 1979; Spearman 1910; Brown 1910. `stats/one-way-icc.ts`, `flip-rate.ts`, `spearman-brown.ts`.',
  },
  {
    question: 'Does the judge prefer what stands first?',
    answer: [
      'Ask in both orders. Consistency is the share of pairs with the same winner; f counts pairs won by whatever stood first, g by whatever stood second, and a binomial test asks whether f of f + g could be a coin. A judge can be consistent and wrong: consistency is not validity.',
    ],
    example: 'Eight pairs, asked in both orders.',
    figures: [
      ['same winner', withBounds(bias.consistency)],
      ['f : g', `${bias.wonByFirst} : ${bias.wonBySecond}`],
      ['p', number(bias.p)],
    ],
    source: 'Shi et al. 2024 (arXiv 2406.07791). `stats/position-bias.ts`.',
  },
]
