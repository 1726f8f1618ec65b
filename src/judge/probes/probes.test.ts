import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../core/language.ts'
import { dominantLanguage } from '../../text/language.ts'
import { probesFor } from './by-language.ts'
import { PROBE_KINDS } from './probe.ts'

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

describe('the labelled probe set', () => {
  it('has at least 40 items in English and 40 in Chinese, half of these in each script', () => {
    const counts = countBy(probesFor().flatMap(({ language, items }) => items.map(() => language)))
    expect(counts.en).toBeGreaterThanOrEqual(40)
    expect((counts['zh-Hant'] ?? 0) + (counts['zh-Hans'] ?? 0)).toBeGreaterThanOrEqual(40)
    expect(counts['zh-Hant']).toBe(counts['zh-Hans'])
  })

  it.each(LANGUAGES.flatMap((language) => [false, true].map((quick) => ({ language, quick }))))(
    'has as many items of each class: %j',
    ({ language, quick }) => {
      for (const asks of ['entailment', 'relevance', 'correct'] as const) {
        const probes = probesFor({ language, quick }).filter((probe) => probe.asks === asks)
        const counts = Object.values(countBy(probes.flatMap(({ items }) => items.map(({ gold }) => gold))))
        expect(counts.length, asks).toBe(asks === 'entailment' ? 3 : 2)
        expect(new Set(counts).size, `${asks} ${counts}`).toBe(1)
      }
    },
  )

  it('puts each class at each place of a question, so that the order tells nothing', () => {
    const places = countBy(
      probesFor()
        .filter(({ asks }) => asks === 'entailment')
        .flatMap(({ items }) => items.map(({ gold }, place) => `${gold} ${place}`)),
    )
    expect(Object.keys(places)).toHaveLength(9)
    for (const count of Object.values(places)) expect(count).toBeGreaterThanOrEqual(5)
  })

  it('has unique ids and unique texts', () => {
    const items = probesFor().flatMap(({ items: held }) => held)
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect(new Set(items.map(({ text }) => text)).size).toBe(items.length)
    expect(new Set(probesFor().map(({ id }) => id)).size).toBe(probesFor().length)
  })

  it.each(LANGUAGES)('tests every kind in %s, in texts of that language', (language) => {
    const probes = probesFor({ language })
    expect(new Set(probes.map(({ kind }) => kind))).toEqual(new Set(PROBE_KINDS))
    for (const probe of probes) {
      const material = probe.asks === 'entailment' ? probe.passage : `${probe.user_input}${probe.reference}`
      expect(dominantLanguage([material, ...probe.items.map(({ text }) => text)]), probe.id).toBe(language)
    }
  })
})
