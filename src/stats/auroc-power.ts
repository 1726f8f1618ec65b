import { planningError, requireCounts } from './hanley-mcneil.ts'
import { normalQuantile } from './normal-quantile.ts'
import { requireLevel } from './result.ts'

/**
 * Half the width of the interval that an area under the ROC curve of `auc` will have: z SE with the larger standard error of
 * `hanleyMcNeil` over both ways to name the classes. Divide the counts by the design effect first when items cluster.
 * Source: Hanley and McNeil 1982.
 */
export function aurocHalfWidth(auc: number, good: number, bad: number, options: { level?: number } = {}): number {
  return zOf(options.level) * planningError(auc, good, bad)
}

/**
 * The smallest area that is significantly above 0.5: 0.5 + z sqrt((N+1) / (12 mn)), the variance without separation and
 * without ties. Can pass 1 for few items: then no area is enough.
 * Source: Mann and Whitney 1947 for the variance.
 */
export function significantAuroc(good: number, bad: number, options: { level?: number } = {}): number {
  return 0.5 + zOf(options.level) * nullError(good, bad)
}

/**
 * The smallest true area that comes out significantly above 0.5 with the chance `power` (default 0.8): the A with
 * A - 0.5 = z_a sqrt((N+1)/(12 mn)) + z_b SE(A), SE as in `aurocHalfWidth`. 1 where even a perfect score would not do.
 * Source: Obuchowski and McClish 1997 for the two variances.
 */
export function detectableAuroc(good: number, bad: number, options: { level?: number; power?: number } = {}): number {
  const { level, power = 0.8 } = options
  requireLevel(power)
  const needed = zOf(level) * nullError(good, bad)
  const zPower = normalQuantile(power)
  let low = 0.5
  let high = 1
  for (;;) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) return high
    if (middle - 0.5 < needed + zPower * planningError(middle, good, bad)) low = middle
    else high = middle
  }
}

function nullError(good: number, bad: number): number {
  requireCounts(good, bad)
  return Math.sqrt((good + bad + 1) / (12 * good * bad))
}

function zOf(level = 0.95): number {
  requireLevel(level)
  return normalQuantile(1 - (1 - level) / 2)
}
