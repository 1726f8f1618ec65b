import type { ConcurrencyCheck } from '../core/judge-check.ts'
import type { JudgeModel } from '../judge/judge-model.ts'
import type { Probe } from '../judge/probes/probe.ts'
import { askProbe } from './check-judge-ask.ts'

export interface ConcurrencyOptions {
  /** Opens the judge with so many requests in flight, and a cache of its own: every question is a real call. */
  open(inFlight: number): Promise<JudgeModel>
  probes: readonly Probe[]
  signal: AbortSignal
}

const LEVELS = [1, 2, 4, 8] as const
/** Twice as many requests must do at least so much more in the same time. */
const LEAST_GROWTH = 1.15
const LEAST_PROBES = 3

/** Measures calls a second at 1, 2, 4 and 8 requests in flight, as long as more of them pay. */
export async function checkConcurrency({ open, probes, signal }: ConcurrencyOptions): Promise<ConcurrencyCheck> {
  const measured: ConcurrencyCheck['measured'] = []
  for (const inFlight of LEVELS) {
    if (signal.aborted) return { recommended: null, measured, note: 'interrupted' }
    const speed = await perSecond(await open(inFlight), inFlight, probes, signal)
    if (speed === undefined) {
      return { recommended: recommended(measured), measured, note: `calls failed with ${inFlight} in flight` }
    }
    measured.push({ in_flight: inFlight, per_second: speed })
    if (recommended(measured) !== inFlight) break
  }
  return { recommended: recommended(measured), measured, note: null }
}

/** The last level that was worth it. */
function recommended(measured: ConcurrencyCheck['measured']): number | null {
  let best = measured[0]
  for (const level of measured.slice(1)) {
    if (best === undefined || level.per_second < best.per_second * LEAST_GROWTH) break
    best = level
  }
  return best?.in_flight ?? null
}

async function perSecond(
  model: JudgeModel,
  inFlight: number,
  probes: readonly Probe[],
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const [warm, ...rest] = rotated(probes, inFlight)
    // The first call alone shows that the server answers, and may load the model.
    if (warm === undefined || failures(await askProbe(model, warm)) > 0) return undefined
    const asked = rest.slice(0, Math.max(LEAST_PROBES, 2 * inFlight))
    const before = model.spent().calls
    const started = performance.now()
    const answers = await Promise.all(asked.map((probe) => askProbe(model, probe)))
    const seconds = (performance.now() - started) / 1000
    const calls = model.spent().calls - before
    if (signal.aborted || answers.some((answer) => failures(answer) > 0) || seconds <= 0) return undefined
    return calls / seconds
  } finally {
    await model.close()
  }
}

const NOT_ANSWERED = ['timeout', 'rate_limited', 'budget_exhausted', 'provider_error']

function failures({ items }: Awaited<ReturnType<typeof askProbe>>): number {
  return items.filter(({ failed }) => failed !== null && NOT_ANSWERED.includes(failed)).length
}

/** Other prompts first at each level, so that none finds all of its prompts kept by the server. */
function rotated<T>(all: readonly T[], by: number): T[] {
  const start = all.length === 0 ? 0 : (by * 5) % all.length
  return [...all.slice(start), ...all.slice(0, start)]
}
