import type { Design } from './design.ts'

/** Two configurations by place; the base is always the first. */
export interface DesignPair {
  a: number
  b: number
  /** Places of the factors that differ. */
  factors: number[]
}

/** The pairs of a design, those that are too many counted. */
export interface DesignPairs {
  /** Exactly one setting differs. */
  attributable: DesignPair[]
  /** Several settings differ, or none. */
  others: DesignPair[]
  left_out: { attributable: number; several_factors: number; equal_settings: number }
}

/** With more attributable pairs than this only those with the base are looked at. */
const MOST_ATTRIBUTABLE = 1_000
/** With more configurations than this pairs that change several settings are only counted. */
const MOST_LISTED = 12

export function designPairs(design: Design, base: number): DesignPairs {
  const pairs: DesignPairs = {
    attributable: [],
    others: [],
    left_out: { attributable: 0, several_factors: 0, equal_settings: 0 },
  }
  const size = design.names.length
  for (let first = 0; first < size; first++) {
    for (let second = first + 1; second < size; second++) {
      const factors = design.differing(first, second)
      const [a, b] = second === base ? [second, first] : [first, second]
      if (factors.length === 1) pairs.attributable.push({ a, b, factors })
      else if (size <= MOST_LISTED) pairs.others.push({ a, b, factors })
      else pairs.left_out[factors.length === 0 ? 'equal_settings' : 'several_factors'] += 1
    }
  }
  if (pairs.attributable.length > MOST_ATTRIBUTABLE) {
    const shown = pairs.attributable.filter(({ a }) => a === base)
    pairs.left_out.attributable = pairs.attributable.length - shown.length
    pairs.attributable = shown
  }
  return pairs
}
