import { describe, expect, it } from 'vitest'
import { fakeJudge } from '../../judge/fake.ts'
import { builtInMetrics } from '../registry.ts'
import { embedderOf, judged, outcomeOf } from '../test-support/score.ts'

const huge = 'x '.repeat(15_000_000)
const all = Object.values(builtInMetrics)
const judging = all.filter((metric) => metric.uses.includes('judge')).map((metric) => metric.name)
const readers = all.filter((metric) => metric.uses.length === 0 && metric.needs.includes('response'))

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

  it.each(judging)('is refused by %s at once, whatever holds it, and nobody is asked', async (name) => {
    const judge = await fakeJudge()
    const usual = { user_input: 'x', response: 'x y z', reference: 'z y x', retrieved_contexts: [{ text: 'x' }] }
    const { needs } = builtInMetrics[name] ?? { needs: [] }
    const started = performance.now()
    for (const field of ['user_input', ...needs]) {
      const text = field === 'retrieved_contexts' ? [{ text: huge }] : huge
      const { outcome } = await judged(name, { ...usual, [field]: text }, { judge, embedder: embedderOf({}) })
      expect([field, outcome]).toMatchObject([field, { status: 'na', reason: 'context_truncated' }])
    }
    expect(judge.calls).toEqual([])
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
