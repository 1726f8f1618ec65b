import { randomUUID } from 'node:crypto'

/** Base 36 digits of a time in milliseconds until the year 5188. */
const TIME_DIGITS = 9

/**
 * A name for a new exchange: the time, then 60 random bits. Names of one time lie together, so that a store adds them to the end
 * of its index and not all over it.
 */
export function newExchangeId(now: number = Date.now()): string {
  return `${now.toString(36).padStart(TIME_DIGITS, '0')}-${randomUUID().slice(0, 18)}`
}
