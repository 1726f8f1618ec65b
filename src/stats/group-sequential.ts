import { gaussLegendre, type Quadrature } from './gauss-legendre.ts'
import { normalCdf, normalSf } from './normal-cdf.ts'
import { normalQuantile } from './normal-quantile.ts'

/** What to compare |Z| with at each look so that all looks together keep alpha. */
export interface GroupSequential {
  /** Stop and reject at look k when |Z_k| is at least bounds[k]. */
  bounds: number[]
  /** The same as a two-sided p value at each look. */
  nominal: number[]
  /** The chance, without an effect, of having stopped by each look; the last is alpha. */
  spent: number[]
}

/** Smooth densities of spread s are integrated with about this many nodes for each s. */
const NODES_A_SPREAD = 5
const FEWEST_NODES = 40
const MOST_NODES = 1500

/**
 * Two-sided bounds for looking at the data before all of it is in, at the given shares of the final information
 * (questions answered; ascending, the last 1).
 *
 * `obrien_fleming`: bound_k = C / sqrt(share_k), strict early and near the fixed bound at the end. `pocock`: the same bound
 * C at every look. C is solved for P(|Z_k| >= bound_k at any look) = alpha, Z jointly normal with correlations
 * sqrt(share_j / share_k). Assumes that looks and shares are fixed beforehand and the order of questions is random.
 * Source: O'Brien and Fleming 1979; Pocock 1977; for two halves Jennison and Turnbull's 2.797, 1.977 and 2.178.
 */
export function groupSequential(
  shares: readonly number[],
  options: { shape: 'obrien_fleming' | 'pocock'; alpha?: number },
): GroupSequential {
  const { shape, alpha = 0.05 } = options
  requireShares(shares)
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha lies between 0 and 1, got ${alpha}`)
  const boundsFor = (c: number) => shares.map((share) => (shape === 'pocock' ? c : c / Math.sqrt(share)))
  const excess = (c: number) => sum(crossingChances(boundsFor(c), shares)) - alpha
  const lowest = normalQuantile(1 - alpha / 2)
  const highest = normalQuantile(1 - alpha / (2 * shares.length))
  const bounds = boundsFor(shares.length === 1 ? lowest : root(excess, lowest, highest))
  let spentSoFar = 0
  const spent = crossingChances(bounds, shares).map((chance) => {
    spentSoFar += chance
    return spentSoFar
  })
  return { bounds, nominal: bounds.map((bound) => 2 * normalSf(bound)), spent }
}

/**
 * The chance that |Z_k| first reaches its bound at look k, for each k; their sum is the chance to reject. `drift` is the
 * expected Z at the end of the data (0 without an effect), so that the sum is then the power.
 *
 * Recursive integration of the density of the score Z_k sqrt(share_k) among the paths that have not stopped.
 * Source: Armitage, McPherson and Rowe 1969; Jennison and Turnbull 2000, chapter 19.
 */
export function crossingChances(bounds: readonly number[], shares: readonly number[], drift = 0): number[] {
  requireShares(shares)
  if (bounds.length !== shares.length || !bounds.every((bound) => bound > 0)) {
    throw new RangeError(`every look needs a positive bound, got ${bounds.join(', ')} for ${shares.length} looks`)
  }
  const rule = ruleFor(bounds, shares)
  const chances: number[] = []
  // The paths that go on: places of the score, and the density there times the weight of the place.
  let places = Float64Array.of(0)
  let masses = Float64Array.of(1)
  let before = 0
  for (const [look, share] of shares.entries()) {
    const spread = Math.sqrt(share - before)
    const end = (bounds[look] as number) * Math.sqrt(share)
    const shift = drift * (share - before)
    let chance = 0
    for (const [i, place] of places.entries()) {
      const centre = place + shift
      chance += (masses[i] as number) * (normalCdf((centre - end) / spread) + normalCdf((-end - centre) / spread))
    }
    chances.push(chance)
    const next = step(places, masses, { rule, end, spread, shift })
    places = next.places
    masses = next.masses
    before = share
  }
  return chances
}

function step(
  places: Float64Array,
  masses: Float64Array,
  to: { rule: Quadrature; end: number; spread: number; shift: number },
): { places: Float64Array<ArrayBuffer>; masses: Float64Array<ArrayBuffer> } {
  const { rule, end, spread, shift } = to
  const nextPlaces = Float64Array.from(rule.nodes, (node) => node * end)
  const nextMasses = new Float64Array(nextPlaces.length)
  const scale = end / (spread * Math.sqrt(2 * Math.PI))
  for (let j = 0; j < nextPlaces.length; j++) {
    let density = 0
    for (let i = 0; i < places.length; i++) {
      const z = ((nextPlaces[j] as number) - (places[i] as number) - shift) / spread
      density += (masses[i] as number) * Math.exp((-z * z) / 2)
    }
    nextMasses[j] = density * scale * (rule.weights[j] as number)
  }
  return { places: nextPlaces, masses: nextMasses }
}

function ruleFor(bounds: readonly number[], shares: readonly number[]): Quadrature {
  let widest = 0
  let narrowest = Number.POSITIVE_INFINITY
  for (const [look, share] of shares.entries()) {
    widest = Math.max(widest, 2 * (bounds[look] as number) * Math.sqrt(share))
    narrowest = Math.min(narrowest, Math.sqrt(share - (shares[look - 1] ?? 0)))
  }
  const count = Math.ceil((NODES_A_SPREAD * widest) / narrowest) + FEWEST_NODES
  if (count > MOST_NODES) throw new RangeError('two looks are too close together to tell them apart')
  return gaussLegendre(count)
}

/** The root of a falling function between two ends that hold it: regula falsi with the Illinois correction. */
function root(f: (x: number) => number, low: number, high: number): number {
  let a = { x: low, y: f(low) }
  let b = { x: high, y: f(high) }
  let x = low
  let kept: 'a' | 'b' | null = null
  for (let round = 0; round < 100; round++) {
    const before = x
    x = (a.x * b.y - b.x * a.y) / (b.y - a.y)
    const y = f(x)
    if (Math.abs(y) < 1e-15 || Math.abs(x - before) < 1e-14 * x) return x
    if (y > 0) {
      a = { x, y }
      if (kept === 'b') b = { x: b.x, y: b.y / 2 }
      kept = 'b'
    } else {
      b = { x, y }
      if (kept === 'a') a = { x: a.x, y: a.y / 2 }
      kept = 'a'
    }
  }
  return x
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

function requireShares(shares: readonly number[]): void {
  const ascending = shares.every((share, look) => share > (shares[look - 1] ?? 0))
  if (!(ascending && shares.at(-1) === 1)) {
    throw new RangeError(`shares of information ascend from above 0 to 1, got ${shares.join(', ')}`)
  }
}
