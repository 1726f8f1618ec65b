/** What decides how a figure is written. */
export interface NumberKind {
  scale: 'binary' | 'ratio' | 'number'
  unit?: string
}

/**
 * A figure as reports write it: rates with three decimals, milliseconds and tokens without, money with four, other numbers
 * with three (one from 1,000 on). A rate that is not quite 1 or 0 is never written as if it were: `>0.999`, `<0.001`.
 */
export function formatNumber(value: number, kind: NumberKind): string {
  if (kind.scale !== 'number') return formatRate(value)
  return withoutMinusZero(value.toFixed(decimalsOf(value, kind.unit?.toLowerCase())))
}

/** {@link formatNumber} of a rate. */
export function formatRate(value: number): string {
  if (value < 1 && value >= 0.9995) return '>0.999'
  if (value > 0 && value < 0.0005) return '<0.001'
  return withoutMinusZero(value.toFixed(3))
}

function decimalsOf(value: number, unit: string | undefined): number {
  if (unit === 'ms' || unit === 'tokens') return 0
  if (unit === 'usd') return 4
  return Math.abs(value) >= 1000 ? 1 : 3
}

function withoutMinusZero(text: string): string {
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text
}
