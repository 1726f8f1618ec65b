import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Chunk, readChunks } from '../core/chunk.ts'
import { outcomeOf, score } from './test-support/score.ts'

const file = join(import.meta.dirname, '../../../shared/data/mtrag-human-eval/responses.jsonl')
const isThere = existsSync(file)

interface Row {
  config: string
  response: string
  reference: string
  contexts: unknown[]
  human: { faithfulness: number[] }
  published_scores: { rougeL: number }
}

/** 252 responses of three systems with people's ratings from 1 to 4; good is a mean faithfulness above 3. */
function rows(): (Row & { chunks: Chunk[]; good: boolean })[] {
  if (!isThere) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
    .map((row) => ({ ...row, chunks: readChunks(row.contexts).chunks, good: mean(row.human.faithfulness) > 3 }))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The chance that a good response scores above a bad one, ties counting half. */
function auc(scores: readonly { value: number; good: boolean }[]): number {
  const [good, bad] = [true, false].map((wanted) => scores.filter((one) => one.good === wanted))
  let wins = 0
  for (const a of good ?? []) for (const b of bad ?? []) wins += a.value > b.value ? 1 : a.value === b.value ? 0.5 : 0
  return wins / ((good?.length ?? 0) * (bad?.length ?? 0))
}

describe.skipIf(!isThere)('the MTRAG responses with human ratings', () => {
  const all = rows()

  it('are 252', () => {
    expect(all).toHaveLength(252)
  })

  it('have a k_precision each but for refusals, and it tells good from bad', () => {
    const outcomes = all.map((row) => ({
      good: row.good,
      outcome: score('k_precision', { response: row.response, retrieved_contexts: row.chunks }).outcome,
    }))
    const scores = outcomes.flatMap(({ good, outcome }) => {
      if (outcome.status !== 'scored') return []
      expect(outcome.value).toBe((outcome.k ?? Number.NaN) / (outcome.n ?? Number.NaN))
      return [{ good, value: outcome.value }]
    })
    const reasons = outcomes.flatMap(({ outcome }) => (outcome.status === 'na' ? [outcome.reason] : []))
    expect(new Set(reasons)).toEqual(new Set(['refusal']))
    expect(scores.length).toBeGreaterThan(225)
    const means = [true, false].map((good) => mean(scores.filter((one) => one.good === good).map((one) => one.value)))
    expect(means[0]).toBeGreaterThan((means[1] ?? Number.NaN) + 0.2)
    // The published BERT form reaches .877 on the same rows.
    expect(auc(scores)).toBeGreaterThan(0.88)
  })

  it('have a rouge_l each, exactly 1 for the reference itself and close to the published one', () => {
    const scores = all.map((row) => ({
      row,
      value: Number(outcomeOf('rouge_l', { response: row.response, reference: row.reference })),
    }))
    for (const { row, value } of scores) {
      expect(value >= 0 && value <= 1).toBe(true)
      if (row.response === row.reference) expect(value).toBe(1)
      expect(Math.abs(value - row.published_scores.rougeL)).toBeLessThan(0.1)
    }
    expect(scores.filter(({ row }) => row.response === row.reference).length).toBeGreaterThanOrEqual(84)
    expect(auc(scores.map(({ row, value }) => ({ value, good: row.good })))).toBeCloseTo(0.7248, 2)
  })
})
