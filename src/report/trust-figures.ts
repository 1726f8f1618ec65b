import { formatRate } from '../text/format-number.ts'

/** `0.85 [0.70, 0.93]`, or the value alone; `-` where there is none. */
export function withInterval({ value, low, high }: { value: number | null; low: number | null; high: number | null }) {
  if (value === null) return '-'
  if (low === null || high === null) return formatRate(value)
  return `${formatRate(value)} [${formatRate(low)}, ${formatRate(high)}]`
}

/** A p value; one more digit beside .05, so that what lies below it does not look as if it did not. */
export function pText(p: number): string {
  return Math.abs(p - 0.05) < 0.005 && p !== 0.05 ? p.toFixed(4) : formatRate(p)
}

/** A share in whole percent; one that is not quite nothing or all is never written as if it were. */
export function percent(share: number): string {
  const whole = Math.round(share * 100)
  if (share < 1 && whole === 100) return '>99%'
  if (share > 0 && whole === 0) return '<1%'
  return `${whole}%`
}

/** A score as it is: three decimals, one from 1,000 on. */
export function figure(value: number): string {
  const text = value.toFixed(Math.abs(value) >= 1000 ? 1 : 3)
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text
}

/** {@link figure} with its sign. */
export function signed(value: number): string {
  const text = figure(value)
  return text.startsWith('-') ? text : `+${text}`
}
