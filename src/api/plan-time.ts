import type { CallKinds } from '../pipeline/plan-tally.ts'
import type { Pace } from './model-memory.ts'
import type { PlannedModel } from './plan-models.ts'

/**
 * Seconds that the calls take at the pace that was measured: calls x mean latency / requests in flight, for words and JSON
 * apart, judge and verifier one after the other. null when a model that is asked was never measured; 0 when none is asked.
 */
export function secondsOf(kinds: CallKinds, models: readonly PlannedModel[]): number | null {
  let seconds = 0
  for (const role of ['judge', 'verifier'] as const) {
    const { word, json } = kinds[role]
    if (word + json === 0) continue
    const model = models.find((one) => one.role === role)
    if (model?.speed === null || model?.speed === undefined) return null
    const { speed, concurrency } = model
    const ms = word * meanMs(speed.word, speed.json) + json * meanMs(speed.json, speed.word)
    seconds += ms / concurrency / 1000
  }
  return seconds
}

/** Of calls of this kind, or of the other kind where none of this was measured. */
function meanMs(own: Pace, other: Pace): number {
  const { calls, ms } = own.calls > 0 ? own : other
  return calls === 0 ? 0 : ms / calls
}
