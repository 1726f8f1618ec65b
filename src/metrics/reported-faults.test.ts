import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readChunks } from '../core/chunk.ts'
import type { Sample } from '../core/sample.ts'
import { nothingToRead } from './rules/blank-retrieval.ts'
import { outcomeOf, score } from './test-support/score.ts'

const file = join(import.meta.dirname, '../../../shared/cases/reported-faults.jsonl')
const isThere = existsSync(file)

interface Row {
  id: string
  retrieved_contexts: unknown[]
  response: string
  reference?: string
  answerable?: boolean
}

function rowsOf(id: string): Row[] {
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((one) => one.includes(`"id": "${id}"`))
  return (JSON.parse(line ?? '{}') as { input: { rows: Row[] } }).input.rows
}

function sampleOf(row: Row): Partial<Sample> {
  const { response, reference, answerable = true } = row
  const { chunks } = readChunks(row.retrieved_contexts)
  return { response, answerable, retrieved_contexts: chunks, ...(reference === undefined ? {} : { reference }) }
}

describe.skipIf(!isThere)('faults reported of other tools', () => {
  it('bl-13: a list of blank text is an empty retrieval, with a fixed result and no judge', () => {
    for (const row of rowsOf('bl-13')) {
      const sample = sampleOf(row)
      expect(nothingToRead(sample.retrieved_contexts ?? [])).toBe(true)
      for (const metric of ['k_precision', 'text_context_precision', 'text_context_recall', 'hit_rate', 'recall']) {
        const more = { reference_contexts: ['The warranty runs for two years.'], expected_sources: ['warranty.md'] }
        const { outcome, steps } = score(metric, { ...sample, ...more })
        expect([metric, outcome, steps]).toMatchObject([metric, { value: 0 }, [{ kind: 'rule', step: 'no_context' }]])
      }
    }
  })

  it('bl-15: a refusal holds no claims; it is right where there is no answer and wrong where there is one', () => {
    const [unanswerable, answerable] = rowsOf('bl-15').map(sampleOf)
    if (unanswerable === undefined || answerable === undefined) throw new Error('the case has two rows')
    expect(score('refusal', unanswerable).outcome).toMatchObject({ value: 1, label: 'declined' })
    expect(score('refusal', answerable).outcome).toMatchObject({ value: 0, label: 'declined' })
    for (const sample of [unanswerable, answerable]) {
      expect(outcomeOf('k_precision', sample)).toBe('NA:refusal')
      expect(outcomeOf('citation_presence', sample)).toBe('NA:refusal')
    }
  })

  it('bl-19: unusable entries keep their place in the ranking', () => {
    const [row] = rowsOf('bl-19').map(sampleOf)
    expect(outcomeOf('mrr', { ...row, expected_sources: ['a.md'] })).toBe(1)
    const last = { ...row, expected_sources: ['g'] }
    last.retrieved_contexts =
      last.retrieved_contexts?.map((chunk) => (chunk.text === 'gamma' ? { ...chunk, source: 'g' } : chunk)) ?? []
    expect(outcomeOf('mrr', last)).toBe(0.25)
  })

  it('bl-21: Chinese words and decimals are found in the contexts', () => {
    const [row] = rowsOf('bl-21').map(sampleOf)
    const { outcome, steps } = score('k_precision', row ?? {})
    expect(outcome).toMatchObject({ status: 'scored' })
    // Only 到账 (arrives) is not in the passage, which says 退回 (is returned); it may be cut in two.
    const absent = steps.flatMap((step) => step.absent as string[])
    expect(absent.length).toBeGreaterThan(0)
    for (const word of absent) expect('到账').toContain(word)
  })
})
