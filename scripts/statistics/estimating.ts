import { chanceLevels } from '../../src/stats/chance-levels.ts'
import { clusterRobust } from '../../src/stats/cluster-robust.ts'
import { clusterTotals } from '../../src/stats/cluster-totals.ts'
import { groupSequential } from '../../src/stats/group-sequential.ts'
import { jeffreys } from '../../src/stats/jeffreys.ts'
import { langReiczigel } from '../../src/stats/lang-reiczigel.ts'
import { pairedDifference } from '../../src/stats/paired-difference.ts'
import { humanOnlyMean, ppi, ppiPlusPlus } from '../../src/stats/ppi.ts'
import { signFlip } from '../../src/stats/sign-flip.ts'
import { wilcoxon } from '../../src/stats/wilcoxon.ts'
import { wilson } from '../../src/stats/wilson.ts'
import { bounds, number, type Section, withBounds } from './section.ts'

/** Twenty grades with the judge's verdicts, and 200 verdicts without a grade. */
const GRADES = [...Array(12).fill(1), ...Array(5).fill(0), 1, 0, 0]
const VERDICTS = [...Array(12).fill(1), ...Array(5).fill(0), 0, 1, 1]
const VERDICTS_ONLY = Array.from({ length: 200 }, (_, i) => (i < 150 ? 1 : 0))
const JUDGED = { grades: GRADES, scores: VERDICTS, scoresOnly: VERDICTS_ONLY }
const CALIBRATED = { passed: 140, judged: 200, good: 50, goodPassed: 45, bad: 50, badFailed: 40 }

const A = [0.9, 0.8, 1, 0.5, 0.7, 1, 0.6, 0.4]
const B = [0.7, 0.8, 0.9, 0.5, 0.4, 1, 0.5, 0.6]
const DIFFERENCES = A.map((score, i) => Math.round((score - (B[i] ?? 0)) * 10) / 10)

const flips = signFlip(DIFFERENCES, { seed: 1 })
const ranks = wilcoxon(DIFFERENCES)
const obrien = groupSequential([0.5, 1], { shape: 'obrien_fleming' })
const pocock = groupSequential([0.5, 1], { shape: 'pocock' })

/** How good the system is, and which configuration is better. */
export const estimating: Section[] = [
  {
    question: 'What share of the answers is right, and how sure is that?',
    answer: [
      'Wilson’s interval of k right of n: it stays within 0 and 1, has width also at 0 and n, and holds for small n, where mean ± 1.96 standard errors does not. Where questions repeat, the interval is made over questions (bootstrap over clusters, or the cluster-robust t interval when there are many).',
    ],
    example: '19 right of 38; 20 right of 20; and ten marks of four questions.',
    figures: [
      ['19 of 38', withBounds(wilson(19, 38))],
      ['20 of 20', withBounds(wilson(20, 20))],
      ['20 of 20 by Jeffreys', withBounds(jeffreys(20, 20))],
      [
        '1 1 0, 1 0 0, 1 1 1, 0: clustered',
        withBounds(clusterRobust(clusterTotals([[1, 1, 0], [1, 0, 0], [1, 1, 1], [0]]))),
      ],
    ],
    source:
      'Wilson 1927; Newcombe 1998; Brown, Cai and DasGupta 2001; Liang and Zeger 1986; Bowyer et al. 2025. `stats/wilson.ts`, `jeffreys.ts`, `cluster-bootstrap.ts`, `cluster-robust.ts`.',
  },
  {
    question: 'I graded a few answers and the judge scored all. What is the true rate?',
    answer: [
      'The judge’s mean alone carries its errors. PPI++ adds to it what the grades say of those errors, and trusts the judge only as far as it follows the grades: with weight lambda 0 it is the mean of the grades, with 1 the full correction. It needs grades of answers *drawn at random* (which `grade` records); otherwise no rate is given. Below 30 grades, or where the scores hardly follow the grades, the grades alone are shown.',
    ],
    example:
      'Of 20 graded answers 13 are right; the judge agrees on 17 of the 20; of 200 answers without a grade it calls 150 right.',
    figures: [
      ['the judge alone', number(150 / 200)],
      ['the grades alone', withBounds(humanOnlyMean({ grades: GRADES }))],
      ['the judge in full (PPI)', withBounds(ppi(JUDGED))],
      ['weighted (PPI++)', withBounds(ppiPlusPlus(JUDGED))],
      ['lambda', lambda()],
    ],
    source: 'Angelopoulos et al. 2023 (arXiv 2301.09633 and 2311.01453). `stats/ppi.ts`, `choose-ppi.ts`.',
  },
  {
    question: 'I know the judge’s errors from another set. Can I correct with those?',
    answer: [
      'Yes, when judge, prompts and metric are the same in both: `trust --calibration RUN`. The rate is (q + Sp - 1) / (Se + Sp - 1), q being the judge’s rate, with Lang and Reiczigel’s interval, which counts the uncertainty of Se and Sp too (form: one added success and failure in Se and Sp, shift of the centre as published). Undefined where Se + Sp is not above 1: such a judge says nothing.',
    ],
    example:
      'The judge passes 140 of 200; on the calibration set 45 of 50 right and 40 of 50 wrong answers as people do.',
    figures: [
      ['the judge alone', number(140 / 200)],
      ['corrected', withBounds(langReiczigel(CALIBRATED))],
    ],
    source: 'Rogan and Gladen 1978; Lang and Reiczigel 2014. `stats/rogan-gladen.ts`, `lang-reiczigel.ts`.',
  },
  {
    question: 'Which of two configurations scores higher?',
    answer: [
      'Repeats are averaged first; then the difference within each question, and everything from those differences, so that hard and easy questions cancel. A t interval, and the exact sign-flip test beside it (all ways to give the differences a sign). Wilcoxon’s test is a check on outliers only. "Not worse by more than a margin" is a statement of its own: the lower end of the interval above -margin. Absence of significance is not that.',
    ],
    example: 'Eight questions under A and B.',
    figures: [
      ['mean difference, t interval', withBounds(pairedDifference(A, B))],
      ['sign-flip p, exact', flips.p === null ? flips.reason : number(flips.p)],
      ['Wilcoxon W', 'reason' in ranks ? ranks.reason : number(ranks.w, 1)],
    ],
    source:
      'Student 1908; Fisher 1935; Miller 2024 (arXiv 2411.00640). `stats/paired-difference.ts`, `sign-flip.ts`, `non-inferiority.ts`.',
  },
  {
    question: 'My hit rate is .98. Is retrieval good?',
    answer: [
      'Not if a random ranking would reach it. With N chunks, R of them relevant and the first k looked at, chance levels follow by counting (`trust --corpus-size N`). A retrieval metric is called saturated when k reaches half of the corpus, chance alone hits 80 %, nine questions in ten are at the maximum under every configuration, no question differs between configurations, or there are fewer than three values.',
    ],
    example: '12 chunks, 2 relevant, the first 10 looked at.',
    figures: chanceFigures(),
    source:
      'Hypergeometric counting; checked by enumeration of all rankings. `stats/chance-levels.ts`, `saturation.ts`.',
  },
  {
    question: 'A score says 0.8. How exact is it?',
    answer: [
      'A ratio of k of n claims moves in steps of 1/n: with five claims one verdict is worth 0.2. The band of Wilson shows what k of n can tell, and is called the resolution of the score, never an interval for the system: claims of one answer hang together. With n of 1 or 2 the verdict says as much as the decimal.',
    ],
    example: 'Some claims supported of some.',
    figures: [
      [4, 5],
      [5, 5],
      [12, 12],
    ].map(([k = 0, n = 1]): [string, string] => [`${k} of ${n}`, withBounds(wilson(k, n))]),
    source: 'Wilson 1927. `stats/ratio-resolution.ts`.',
  },
  {
    question: 'May I stop as soon as I see a difference?',
    answer: [
      'Looking again and again makes chance findings. Two looks, at half and at all of the questions, keep the error rate with these bounds on |z|: strict first (O’Brien-Fleming) or equal (Pocock).',
    ],
    example: 'Error rate .05, two looks.',
    figures: [
      ['O’Brien-Fleming', obrien.bounds.map((bound) => number(bound, 6)).join(', then ')],
      ['Pocock', pocock.bounds.map((bound) => number(bound, 6)).join(', then ')],
    ],
    source:
      'O’Brien and Fleming 1979; Pocock 1977; Jennison and Turnbull 2000. `stats/group-sequential.ts`, `curtailment.ts`.',
  },
]

function lambda(): string {
  const result = ppiPlusPlus(JUDGED)
  return 'lambda' in result ? number(result.lambda) : bounds(result)
}

function chanceFigures(): [string, string][] {
  const levels = chanceLevels({ corpus: 12, relevant: 2, k: 10 })
  return [
    ['hit rate by chance', number(levels.hit)],
    ['recall by chance', number(levels.recall)],
    ['an observed hit rate of .98 stands above chance', aboveChanceText(levels.hit)],
  ]
}

function aboveChanceText(chance: number | null): string {
  return chance === null ? 'undefined' : number((0.98 - chance) / (1 - chance))
}
