import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatRate } from '../../text/format-number.ts'
import { calibrationSet } from './calibrated-rate.ts'
import { correctedRate } from './corrected-rate.ts'
import { MOST_SKIPPED } from './rate-choice.ts'
import { rateInput, rateRows } from './test-support/rate-input.ts'
import type { RateInput } from './trust-inputs.ts'

const page = readFileSync(join(import.meta.dirname, '../../../docs/corrected-rates.md'), 'utf8').replace(/\s+/g, ' ')

/** The example of the page. */
const GRADED = [
  ...rateRows(26, true, 1, 'a'),
  ...rateRows(1, true, 0, 'b'),
  ...rateRows(3, false, 1, 'c'),
  ...rateRows(10, false, 0, 'd'),
]
const EXAMPLE = rateInput([...GRADED, ...rateRows(118, null, 1, 'e'), ...rateRows(42, null, 0, 'f')])

/** 60 right answers of which the judge passed 57, and 40 wrong ones of which it failed 31. */
const CALIBRATION = calibrationSet(
  [
    ...Array.from({ length: 60 }, (_, i) => ({ right: true, value: i < 57 ? 1 : 0 })),
    ...Array.from({ length: 40 }, (_, i) => ({ right: false, value: i < 31 ? 0 : 1 })),
  ],
  { lowerIsBetter: false, sameJudge: true },
)

function figures({ value, low, high }: { value: number | null; low: number | null; high: number | null }): string {
  return [value, low, high].map((one) => (one === null ? '-' : formatRate(one))).join(' | ')
}

describe('docs/corrected-rates.md', () => {
  it('has the figures of its example as they are computed', () => {
    const rate = correctedRate(EXAMPLE)
    expect(page).toContain(`| the judge alone | ${formatRate(rate.judge_rate ?? Number.NaN)} | - | - |`)
    expect(page).toContain(`| the grades alone (Wilson) | ${figures(rate.human)} |`)
    expect(page).toContain(`| grades and scores (PPI++) | ${figures(rate)} |`)
    expect(page).toContain(`weight of the scores is ${formatRate(rate.lambda ?? Number.NaN)}`)
    const { low = Number.NaN, high = Number.NaN } = rate.unguarded ?? {}
    expect(page).toContain(`the published interval is ${formatRate(low)} to ${formatRate(high)}`)
    expect(page).toContain(`"${rate.reason}"`)
  })

  it('has the figures of the same run with a calibration set', () => {
    const rate = correctedRate({ ...EXAMPLE, calibration: CALIBRATION })
    expect(page).toContain(`| the judge, put right by the calibration set | ${figures(rate)} |`)
    expect(page).toContain(`"${rate.reason}"`)
  })

  it('has the sentence of every refusal', () => {
    const refused: Partial<RateInput>[] = [
      { rows: rateRows(3, null, 1, 'a') },
      { sampling: 'chosen' },
      { sampling: 'unknown' },
      { runGrew: true },
      { skipped: 20 },
      { calibration: { ...CALIBRATION, sameJudge: false } },
      { calibration: { ...CALIBRATION, goodPassed: 10 } },
      { calibration: CALIBRATION, rows: [...GRADED, ...rateRows(3, null, 7, 'a')] },
    ]
    for (const extra of refused) {
      const { value, reason } = correctedRate({ ...EXAMPLE, ...extra })
      expect(value).toBeNull()
      expect(page).toContain(`| ${reason} |`)
    }
    expect(page).toContain(`more than ${MOST_SKIPPED * 100} %`)
  })
})
