import { describe, expect, it } from 'vitest'
import { NA_REASONS } from '../core/score.ts'
import { judgeMetricTable, metricsPage, metricTable } from './docs.ts'
import { builtInMetrics } from './registry.ts'

describe('metricTable', () => {
  it('has a line for every metric with as many cells as the head', () => {
    const lines = metricTable().trimEnd().split('\n')
    expect(lines).toHaveLength(Object.keys(builtInMetrics).length + 2)
    for (const line of lines) expect(line.split(' | ')).toHaveLength(7)
  })

  it('says what is needed, the range and which way is better', () => {
    const table = metricTable()
    expect(table).toContain(
      '| `hit_rate`, `hit_rate@k` | retrieval | `retrieved_contexts`, `expected_sources` or `reference_context_ids` or `relevance` | 0 or 1 | higher |',
    )
    expect(table).toContain('| `latency` | cost | `latency_ms` | from 0 ms | lower |')
    expect(table).not.toMatch(/Infinity|undefined/)
  })
})

describe('judgeMetricTable', () => {
  it('has a line for every metric that asks a judge, with calls, both forms and edges', () => {
    const asking = Object.values(builtInMetrics).filter(({ uses }) => uses.includes('judge'))
    const lines = judgeMetricTable().trimEnd().split('\n')
    expect(lines).toHaveLength(asking.length + 2)
    for (const line of lines) expect(line.split(' | ')).toHaveLength(5)
    expect(lines.find((line) => line.startsWith('| `faithfulness`'))).toContain(
      '| supported / claims | mean probability of `supported` |',
    )
  })
})

describe('metricsPage', () => {
  it('explains every reason for NA', () => {
    for (const reason of NA_REASONS) expect(metricsPage()).toContain(`| \`${reason}\` | `)
  })
})
