import { judgedItems } from '../analysis/judged-items.ts'
import { RagstoneError } from '../core/errors.ts'
import { canonicalJson } from '../core/hash.ts'
import { suggest } from '../core/nearest.ts'
import type { Run } from '../core/run.ts'
import type { Score, Step } from '../core/score.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { identityOf } from '../pipeline/evaluate.ts'
import type { Models } from '../pipeline/models.ts'
import type { ScoreIdentity, Store, StoredSample } from '../store/store.ts'

/** Cases that are explained when none is named. */
const MOST_CASES = 10
/** A score is low below this. */
const LOW = 0.5

/** What of a run is to be explained, and where it goes. */
export interface Explaining {
  /** Samples that seem to lack exactly the scores to be explained. */
  samples: AsyncIterable<StoredSample>
  /** How many samples there are. */
  total: number
  /** Stores a score whose outcome is as before, with its reasons; any other is left out. */
  store: Pick<Store, 'saveScores'>
  /** Cases that are explained. */
  cases: readonly string[]
  /** How many scores came out otherwise and were left as they were. */
  changed(): number
}

/**
 * Prepares to ask for the reason of every verdict of some cases: those of `ids`, else those with the lowest scores of metrics
 * that ask a judge. Verdicts never change: a score that would come out otherwise stays as it is. Scores that are NA, that were
 * explained before or that no verdict made are passed over. RagstoneError `unknown_case`.
 */
export async function explaining(
  store: Store,
  run: Run,
  ids: readonly string[],
  { metrics, models }: { metrics: readonly ConfiguredMetric[]; models: Models },
): Promise<Explaining> {
  const identities = metrics.map((metric) => identityOf(metric, models))
  const asking = metrics
    .filter(({ definition }) => definition.uses.includes('judge'))
    .map((metric) => identityOf(metric, models))
  const cases = ids.length > 0 ? await knownCases(store, run, ids) : await lowCases(store, run, asking)
  const stored = new Map<string, Score>()
  if (cases.length > 0) {
    for await (const score of store.scores(run.id, { test_case_ids: cases })) {
      if (asking.some((identity) => isOf(score, identity)) && canBeExplained(score)) stored.set(keyOf(score), score)
    }
  }
  let changed = 0
  return {
    cases,
    total: cases.length * run.configurations.length * run.repeats,
    samples:
      cases.length === 0 ? nothing() : lacking(store.samples(run.id, { test_case_ids: cases }), identities, stored),
    store: {
      async saveScores(scores) {
        const explained = scores.flatMap((score) => {
          const before = stored.get(keyOf(score))
          const isSame = before !== undefined && canonicalJson(before.outcome) === canonicalJson(score.outcome)
          if (!isSame) changed += 1
          return isSame ? [{ ...score, steps: withFormer(score.steps, before.steps) }] : []
        })
        if (explained.length > 0) await store.saveScores(explained, { replace: true })
      },
    },
    changed: () => changed,
  }
}

async function* nothing(): AsyncIterable<StoredSample> {}

/** Each sample as if all its scores were made, but for those to be explained. */
async function* lacking(
  samples: AsyncIterable<StoredSample>,
  identities: readonly ScoreIdentity[],
  wanted: ReadonlyMap<string, Score>,
): AsyncIterable<StoredSample> {
  for await (const sample of samples) {
    const scored = identities.filter((identity) => !wanted.has(keyOf({ ...sample.response, ...identity })))
    yield { ...sample, scored }
  }
}

/** Steps as they are now; a question that was answered before stands as it stood, since that was when it was asked. */
function withFormer(steps: readonly Step[], former: readonly Step[]): Step[] {
  return steps.map((step) => {
    const same = (one: Step) => one.kind === 'judge' && one.exchange === step.exchange && one.step === step.step
    return (step.kind === 'judge' && step.exchange !== undefined ? former.find(same) : undefined) ?? step
  })
}

function keyOf(score: Pick<Score, 'configuration' | 'test_case_id' | 'repeat'> & ScoreIdentity): string {
  return [score.configuration, score.test_case_id, score.repeat, score.metric, score.metric_version, score.judge].join(
    '\u0000',
  )
}

function isOf(score: ScoreIdentity, identity: ScoreIdentity): boolean {
  const { metric, metric_version, judge } = identity
  return score.metric === metric && score.metric_version === metric_version && score.judge === judge
}

function canBeExplained({ outcome, steps }: Score): boolean {
  if (outcome.status !== 'scored') return false
  return judgedItems(steps).some(({ step, reason }) => step !== 'verifier' && reason === undefined)
}

async function knownCases(store: Store, run: Run, ids: readonly string[]): Promise<string[]> {
  const known = new Set<string>()
  for await (const { id } of store.testCases(run.id)) known.add(id)
  const unknown = ids.find((id) => !known.has(id))
  if (unknown === undefined) return [...new Set(ids)]
  throw new RagstoneError('unknown_case', `run ${run.id} has no test case "${unknown}"`, {
    hint: suggest(unknown, [...known].slice(0, 1000)),
  })
}

/** The cases with the lowest scores below .5 that verdicts made, the lowest first. */
async function lowCases(store: Store, run: Run, asking: readonly ScoreIdentity[]): Promise<string[]> {
  const lowest = new Map<string, number>()
  for await (const row of store.scoreRows(run.id)) {
    const { outcome, direction, test_case_id: id } = row
    if (outcome.status !== 'scored' || direction !== 'higher_is_better' || outcome.value >= LOW) continue
    if (outcome.grading === undefined) continue
    if (asking.some((identity) => isOf(row, identity))) lowest.set(id, Math.min(outcome.value, lowest.get(id) ?? LOW))
  }
  return [...lowest]
    .sort(([a, v], [b, w]) => v - w || (a < b ? -1 : 1))
    .slice(0, MOST_CASES)
    .map(([id]) => id)
}
