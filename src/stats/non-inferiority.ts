import type { Interval, NoInterval } from './result.ts'
import { studentTCdf } from './student-t.ts'

/** What an interval of the difference (new - old, higher is better) says about a margin. */
export type NonInferiority =
  | {
      /** `not_worse`: the lower end lies above -margin. `worse`: the upper end lies below it. Else `undecided`. */
      verdict: 'not_worse' | 'worse' | 'undecided'
      /** One-sided p of "worse by the margin or more"; null when the interval comes without a standard error. */
      p: number | null
    }
  | { verdict: null; p: null; reason: string }

/**
 * Is the new configuration at most `margin` worse than the old one? The margin, in score units and positive, has to be stated before
 * the run: chosen after seeing the interval, it decides nothing.
 *
 * A two-sided interval of level L tests at (1-L)/2: 95 % at 2.5 %. p = P(T_df > (value + margin) / se). That a difference is
 * not significant does not show that there is none; this does. Without an interval there is no verdict.
 * Source: Wellek 2010, one-sided inclusion of the confidence interval.
 */
export function nonInferiority(
  difference: (Interval & { se?: number; df?: number }) | NoInterval,
  margin: number,
): NonInferiority {
  if (!(margin > 0 && Number.isFinite(margin))) throw new RangeError(`a margin is a positive number, got ${margin}`)
  if (difference.low === null) return { verdict: null, p: null, reason: difference.reason }
  const { value, low, high, se, df } = difference
  const verdict = low > -margin ? 'not_worse' : high < -margin ? 'worse' : 'undecided'
  return { verdict, p: se === undefined || df === undefined ? null : studentTCdf(-(value + margin) / se, df) }
}
