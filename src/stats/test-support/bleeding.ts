/**
 * 113 patients with a bleeding in the brain: the outcome (1 poor, 0 good) and three scores, each kept as the place of its value among
 * the distinct values, which is all that an area under the ROC curve reads.
 * Source: Turck et al. 2010, Intensive Care Medicine 36(1), 107-115; published with the R package pROC as aSAH.
 */
export const POOR = list(
  '0 0 0 0 1 1 0 1 0 0 1 0 1 1 0 0 1 0 1 1 1 0 1 0 0 0 0 0 0 0 0 0 1 0 0 1 1 0 1 1 0 0 0 0 0 0 0 0 0 1 ' +
    '1 0 0 0 1 0 0 0 1 0 1 0 0 1 1 1 0 1 1 0 1 1 1 1 0 0 0 1 1 0 1 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 ' +
    '1 1 1 1 1 1 0 0 0 1 0 0 0',
)
export const WFNS = list(
  '0 0 0 0 2 1 4 3 0 1 4 1 4 4 0 1 4 1 1 4 1 0 0 0 0 1 0 1 0 0 2 3 1 0 3 4 3 0 3 1 4 4 0 0 1 3 0 0 1 4 ' +
    '4 1 0 1 4 0 1 1 1 0 4 0 0 1 4 1 0 3 4 1 3 3 0 3 0 1 0 3 1 0 1 2 1 3 1 0 3 4 0 0 4 3 1 1 0 0 0 2 0 1 ' +
    '4 1 1 4 4 4 1 3 3 4 0 0 0',
)
export const S100B = list(
  '10 11 7 1 10 7 35 13 15 7 9 7 32 43 1 5 37 1 4 26 6 6 4 8 4 14 4 8 10 16 2 13 30 11 27 28 36 6 48 20 ' +
    '38 34 13 4 31 33 8 5 6 47 39 5 3 10 49 7 11 12 4 3 45 2 6 24 0 6 1 18 42 6 22 43 5 21 5 13 6 10 7 5 ' +
    '8 26 8 23 4 7 25 17 4 2 19 29 7 12 5 11 7 4 1 16 40 11 41 25 46 44 12 35 14 32 12 38 36',
)
export const NDKA = list(
  '0 26 22 41 81 60 7 65 75 8 77 82 4 27 66 85 48 78 96 104 97 103 99 30 9 55 12 10 107 61 34 35 37 83 ' +
    '3 71 89 21 16 24 13 32 64 20 73 100 17 15 57 68 1 29 18 63 108 94 90 38 86 52 40 105 11 47 54 69 79 ' +
    '92 62 33 88 23 106 75 42 44 74 5 32 2 87 80 59 29 46 84 45 6 53 19 36 43 95 25 56 62 101 50 58 28 31 ' +
    '98 51 72 102 49 93 39 70 76 91 14 67',
)

function list(numbers: string): Uint8Array {
  return Uint8Array.from(numbers.split(' '), Number)
}
