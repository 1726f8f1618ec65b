import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import type { LintResult } from '../api/lint.ts'
import { summarizeTestSet } from '../testset/summary.ts'
import { lintText } from './lint-text.ts'

function result(names: string[], count: number): LintResult {
  const cases = Array.from({ length: count }, (_, n) => ({
    id: `c${n}`,
    user_input: 'why?',
    answerable: true,
    tags: {},
  }))
  return {
    config: resolve('project', 'ragstone.yaml'),
    test_set: resolve('project', 'cases.csv'),
    summary: summarizeTestSet(cases),
    configurations: names.map((name) => ({ name, settings: {} })),
    metrics: [],
    findings: [],
  }
}

it('counts one alone in the singular and names files from the current folder', () => {
  expect(lintText(result(['base'], 1)).split('\n')).toEqual([
    `${join('project', 'ragstone.yaml')}: 1 configuration (base)`,
    'metrics: none',
    `${join('project', 'cases.csv')}: 1 case, 1 answerable, 0 unanswerable`,
    '',
    'no pitfalls found',
  ])
  expect(lintText(result(['a', 'b'], 2))).toContain('2 configurations (a, b)')
})
