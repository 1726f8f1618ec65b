import type { itemsToAsk } from '../pipeline/check-judge.ts'
import type { Pace, Speed } from './model-memory.ts'

/** Milliseconds that a call usually takes before anything was measured: one word, and a reply in JSON. */
const USUAL_MS = { local: { word: 2000, json: 15_000 }, remote: { word: 800, json: 3000 } } as const
/** Calls for an item where many are asked in one. */
const CALLS_AN_ITEM = 0.4

const meanOf = ({ calls, ms }: Pace, usual: number) => (calls > 0 ? ms / calls : usual)

/** How long a check takes about, in seconds, without long prompts and concurrency; `measured`: from calls of this model. */
export function secondsForCheck(
  { per_item, batched, again, verifier }: ReturnType<typeof itemsToAsk>,
  about: { speed: Speed | undefined; local: boolean; inFlight: number; asking: 'per_item' | 'batched' },
): { seconds: number; measured: boolean } {
  const { speed, local, inFlight, asking } = about
  const usual = local ? USUAL_MS.local : USUAL_MS.remote
  const word = speed === undefined ? usual.word : meanOf(speed.word, usual.word)
  const json = (speed === undefined ? usual.json : meanOf(speed.json, usual.json)) * CALLS_AN_ITEM
  const ms = (per_item + verifier) * word + batched * json + again * (asking === 'per_item' ? word : json)
  return { seconds: Math.ceil(ms / 1000 / inFlight), measured: speed !== undefined && speed.word.calls > 0 }
}
