import { expect, it } from 'vitest'
import { runListText } from './run-list.ts'

it('lists runs with what tells them apart, and shows names as text', () => {
  const one = { id: 'r2', name: 'a\u001b[2J', created_at: '2026-01-02T03:04:05.000Z', configurations: ['base', 'big'] }
  const text = runListText([
    { ...one, test_cases: 1, kind: 'system', config_file: 'slow.yaml', note: 'before the move' },
    { ...one, id: 'r1', name: 'b', configurations: ['base'], test_cases: null, kind: 'file' },
  ])
  expect(text.split('\n')).toEqual([
    expect.stringMatching(/^r2 {2}a/),
    '    2026-01-02 03:04 UTC; 1 case; 2 configurations (base, big); from a system, slow.yaml',
    '    note: before the move',
    'r1  b',
    '    2026-01-02 03:04 UTC; number of cases not known yet; 1 configuration (base); from a file of answers',
  ])
  expect(text).not.toContain('\u001b')
  expect(runListText([])).toBe('no runs')
})
