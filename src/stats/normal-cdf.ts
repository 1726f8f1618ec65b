const ROOT_2_PI = 2.5066282746310002
const CENTRE_END = 0.67448975
const MIDDLE_END = Math.sqrt(32)

/** Coefficients from the highest power down; `CENTRE` and `TAIL` are in z² and 1/z², `MIDDLE` is in |z|. */
const CENTRE = {
  top: [0.06568233791820745, 2.2352520354606837, 161.02823106855587, 1067.6894854603709, 18154.98125334356],
  bottom: [1, 47.202581904688245, 976.0985517377767, 10260.932208618979, 45507.789335026726],
}
const MIDDLE = {
  top: [
    1.0765576773720192e-8, 0.39894151208813466, 8.883149794388377, 93.50665613217785, 597.2702763948002,
    2494.537585290373, 6848.190450536283, 11602.65143764735, 9842.714838383978,
  ],
  bottom: [
    1, 22.266688044328117, 235.387901782625, 1519.3775994075547, 6485.558298266761, 18615.571640885097,
    34900.952721145979, 38912.00328609327, 19685.429676859992,
  ],
}
const TAIL = {
  top: [
    0.023073441764940174, 0.215898534057957, 0.12740116116024736, 0.022235277870649807, 0.0014216191932278934,
    0.000029112874951168793,
  ],
  bottom: [
    1, 1.284260096144911, 0.4682382124808651, 0.06598813786892856, 0.0037823963320275824, 0.00007297515550839662,
  ],
}

/**
 * P(Z <= z) of a standard normal Z, from 0 to 1; relative error below 1e-15, also in the lower tail (6e-300 at z = -37).
 * For a small upper tail use {@link normalSf}: 1 - normalCdf(z) has lost its digits there.
 * Source: Cody 1969, rational approximations in three ranges of |z|, exp(-z²/2) split so that no digits are lost.
 */
export function normalCdf(z: number): number {
  if (Number.isNaN(z)) throw new RangeError('the normal distribution needs a number, got NaN')
  const size = Math.abs(z)
  if (size <= CENTRE_END) return 0.5 + z * ratio(CENTRE, z * z)
  const tail = tailBeyond(size)
  return z < 0 ? tail : 1 - tail
}

/** P(Z > z) of a standard normal Z = normalCdf(-z), with full relative precision for large z. */
export function normalSf(z: number): number {
  return normalCdf(-z)
}

function tailBeyond(size: number): number {
  if (size > 39) return 0
  const coarse = Math.floor(size * 16) / 16
  const density = Math.exp((-coarse * coarse) / 2) * Math.exp((-(size - coarse) * (size + coarse)) / 2)
  if (size <= MIDDLE_END) return density * ratio(MIDDLE, size)
  const inverse = 1 / (size * size)
  return (density * (1 / ROOT_2_PI - inverse * ratio(TAIL, inverse))) / size
}

function ratio(fraction: { top: number[]; bottom: number[] }, x: number): number {
  return horner(fraction.top, x) / horner(fraction.bottom, x)
}

function horner(coefficients: number[], x: number): number {
  let sum = 0
  for (const coefficient of coefficients) sum = sum * x + coefficient
  return sum
}
