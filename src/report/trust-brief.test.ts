import { describe, expect, it } from 'vitest'
import { messages } from '../text/catalogue.ts'
import { sampleTrust, trustLine } from './test-support/sample-trust.ts'
import { trustBriefSection } from './trust-brief.ts'

const brief = (verdict: 'separates' | 'undecided') => {
  const base = { difference: 0.2, low: 0.03, high: 0.4, p: 0.03, n: 40 }
  const metrics = [trustLine({ metric: 'tone', origin: 'imported', verdict, against_baseline: base })]
  return JSON.stringify(trustBriefSection({ ...sampleTrust(), metrics }, messages('en')))
}

describe('what follows from trust', () => {
  it('recommends a metric that beats the baseline when it separates, and not while it is undecided', () => {
    expect(brief('separates')).toContain('Worth asking a model: tone')
    expect(brief('undecided')).toContain('do not build on it yet: tone')
    expect(brief('undecided')).not.toContain('Worth asking')
    expect(brief('undecided')).not.toContain('shown to be better than')
  })
})
