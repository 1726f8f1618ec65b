import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import { layOutAttribute } from '../report/attribute-layout.ts'
import { markdownText } from '../report/markdown.ts'
import { terminalText } from '../report/terminal.ts'
import { type AttributeOptions, attribute } from './attribute.ts'
import { evaluate } from './evaluate.ts'
import { importGrades } from './grades.ts'
import { hasMeasles, measlesAnswers, measlesGrades, measlesStudy } from './test-support/measles.ts'

function folder(files: Record<string, string>): string {
  const cwd = mkdtempSync(join(tmpdir(), 'ragstone-attribute-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true, maxRetries: 5 }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  return cwd
}

interface SinglePair {
  a: string
  b: string
  factor: string
  won: string[]
  lost: string[]
  mcnemar_exact_p: number
}

describe.skipIf(!hasMeasles)('the published study of six configurations', () => {
  it('gives all its totals, single changes, p values and what cannot be attributed', async () => {
    const { configurations, expected } = measlesStudy()
    const settings = Object.fromEntries(Object.entries(configurations).map(([name, own]) => [name, own.settings]))
    const cwd = folder({
      'a.jsonl': measlesAnswers(),
      'g.csv': measlesGrades(),
      's.json': JSON.stringify({ configurations: settings }),
    })
    await evaluate({ cwd, file: 'a.jsonl', metrics: ['k_precision'] })
    await importGrades({ cwd, file: 'g.csv' })
    const found = await attribute({ cwd, configurations: 's.json' })
    expect(found).toMatchObject({ by: 'marks', right_wrong: expected.right_wrong, base: 'text_k4', questions: 8 })
    expect(Object.fromEntries(found.configurations.map((one) => [one.configuration, one.total]))).toEqual(
      expected.totals,
    )
    const single = found.pairs.filter(({ attributable }) => attributable)
    const wanted = (expected as unknown as { single_factor_pairs: SinglePair[] }).single_factor_pairs
    expect(single).toHaveLength(wanted.length)
    for (const { a, b, factor, won, lost, mcnemar_exact_p } of wanted) {
      const pair = single.find((one) => one.a === a && one.b === b)
      expect(pair).toMatchObject({ factors: [factor], won, lost, never_significant: true })
      expect(pair?.p).toBeCloseTo(mcnemar_exact_p, 12)
    }
    const reasons = found.pairs.map(({ a, b, reason }) => `${a} vs ${b}: ${reason}`)
    expect(reasons).toContain('text_k4 vs ctx_k9: index and top_k changed together')
    expect(reasons).toContain('text_k4 vs ctx_k9_strict: index, top_k and prompt changed together')
    expect(found.note).toMatch(/6 questions that differ/)
    expect(found.additivity).toMatchObject({ base: 'text_k4', all: 'ctx_k9', gap: 0.125 })
    const text = terminalText(layOutAttribute(found), 'en')
    expect(text).toContain('31 right, 17 wrong')
    expect(text).toContain('no pair can reach p < .05')
    const both = await attribute({ cwd, configurations: 's.json', by: 'both', language: 'zh-Hant' })
    expect(both.also?.by).toBe('k_precision')
    expect(markdownText(layOutAttribute(both), 'zh-Hant')).toContain('無法歸因')
  })
})

describe('attribute', () => {
  const rows = ['a', 'b'].flatMap((configuration) =>
    ['q1', 'q2'].map((id) => ({ id, configuration, user_input: `${id}?`, reference: 'x', response: configuration })),
  )
  const answers = (list: object[]) => list.map((row) => JSON.stringify(row)).join('\n')

  async function refusals(list: object[], options: (AttributeOptions & { settings?: string })[]) {
    const cwd = folder({
      'a.jsonl': answers(list),
      's.yaml': 'a: {k: 1}\nb: {k: 2}',
      'same.yaml': 'a: {k: 1}\nb: {k: 1}',
    })
    await evaluate({ cwd, file: 'a.jsonl', metrics: ['token_f1'] })
    const codes: string[] = []
    for (const one of options) {
      const error = await attribute({ cwd, ...one }).catch((thrown: unknown) => thrown)
      codes.push(isRagstoneError(error) ? error.code : 'no error')
    }
    return codes
  }

  it('refuses what cannot be attributed, each with its own reason', async () => {
    const configurations = 's.yaml'
    expect(
      await refusals(rows, [
        {},
        { configurations: 'same.yaml' },
        { configurations, base: 'c' },
        { configurations, by: 'marks' },
        { configurations, by: 'both' },
        { configurations, by: 'tokenf1' },
        { configurations, by: 'token_f1', metric: 'other' },
        { configurations, clusterBy: 'topic' },
        { configurations },
      ]),
    ).toEqual([
      ...['no_changes', 'no_changes', 'unknown_configuration', 'no_grades', 'no_grades', 'unknown_metric', 'bad_flag'],
      ...['unknown_tag', 'no error'],
    ])
    expect(await refusals(rows.slice(0, 2), [{}])).toEqual(['one_configuration'])
  })
})
