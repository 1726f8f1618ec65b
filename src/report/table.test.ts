import fc from 'fast-check'
import stringWidth from 'string-width'
import { describe, expect, it } from 'vitest'
import type { Cell, Table } from './blocks.ts'
import { renderTable } from './table.ts'

const text = fc.stringMatching(/^[a-z0-9_特休設定，。 ]{1,30}$/)
const cell: fc.Arbitrary<Cell> = fc.array(text, { minLength: 1, maxLength: 3 })
const table: fc.Arbitrary<Table> = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 8 }), fc.boolean())
  .chain(([columns, rows, numeric]) =>
    fc.record({
      kind: fc.constant('table' as const),
      header: fc.array(cell, { minLength: columns, maxLength: columns }),
      rows: fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows }),
      numeric: fc.constant(numeric),
    }),
  )

const letters = (text: string) => [...text.replace(/[\s-]/g, '')].sort().join('')

describe('renderTable', () => {
  it('gives all lines of a block the same width, within that of the terminal', () => {
    fc.assert(
      fc.property(table, fc.integer({ min: 40, max: 120 }), (one, width) => {
        for (const block of renderTable(one, { width })) {
          const widths = new Set(block.map((line) => stringWidth(line)))
          expect(widths.size).toBe(1)
          expect(Math.max(...widths)).toBeLessThanOrEqual(width)
        }
      }),
    )
  })

  it('loses no cell: all characters of all columns are printed', () => {
    fc.assert(
      fc.property(table, (one) => {
        const printed = renderTable(one, { width: 40 })
        const others = [one.header, ...one.rows].map((row) => row.slice(1).flat().join('')).join('')
        const keys = [one.header, ...one.rows].map((row) => (row[0] ?? []).join('')).join('')
        expect(letters(printed.flat().join(''))).toBe(letters(others + keys.repeat(printed.length)))
      }),
    )
  })

  it('has the same rows whatever the number of columns', () => {
    const withMetrics = (count: number): Table => ({
      kind: 'table',
      header: [['configuration'], ...Array.from({ length: count }, (_, i) => [`metric_number_${i}`])],
      rows: ['base', 'other'].map((name) => [[name], ...Array.from({ length: count }, (_, i) => [`0.${i}`])]),
    })
    for (const count of [1, 3, 15]) {
      for (const block of renderTable(withMetrics(count), { width: 60 })) {
        expect(block.map((line) => line.split(' ')[0])).toEqual(['configuration', '-------------', 'base', 'other'])
      }
    }
  })

  it('repeats the first column in every block when it must be cut', () => {
    const cut: Table = {
      kind: 'table',
      header: [['設定'], ['a'.repeat(30)], ['b'.repeat(30)]],
      rows: [[['基本'], ['1'], ['2']]],
    }
    const blocks = renderTable(cut, { width: 60 })
    expect(blocks).toHaveLength(2)
    for (const block of blocks) expect(block[0]).toMatch(/^設定/)
  })

  it('puts numbers on the right', () => {
    const numbers: Table = { kind: 'table', numeric: true, header: [['c'], ['mean']], rows: [[['a'], ['7']]] }
    expect(renderTable(numbers, { width: 40 })[0]?.at(-1)).toBe('a     7')
  })
})
