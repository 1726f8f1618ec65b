import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CHECK_THRESHOLDS } from './judge-check-advice.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'judges.md'), 'utf8')
const section = page.slice(page.indexOf('## What check-judge says'))

describe('docs/judges.md', () => {
  it('has the thresholds in force', () => {
    const limits = CHECK_THRESHOLDS
    const percent = (share: number) => `${Math.round(100 * share)} %`
    for (const sentence of [
      `more than ${percent(limits.most_format_failures)} of the items got no verdict`,
      `interval ends below ${percent(limits.least_accuracy_high)}`,
      `an AUC of ${String(limits.least_auc).slice(1)} or more`,
      `begins at ${percent(limits.single_accuracy_low)} or above`,
      `at most ${percent(limits.single_format_failures)} unreadable`,
      `at least ${percent(limits.single_stability)} of the verdicts stay`,
      `at most ${percent(limits.single_contradictions)} of the reasons`,
    ]) {
      expect(section.replace(/\s+/g, ' ')).toContain(sentence)
    }
  })
})
