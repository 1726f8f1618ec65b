import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Sample } from '../core/sample.ts'
import { outcomeOf } from './test-support/score.ts'

const folder = join(import.meta.dirname, '../../../shared/data/trec-eval-fixtures')
const isThere = existsSync(folder)

/** One sample a topic. As trec_eval does, the list is sorted by score, ties by document id, both descending; the rank column is ignored. */
function topics(qrels: string): Map<string, Partial<Sample>> {
  const relevance = new Map<string, Record<string, number>>()
  for (const [topic = '', , document = '', grade] of rows(qrels)) {
    const judged = relevance.get(topic) ?? {}
    judged[document] = Number(grade)
    relevance.set(topic, judged)
  }
  const retrieved = new Map<string, { id: string; score: number; text: string }[]>()
  for (const [topic = '', , id = '', , value] of rows('results.test')) {
    const list = retrieved.get(topic) ?? []
    list.push({ id, score: Number(value), text: '' })
    retrieved.set(topic, list)
  }
  const samples = new Map<string, Partial<Sample>>()
  for (const [topic, list] of retrieved) {
    list.sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1))
    const judged = relevance.get(topic)
    if (judged !== undefined) samples.set(topic, { retrieved_contexts: list, relevance: judged })
  }
  return samples
}

function rows(file: string): string[][] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => line.trim().split(/\s+/))
}

/** What trec_eval printed: measure -> topic (or `all`) -> value to 4 digits. */
function published(file: string): Map<string, Map<string, string>> {
  const figures = new Map<string, Map<string, string>>()
  for (const [measure = '', topic = '', value = ''] of rows(file)) {
    const byTopic = figures.get(measure) ?? new Map<string, string>()
    figures.set(measure, byTopic.set(topic, value))
  }
  return figures
}

const MEASURES: Record<string, string> = {
  map: 'map',
  'map@10': 'map_cut_10',
  'map@100': 'map_cut_100',
  'precision@5': 'P_5',
  'precision@10': 'P_10',
  'precision@1000': 'P_1000',
  precision: 'set_P',
  mrr: 'recip_rank',
  ndcg: 'ndcg',
  'ndcg@5': 'ndcg_cut_5',
  'ndcg@10': 'ndcg_cut_10',
  'ndcg@1000': 'ndcg_cut_1000',
  'recall@10': 'recall_10',
  'recall@100': 'recall_100',
  recall: 'set_recall',
  'hit_rate@1': 'success_1',
  'hit_rate@10': 'success_10',
  bpref: 'bpref',
}

describe.skipIf(!isThere)('the retrieval metrics and trec_eval', () => {
  const samples = isThere ? topics('qrels.test') : new Map<string, Partial<Sample>>()
  const figures = isThere ? published('out.test.aq') : new Map<string, Map<string, string>>()

  it.each(Object.entries(MEASURES))('%s equals %s on every topic and in the mean', (metric, measure) => {
    const values = new Map([...samples].map(([topic, sample]) => [topic, Number(outcomeOf(metric, sample))]))
    expect(values.size).toBe(3)
    const mean = [...values.values()].reduce((sum, value) => sum + value, 0) / values.size
    values.set('all', mean)
    for (const [topic, value] of values)
      expect([topic, value.toFixed(4)]).toEqual([topic, figures.get(measure)?.get(topic)])
  })

  it.each([
    ['map', '0.1785'],
    ['precision@10', '0.3000'],
    ['mrr', '0.4064'],
    ['ndcg', '0.4021'],
    ['ndcg@10', '0.3016'],
    ['recall@10', '0.0317'],
    ['hit_rate@10', '0.6667'],
    ['bpref', '0.1981'],
  ])('the mean of %s is the published %s', (metric, figure) => {
    const values = [...samples.values()].map((sample) => Number(outcomeOf(metric, sample)))
    expect((values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(4)).toBe(figure)
  })

  it.each([
    ['map', '0.0324'],
    ['ndcg@10', '0.1518'],
    ['mrr', '0.1667'],
  ])('%s of topic 301 is the published %s', (metric, figure) => {
    expect(Number(outcomeOf(metric, samples.get('301') ?? {})).toFixed(4)).toBe(figure)
  })

  it.each([
    ['ndcg', 'ndcg'],
    ['ndcg@5', 'ndcg_cut_5'],
    ['ndcg@10', 'ndcg_cut_10'],
    ['ndcg@100', 'ndcg_cut_100'],
  ])('%s with graded relevance equals %s on every topic', (metric, measure) => {
    const graded = published('out.test.aql').get(measure)
    for (const [topic, sample] of topics('qrels.rel_level')) {
      expect([topic, Number(outcomeOf(metric, sample)).toFixed(4)]).toEqual([topic, graded?.get(topic)])
    }
  })
})
