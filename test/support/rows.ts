import { expect, it } from 'vitest'

/** A row of the table of reference numbers: what is computed, and what has to come out. */
export interface Row {
  row: number
  name: string
  numbers: () => readonly unknown[]
  expected: readonly unknown[]
  /** How far a number may lie off, absolutely; 1e-9 for the ten digits that most rows print. */
  within?: number
}

/** One test a row; `skip` for rows whose data set does not lie beside the repository. */
export function testRows(rows: readonly Row[], skip = false): void {
  for (const { row, name, numbers, expected, within = 1e-9 } of rows) {
    it.skipIf(skip)(`row ${row}: ${name}`, () => {
      const found = numbers()
      expect(found).toHaveLength(expected.length)
      expected.forEach((want, place) => {
        const got = found[place]
        if (typeof want !== 'number') expect(got).toEqual(want)
        else {
          expect(got, `number ${place + 1}`).toBeTypeOf('number')
          expect(Math.abs(Number(got) - want), `number ${place + 1}: ${got}`).toBeLessThanOrEqual(within)
        }
      })
    })
  }
}

/** The low and high end of an interval. */
export function ends(interval: { low: number | null; high: number | null }): (number | null)[] {
  return [interval.low, interval.high]
}
