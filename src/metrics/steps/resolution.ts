/** The 0.975 quantile of the standard normal distribution. */
const Z = 1.959963984540054

/**
 * How finely k of n can tell: the 95 % Wilson interval of k / n, from 0 to 1. Two claims tell only 0, .5 and 1 apart, and
 * .5 then stands for anything from .09 to .91. Equals `wilson` of the statistics, which metrics may not ask.
 */
export function resolutionOf(k: number, n: number): [number, number] {
  const centre = (k + (Z * Z) / 2) / (n + Z * Z)
  const half = (Z / (n + Z * Z)) * Math.sqrt((k * (n - k)) / n + (Z * Z) / 4)
  return [k === 0 ? 0 : Math.max(0, centre - half), k === n ? 1 : Math.min(1, centre + half)]
}
