import { describe, expect, it } from 'vitest'
import { metric, run } from '../test-support/records.ts'
import { uncontrolledDifferences } from './uncontrolled.ts'

describe('differences of two runs besides the settings', () => {
  const before = run(['base'], [metric('m')], { versions: { 'rag.py': 'aaa', node: '22' }, test_set_hash: 'x' })

  it('are none within a run, and none of runs that differ in name and settings alone', () => {
    expect(uncontrolledDifferences(before, before)).toEqual([])
    expect(uncontrolledDifferences(before, { ...before, id: 'other', name: 'again' })).toEqual([])
  })

  it('are all named with both values', () => {
    const after = {
      ...before,
      id: 'other',
      created_at: '2026-03-01T00:00:00.000Z',
      test_set_hash: 'y',
      versions: { 'rag.py': 'bbb', node: '22', icu: '77' },
      judge: 'abc',
      metrics: [metric('m', { metric_version: '2', judge: 'abc' })],
      repeats: 5,
      system: { command: ['python3'] },
      git: { commit: 'c0ffee', dirty: true },
    }
    expect(uncontrolledDifferences(before, after)).toEqual([
      { kind: 'test_set', a: 'x', b: 'y' },
      { kind: 'system', a: '{}', b: '{"command":["python3"]}' },
      { kind: 'version', name: 'icu', a: null, b: '77' },
      { kind: 'version', name: 'rag.py', a: 'aaa', b: 'bbb' },
      { kind: 'judge', a: 'rule', b: 'abc' },
      { kind: 'metric_version', name: 'm', a: '1', b: '2' },
      { kind: 'metric_judge', name: 'm', a: null, b: 'abc' },
      { kind: 'commit', a: null, b: 'c0ffee+' },
      { kind: 'repeats', a: '1', b: '5' },
      { kind: 'date', a: '2026-01-02T03:04:05.000Z', b: '2026-03-01T00:00:00.000Z' },
    ])
  })
})
