import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe } from 'vitest'
import { outcomeOf } from '../src/metrics/test-support/score.ts'
import { hasMtrag, mtragClusters, mtragLabels, mtragRows } from '../src/stats/test-support/mtrag.ts'
import * as stats from '../src/stats.ts'
import { ROOT } from './support/project.ts'
import { type Row, testRows } from './support/rows.ts'

function times(...runs: readonly (readonly [value: number, count: number])[]): number[] {
  return runs.flatMap(([value, count]) => Array<number>(count).fill(value))
}

/** Rows 37 and 38: grades Y, judge's scores F of the same items, and of the items without a grade. */
const PPI37 = {
  grades: times([1, 12], [0, 5], [1, 1], [0, 2]),
  scores: times([1, 12], [0, 5], [0, 1], [1, 2]),
  scoresOnly: times([1, 150], [0, 50]),
}
const PPI38 = {
  grades: [1, 0, 1, 1, 0, 1, 1, 0, 1, 1],
  scores: [1, 0, 1, 1, 1, 1, 0, 0, 1, 1],
  scoresOnly: times([1, 23], [0, 7]),
}
/** How the package that printed rows 37 and 38 computes. */
const PPI_PY = { convention: 'ppi_py', level: 0.95 } as const

const FILTRATION = [45, 71, 48, 65, 68, 60, 80, 65, 43, 100, 45, 104, 75, 86, 70, 96]
const FACTORS = ['A', 'B', 'C', 'D']

/** Effects by name over the runs of the filtration experiment (standard order) that are kept. */
function filtration(keep: (on: number) => boolean, names: readonly string[]): unknown[] {
  const runs = FILTRATION.map((rate, run) => ({ rate, levels: FACTORS.map((_, f) => (run >> f) & 1) }))
  const kept = runs.filter(({ levels }) => keep(levels.reduce((sum, one) => sum + one, 0)))
  const result = stats.factorialEffects({
    factors: FACTORS,
    levels: kept.map(({ levels }) => levels),
    scores: kept.map(({ rate }) => [rate]),
  })
  if (result.main === null) return []
  const effects = [...result.main, ...result.interactions]
  return names.map((name) => effects.find(({ factors }) => factors.join('') === name)?.effect.value)
}

function fields(result: object, ...names: string[]): unknown[] {
  return names.map((name) => (result as Record<string, unknown>)[name])
}

const PLANS: Row[] = [
  {
    ...{ row: 36, name: 'power', expected: [0.8689530277, 22.0210884], within: 5e-8 },
    numbers: () => [
      stats.powerT(1, 20, { samples: 'two' }),
      stats.sampleSizeT(1, { samples: 'two', power: 0.9 }).value,
    ],
  },
  {
    // The printed n is a root of another program, 2e-6 above the one where the power is 0.8.
    ...{ row: 36, name: 'one-sample size', expected: [33.3671312, 34], within: 3e-6 },
    numbers: () => fields(stats.sampleSizeT(0.5, { samples: 'one' }), 'value', 'whole'),
  },
]

const FEW_GRADES: Row[] = [
  {
    ...{ row: 37, name: 'PPI' },
    expected: [
      ...[0.65, 0.106653645, 0.4409626969, 0.8590373031, 0.7, 0.0911729126, 0.5213043749, 0.8786956251],
      ...[0.6915287456, 0.6845764373, 0.0825674452, 0.5227472184, 0.8464056562],
    ],
    numbers: () => [
      ...fields(stats.humanOnlyMean(PPI37, PPI_PY), 'value', 'se', 'low', 'high'),
      ...fields(stats.ppi(PPI37, PPI_PY), 'value', 'se', 'low', 'high'),
      ...fields(stats.ppiPlusPlus(PPI37, PPI_PY), 'lambda', 'value', 'se', 'low', 'high'),
    ],
  },
  {
    ...{ row: 38, name: 'PPI can lose', expected: [0.1449137675, 0.1611302671, 0.1285468423] },
    numbers: () =>
      [stats.humanOnlyMean, stats.ppi, stats.ppiPlusPlus].flatMap((method) => fields(method(PPI38, PPI_PY), 'se')),
  },
  {
    ...{ row: 38, name: 'PPI can lose, weight and value', expected: [0.429, 0.7286], within: 5e-4 },
    numbers: () => fields(stats.ppiPlusPlus(PPI38, PPI_PY), 'lambda', 'value'),
  },
  {
    ...{ row: 39, name: 'Rogan-Gladen with Lang-Reiczigel' },
    expected: [
      ...[0.7142857143, 0.0674550771, 0.5820761927, 0.8464952359],
      ...[0.7201145316, 0.003962721, 0.5842221225, 0.8639323826],
    ],
    numbers() {
      const counts = { passed: 140, judged: 200, good: 50, goodPassed: 45, bad: 50, badFailed: 40 }
      return [
        ...fields(stats.roganGladen(counts), 'value', 'se', 'low', 'high'),
        ...fields(stats.langReiczigel(counts), 'adjusted', 'shift', 'low', 'high'),
      ]
    },
  },
]

const CAUSES: Row[] = [
  {
    ...{
      row: 40,
      name: '2^4 effects',
      expected: [21.625, 3.125, 9.875, 14.625, 0.125, -18.125, 16.625, 2.375, -0.375, -1.125],
    },
    numbers: () => filtration(() => true, ['A', 'B', 'C', 'D', 'AB', 'AC', 'AD', 'BC', 'BD', 'CD']),
  },
  {
    ...{ row: 41, name: 'half fraction', expected: [19, 1.5, 14, 16.5, -1, -18.5, 19] },
    numbers: () => filtration((on) => on % 2 === 0, ['A', 'B', 'C', 'D', 'AB', 'AC', 'AD']),
  },
  {
    ...{ row: 42, name: 'chance in retrieval' },
    expected: [
      ...[0.4166666667, 0.4166666667, 0.2586008899, 0.2457049266, 0.1902777778],
      ...[0.8333333333, 0.9848484848, 0.326000809, 0.4643117756, 0.381024531],
    ],
    numbers: () =>
      [
        { corpus: 12, relevant: 1, k: 5 },
        { corpus: 12, relevant: 2, k: 10 },
      ].flatMap((size) => fields(stats.chanceLevels(size), 'recall', 'hit', 'averagePrecision', 'ndcg', 'mrr')),
  },
]

const trec = join(ROOT, '..', 'shared', 'data', 'trec-eval-fixtures')
const hasTrec = existsSync(trec)

/** One sample a topic: the list by score, ties by document id, both descending. */
function topics() {
  const rows = (file: string) =>
    readFileSync(join(trec, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
  const judged = rows('qrels.test')
  const found = rows('results.test')
  return [...new Set(judged.map(([topic]) => topic))].map((topic) => {
    const relevance = judged
      .filter((row) => row[0] === topic)
      .map(([, , id = '', grade]) => [id, Number(grade)] as const)
    const list = found
      .filter((row) => row[0] === topic)
      .map(([, , id = '', , score]) => ({ id, score: Number(score), text: '' }))
    list.sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
    return { topic, sample: { retrieved_contexts: list, relevance: Object.fromEntries(relevance) } }
  })
}

const TREC: Row[] = [
  {
    ...{ row: 43, name: 'trec_eval, means over three topics', within: 5e-5 },
    expected: [0.1785, 0.3, 0.4064, 0.4021, 0.3016, 0.0317, 0.6667, 0.1981],
    numbers() {
      const names = ['map', 'precision@10', 'mrr', 'ndcg', 'ndcg@10', 'recall@10', 'hit_rate@10', 'bpref']
      const all = topics()
      return names.map((name) => all.reduce((sum, { sample }) => sum + Number(outcomeOf(name, sample)), 0) / all.length)
    },
  },
  {
    ...{ row: 43, name: 'trec_eval, topic 301', expected: [0.0324, 0.1518, 0.1667], within: 5e-5 },
    numbers() {
      const one = topics().find(({ topic }) => topic === '301')?.sample ?? {}
      return ['map', 'ndcg@10', 'mrr'].map((name) => Number(outcomeOf(name, one)))
    },
  },
]

/** Area, gap, and standard error alone, by question and by conversation, of a published metric. */
function published(metric: string): unknown[] {
  const rows = mtragRows()
  const labels = mtragLabels(rows)
  const scores = rows.map((row) => row.published_scores[metric] as number)
  const [question, conversation] = (['question', 'conversation'] as const).map((by) =>
    stats.clusteredAuroc({ scores, labels, clusters: mtragClusters(rows, by) }),
  )
  if (question === undefined || conversation === undefined) return []
  const of = (label: number) => scores.filter((_, item) => labels[item] === label)
  const errors = [...fields(question, 'value', 'seUnclustered', 'se'), ...fields(conversation, 'se')]
  return [...errors, stats.gap(of(1), of(0)).difference]
}

/** Questions whose answer people found faithful (mean above 3 of 4) under one system only, and the exact p. */
function faithful(a: string, b: string): unknown[] {
  const rows = mtragRows()
  const labels = mtragLabels(rows)
  const marks = new Map(rows.map(({ task_id, config }, item) => [`${task_id} ${config}`, labels[item]]))
  const names = [...new Set(rows.map(({ config }) => config))]
  const full = (part: string) => names.find((name) => name.includes(part))
  const only = (x: string, y: string) =>
    [...new Set(rows.map(({ task_id }) => task_id))].filter(
      (task) => marks.get(`${task} ${full(x)}`) === 1 && marks.get(`${task} ${full(y)}`) === 0,
    ).length
  const result = stats.mcnemar(only(a, b), only(b, a))
  return [result.b, result.c, result.pExact]
}

const MTRAG: Row[] = [
  {
    ...{ row: 44, name: 'areas of published metrics on real grades' },
    expected: [
      ...[0.881176562, 0.026298339, 0.034387098, 0.052673275, 0.504229994],
      ...[0.70827173, 0.03744929, 0.040506111, 0.024548252, 0.191571473],
      ...[0.87689674, 0.025775338, 0.027563621, 0.027641959, 0.273254752],
      ...[0.724768501, 0.038039599, 0.032966533, 0.048249898, 0.224536905],
    ],
    numbers: () => ['ragas_faithfulness', 'radbench_llm', 'bert_kprec', 'rougeL'].flatMap(published),
  },
  {
    ...{ row: 45, name: 'human-human alpha', expected: [0.3029608604, 0.5128263185, 0.613690647] },
    numbers() {
      const marks = mtragRows().map(({ human }) => human.faithfulness ?? [])
      return (['nominal', 'ordinal', 'interval'] as const).map((level) => stats.krippendorffAlpha(marks, level).value)
    },
  },
  {
    ...{ row: 46, name: 'human McNemar' },
    expected: [16, 7, 0.0931396484, 2, 12, 0.0129394531, 4, 23, 0.0003107488],
    numbers: () => [
      ...[...faithful('gpt-4o', 'llama'), ...faithful('gpt-4o', 'reference')],
      ...faithful('llama', 'reference'),
    ],
  },
]

describe('reference row 36: how many items', () => testRows(PLANS))
describe('reference rows 37 to 39: few grades, many scores', () => testRows(FEW_GRADES))
describe('reference rows 40 to 42: causes and chance', () => testRows(CAUSES))
describe('reference row 43: trec_eval', () => testRows(TREC, !hasTrec))
describe('reference rows 44 to 46: real data', () => testRows(MTRAG, !hasMtrag))
