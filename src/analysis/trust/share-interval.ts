import { humanOnlyMean } from '../../stats/ppi.ts'
import { wilson } from '../../stats/wilson.ts'
import { denseClusters } from './dense-clusters.ts'
import type { TrustInterval } from './trust-line.ts'

/**
 * The share of answers of which something holds, 0 .. 1, with a 95 % interval that allows answers to one question to depend on
 * each other.
 *
 * One answer a question: Wilson's interval. Otherwise the cluster-robust interval over questions (CR1, t with one less than
 * the number of questions), put into 0 .. 1; where it has no width since all answers are alike, Wilson's with each question
 * counted once. Undefined without answers.
 */
export function shareInterval(holds: readonly boolean[], questions: readonly string[]): TrustInterval {
  const n = holds.length
  const k = holds.filter(Boolean).length
  const { clusters, count } = denseClusters(questions)
  if (count === n) return wilson(k, n)
  const value = k / n
  if (k === 0 || k === n) return { ...wilson(k === 0 ? 0 : count, count), value }
  const robust = humanOnlyMean({ grades: holds.map(Number), clusters })
  if (robust.low === null) return { value, low: null, high: null, reason: robust.reason }
  return { value, low: Math.max(0, robust.low), high: Math.min(1, robust.high) }
}
