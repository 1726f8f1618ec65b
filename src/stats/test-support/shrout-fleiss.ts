/** Six items rated by four raters. Source: Shrout and Fleiss 1979, table 2 (reference row 18). */
export const SHROUT_FLEISS: readonly (readonly number[])[] = [
  [9, 2, 5, 8],
  [6, 1, 3, 2],
  [8, 4, 6, 8],
  [7, 1, 2, 6],
  [10, 5, 6, 9],
  [6, 2, 4, 7],
]
