import { describe, expect, it } from 'vitest'
import { builtInMetrics } from '../registry.ts'
import { outcomeOf } from '../test-support/score.ts'

const huge = 'x '.repeat(15_000_000)
const readers = Object.values(builtInMetrics).filter((metric) => metric.needs.some((field) => field === 'response'))

describe('a text of thirty million characters', () => {
  const compared = readers.filter((metric) => metric.needs.includes('reference')).map((metric) => metric.name)

  it.each(compared)('is refused by %s at once, as response or as reference', (name) => {
    const started = performance.now()
    expect(outcomeOf(name, { response: huge, reference: 'x' })).toBe('NA:context_truncated')
    expect(outcomeOf(name, { response: 'x', reference: huge })).toBe('NA:context_truncated')
    expect(performance.now() - started).toBeLessThan(1000)
  })

  it.each(['refusal', 'citation_presence'])('is refused by %s at once', (name) => {
    expect(outcomeOf(name, { response: huge })).toBe('NA:context_truncated')
  })

  it.each(['k_precision', 'quoted_spans'])('is refused by %s at once, as response or as context', (name) => {
    expect(outcomeOf(name, { response: huge, retrieved_contexts: [{ text: 'x' }] })).toBe('NA:context_truncated')
    expect(outcomeOf(name, { response: '"x y z"', retrieved_contexts: [{ text: huge }] })).toBe('NA:context_truncated')
  })
})
