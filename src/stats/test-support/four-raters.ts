const RATERS = [
  [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
  [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
  [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
  [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
] as const

/** Twelve items rated 1 .. 5 by four raters with gaps, items x raters. Source: Krippendorff 2011 (reference row 16). */
export const FOUR_RATERS: readonly (readonly (number | null)[])[] = RATERS[0].map((_, item) =>
  RATERS.map((rater) => rater[item] ?? null),
)
