import { bonettPrice } from '../../src/stats/bonett-price.ts'
import { clusteredAuroc } from '../../src/stats/clustered-auroc.ts'
import { delong } from '../../src/stats/delong.ts'
import { gap } from '../../src/stats/gap.ts'
import { hanleyMcNeil } from '../../src/stats/hanley-mcneil.ts'
import { holm } from '../../src/stats/holm.ts'
import { labelPermutation } from '../../src/stats/label-permutation.ts'
import { mcnemar } from '../../src/stats/mcnemar.ts'
import { normalQuantile } from '../../src/stats/normal-quantile.ts'
import { youden } from '../../src/stats/youden.ts'
import { bounds, number, type Section, withBounds } from './section.ts'

/** Scores of six right and seven wrong answers, and the question of each. */
const RIGHT = [0.9, 0.8, 0.8, 0.7, 0.6, 0.4]
const WRONG = [0.8, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1]
const QUESTIONS = [0, 0, 1, 1, 2, 3, 4, 4, 5, 5, 6, 7, 8]
const SCORES = Float64Array.from([...RIGHT, ...WRONG])
const LABELS = Uint8Array.from([...RIGHT.map(() => 1), ...WRONG.map(() => 0)])
const EACH_ALONE = Uint32Array.from(LABELS.keys())
const ANSWERS = `Six right answers score ${RIGHT.join(', ')}, seven wrong ones ${WRONG.join(', ')}.`

const exactP = () => {
  const drawing = labelPermutation({
    metrics: [{ scores: SCORES }],
    labels: LABELS,
    clusters: EACH_ALONE,
    scheme: 'between_clusters',
    replicates: 10_000,
    seed: 1,
  })
  for (;;) {
    const step = drawing.next()
    if (step.done) return step.value.p[0]
  }
}

/** Whether a metric may be believed. */
export const believing: Section[] = [
  {
    question: 'Does this metric tell right answers from wrong ones?',
    answer: [
      'The AUC: of all pairs of a right and a wrong answer, the share in which the right one has the better score; a tie counts half. 0.5 is a coin, 1 is perfect, below 0.5 the metric points the wrong way. It does not depend on the scale of the score, so that a judge between 0.8 and 1 and a count of words compare fairly. The interval is computed on the scale of log odds, so that it stays within 0 and 1; where the AUC is exactly 1 its estimated error would be 0, and an inversion of the Hanley-McNeil variance stands in.',
      'The gap of the two means is shown beside it, in units of the score: a large gap with an AUC near 0.5 means that a few extreme scores make it.',
    ],
    example: ANSWERS,
    figures: [
      ['AUC, DeLong interval on the scale of log odds', withBounds(delong(RIGHT, WRONG))],
      ['its standard error', number(delong(RIGHT, WRONG).low === null ? null : seOf(RIGHT, WRONG), 4)],
      ['gap of the means, Welch interval', gapText()],
      ['all six above all seven: AUC 1, lower end', withBounds(delong([2, 2, 2, 2, 2, 2], [1, 1, 1, 1, 1, 1, 1]))],
    ],
    source:
      'Mann and Whitney 1947; DeLong, DeLong and Clarke-Pearson 1988; Newcombe 2006 for AUC 1. `stats/auroc.ts`, `delong.ts`, `newcombe-auroc.ts`, `gap.ts`.',
  },
  {
    question: 'My answers repeat the same questions. Does that matter?',
    answer: [
      'Yes. Three configurations answering one question are not three independent observations: a hard question drags all three down. The interval is therefore made over clusters (questions, or a tag such as the conversation: `--cluster-by`), and is mostly wider. Below 40 clusters the t distribution takes the place of the normal, and a note says so.',
    ],
    example: 'The same scores, where four pairs of answers belong to one question each.',
    figures: [
      ['every answer for itself', withBounds(clusteredAuroc({ scores: SCORES, labels: LABELS, clusters: EACH_ALONE }))],
      ['clustered by question', withBounds(clusteredAuroc({ scores: SCORES, labels: LABELS, clusters: QUESTIONS }))],
    ],
    source: 'Obuchowski 1997; with one answer a cluster it is DeLong exactly. `stats/clustered-auroc.ts`.',
  },
  {
    question: 'Could that be chance?',
    answer: [
      'p is how often an AUC as far from 0.5 comes about when the grades are dealt out anew at random. Whole questions change places with whole questions, so that what belongs together stays together. With few ways to deal they are all counted; else 10,000 are drawn with a fixed seed, and p = (1 + as extreme) / (1 + drawn).',
      'Many metrics make chance findings: p is corrected over all lines of the table (Holm: the smallest p times the number of lines, the next times one less, and so on). The sharper correction of Westfall and Young over the same permutations stands in the JSON as `p_max`.',
    ],
    example: `${ANSWERS} And four metrics with p .001, .02, .03 and .2.`,
    figures: [
      ['exact p of the example, all 1,716 ways to deal', number(exactP(), 5)],
      [
        'the four after Holm',
        holm([0.001, 0.02, 0.03, 0.2])
          .map((p) => number(p))
          .join(', '),
      ],
    ],
    source:
      'Fisher 1935; Holm 1979; Westfall and Young 1993. `stats/label-permutation.ts`, `holm.ts`, `westfall-young.ts`.',
  },
  {
    question: 'How is the verdict made?',
    answer: [
      '*separates*: the lower end of the interval lies above 0.5 and p after Holm is below .05. *does not separate*: the upper end lies below the bar (`--bar`, 0.7), or the metric is reversed. *undecided*: neither. *too few grades*: fewer than 5 right or wrong, fewer than 6 clusters, or no result could reach p .05. "Undecided" is not "useless": it says that the grades do not tell, and how many more would.',
    ],
    example: 'The half-width of a 95 % interval around an AUC of .8, by how many answers are wrong.',
    figures: [
      [8, 40],
      [24, 24],
      [50, 50],
      [100, 100],
    ].map(([bad = 1, good = 1]): [string, string] => [
      `${bad} wrong, ${good} right`,
      `± ${number(normalQuantile(0.975) * hanleyMcNeil(0.8, good, bad))}`,
    ]),
    source: 'Hanley and McNeil 1982. The class with fewer answers decides. `stats/hanley-mcneil.ts`, `auroc-power.ts`.',
  },
  {
    question: 'From which score on is an answer right?',
    answer: [
      'The cut that maximises Youden’s J = sensitivity + specificity - 1. Chosen and tested on the same answers it flatters itself, so it is chosen on some questions and tested on others (questions are kept whole), and what it gains by flattery is shown as its optimism. No cut is offered below 10 answers of either class, or where the AUC may be 0.5.',
    ],
    example: ANSWERS,
    figures: cutFigures(),
    source: 'Youden 1950. `stats/youden.ts`, `out-of-fold-threshold.ts`.',
  },
  {
    question: 'Which of two configurations got more answers right?',
    answer: [
      'Only questions on which they differ say anything: b that only the first got right, c that only the second did. McNemar’s exact p asks whether b against c could be a coin; the interval of the difference is Bonett and Price’s. With fewer than 6 such questions no p below .05 is possible, and the report says that in place of a p.',
    ],
    example: '100 questions; 12 only the first got right, 3 only the second.',
    figures: [
      ['difference of the shares', number(12 / 100 - 3 / 100)],
      ['interval', bounds(bonettPrice(12, 3, 100))],
      ['exact p', number(mcnemar(12, 3).pExact, 4)],
      ['5 against 0: the smallest p there is', number(mcnemar(5, 0).pExact, 4)],
    ],
    source: 'McNemar 1947; Bonett and Price 2012; Fagerland et al. 2013. `stats/mcnemar.ts`, `bonett-price.ts`.',
  },
]

function seOf(good: number[], bad: number[]): number | null {
  const result = delong(good, bad)
  return 'se' in result ? result.se : null
}

function gapText(): string {
  const { difference, low, high } = gap(RIGHT, WRONG)
  return withBounds({ value: difference, low, high })
}

function cutFigures(): [string, string][] {
  const cut = youden(RIGHT, WRONG)
  if (cut.threshold === null) return [['cut', cut.reason]]
  return [
    ['right from', number(cut.lowestGood, 1)],
    ['finds of the right', number(cut.sensitivity)],
    ['finds of the wrong', number(cut.specificity)],
    ['J within the sample', number(cut.j)],
  ]
}
