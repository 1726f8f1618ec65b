import type { RunMetric } from '../../core/run.ts'
import { type ChanceLevels, chanceLevels } from '../../stats/chance-levels.ts'
import { mean } from '../../stats/mean.ts'
import { aboveChance, saturationFlags } from '../../stats/saturation.ts'
import type { RetrievalRow } from './trust-inputs.ts'
import type { TrustSaturation } from './trust-line.ts'

/** What of a metric decides its saturation. */
export type RetrievalMetric = Pick<RunMetric, 'metric' | 'direction' | 'range' | 'scale' | 'options'>

/** Which chance level belongs to which metric; others have none. */
const LEVEL_OF: Record<string, keyof ChanceLevels> = {
  hit_rate: 'hit',
  recall: 'recall',
  id_context_recall: 'recall',
  precision: 'precision',
  id_context_precision: 'precision',
  map: 'averagePrecisionAtK',
  ndcg: 'ndcg',
  mrr: 'mrr',
}

/**
 * Whether a retrieval metric can still tell configurations apart, and how far it stands above a random ranking of the corpus.
 *
 * Flags as `saturationFlags` has them, over the questions of each configuration with repeats averaged; one flag makes it saturated.
 * Two values are no sign of it where a metric has no others (`hit_rate`).
 * `corpus` is the number of items in the corpus, in the units in which test cases name what is relevant (chunks for ids of
 * chunks, files for sources); without it there are no chance levels. The cut k is the metric's own (`recall@5`), else as many
 * as came back. `chance` is the mean over the rows whose k and number of relevant items are known of what a random ranking would
 * score there, and `above_chance` compares it with the mean score of the same rows: 1 perfect, 0 like chance. Both are null for a
 * metric without a known chance level, and `above_chance` also where chance is perfect already. Every relevant item
 * has the same gain in the chance level of `ndcg`.
 */
export function lineSaturation(
  rows: Iterable<RetrievalRow>,
  { metric, corpus }: { metric: RetrievalMetric; corpus?: number | undefined },
): TrustSaturation {
  const all = [...rows]
  const turned = metric.direction === 'lower_is_better'
  const cut = cutOf(metric)
  const found = all.map((row) => levelsOf(row, cut, corpus))
  const cuts = all.flatMap(({ retrieved }) => cut ?? retrieved ?? [])
  const k = mean(cuts).value
  const chanceHit = mean(found.flatMap((levels) => levels?.hit ?? [])).value
  const best = turned ? metric.range[0] : metric.range[1]
  const isBinary = metric.scale === 'binary'
  const flags = saturationFlags({
    arms: armsOf(all, turned),
    maximum: best === null || metric.direction === 'neutral' ? Number.POSITIVE_INFINITY : turned ? -best : best,
    ...(k === null ? {} : { k }),
    ...(corpus === undefined ? {} : { corpus }),
    ...(chanceHit === null ? {} : { chanceHit }),
  }).filter((flag) => flag !== 'few_values' || !isBinary)
  return { saturated: flags.length > 0, flags, ...chanceOf(metric, all, found) }
}

function chanceOf(
  { metric }: RetrievalMetric,
  rows: readonly RetrievalRow[],
  found: readonly (ChanceLevels | null)[],
): Pick<TrustSaturation, 'chance' | 'above_chance'> {
  const level = LEVEL_OF[metric.split('@')[0] ?? '']
  const none = { chance: null, above_chance: null }
  if (level === undefined) return none
  const known = rows.flatMap((row, place) => {
    const levels = found[place]
    return levels === null || levels === undefined ? [] : [{ value: row.value, chance: levels[level] }]
  })
  const chance = mean(known.map((one) => one.chance)).value
  const observed = mean(known.map(({ value }) => value)).value
  if (chance === null || observed === null) return none
  return { chance, above_chance: aboveChance(observed, Math.min(1, chance)).value }
}

const NOTHING: ChanceLevels = {
  recall: 0,
  hit: 0,
  precision: 0,
  averagePrecision: 0,
  averagePrecisionAtK: 0,
  ndcg: 0,
  mrr: 0,
}

/** null where the sizes are not known or do not fit each other; a list that may be empty earns nothing by chance. */
function levelsOf({ relevant, retrieved }: RetrievalRow, cut: number | null, corpus?: number): ChanceLevels | null {
  const k = cut ?? retrieved
  if (corpus === undefined || relevant === null || k === null) return null
  if (k === 0) return NOTHING
  const levels = chanceLevels({ corpus, relevant, k })
  return levels.hit === null ? null : levels
}

function cutOf({ metric, options }: RetrievalMetric): number | null {
  if (typeof options.k === 'number') return options.k
  const written = /@([1-9]\d*)$/.exec(metric)?.[1]
  return written === undefined ? null : Number(written)
}

/** The mean score of each question under each configuration; null where there is none. */
function armsOf(rows: readonly RetrievalRow[], turned: boolean): (number | null)[][] {
  const questions = [...new Set(rows.map(({ test_case_id }) => test_case_id))]
  const arms = new Map<string, Map<string, number[]>>()
  for (const { configuration, test_case_id, value } of rows) {
    const arm = arms.get(configuration) ?? new Map<string, number[]>()
    arms.set(configuration, arm)
    const values = arm.get(test_case_id)
    if (values === undefined) arm.set(test_case_id, [turned ? -value : value])
    else values.push(turned ? -value : value)
  }
  return Array.from(arms.values(), (arm) => questions.map((question) => mean(arm.get(question) ?? []).value))
}
