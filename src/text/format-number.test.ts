import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatNumber, formatRate } from './format-number.ts'

describe('formatNumber', () => {
  it('writes each kind with its decimals', () => {
    expect(formatNumber(0.8125, { scale: 'ratio' })).toBe('0.813')
    expect(formatNumber(812.4, { scale: 'number', unit: 'ms' })).toBe('812')
    expect(formatNumber(812.6, { scale: 'number', unit: 'tokens' })).toBe('813')
    expect(formatNumber(0.00123, { scale: 'number', unit: 'usd' })).toBe('0.0012')
    expect(formatNumber(2.34567, { scale: 'number' })).toBe('2.346')
    expect(formatNumber(12345.678, { scale: 'number' })).toBe('12345.7')
  })

  it('writes 1.000 and 0.000 only for exactly 1 and 0', () => {
    expect([1, 0, 0.99951, 0.9994, 0.0001, 0.0006].map(formatRate)).toEqual([
      '1.000',
      '0.000',
      '>0.999',
      '0.999',
      '<0.001',
      '0.001',
    ])
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (rate) => {
        expect(formatRate(rate) === '1.000').toBe(rate === 1)
        expect(formatRate(rate) === '0.000').toBe(rate === 0)
      }),
    )
  })

  it('never writes a minus before zero', () => {
    expect(formatNumber(-0.0001, { scale: 'number' })).toBe('0.000')
    expect(formatNumber(-0.2, { scale: 'number', unit: 'ms' })).toBe('0')
    expect(formatNumber(-0.2, { scale: 'number' })).toBe('-0.200')
  })
})
