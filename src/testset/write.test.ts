import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TestCase } from '../core/test-case.ts'
import { tempFile } from '../files/test-support/temp-file.ts'
import { loadTestSet } from './load.ts'
import { testSetCsv, testSetJsonl } from './write.ts'

const spiky = fc.string({
  unit: fc.constantFrom('=', "'", '+', '-', '@', '\t', '\r', '\n', '\u200b', '"', ',', '[', ']', '{', 'a', '字', ' '),
})
const text = fc.oneof(fc.string({ unit: 'grapheme' }), spiky).filter((one) => one.trim() !== '' && one.isWellFormed())
const list = fc.array(text, { minLength: 1, maxLength: 3 })
const name = fc.string({ minLength: 1, unit: fc.constantFrom('a', 'b', '字', '_', '.', '-') })
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (one === 0 ? 0 : one))

const optional = fc.record(
  {
    reference: text,
    reference_contexts: list,
    reference_context_ids: list,
    expected_sources: list,
    relevance: fc.dictionary(name, number, { minKeys: 1 }),
    rubrics: fc.dictionary(name, text, { minKeys: 1 }),
    review: text,
  },
  { requiredKeys: [] },
)
const testCase = fc
  .record({
    user_input: text,
    answerable: fc.boolean(),
    tags: fc.dictionary(
      name,
      text.map((one) => one.trim()),
    ),
  })
  .chain((base) => optional.map((more): Omit<TestCase, 'id'> => ({ ...base, ...more })))
const testSet = fc
  .array(testCase, { minLength: 1, maxLength: 4 })
  .map((cases) => cases.map((one, index): TestCase => ({ id: `'=${index}`, ...one })))
  .filter((cases) => cases.every((one) => one.reference !== 'NOT_ANSWERABLE'))

describe('a test set that was written', () => {
  it('reads back equal from CSV, whatever is in its texts', async () => {
    await fc.assert(
      fc.asyncProperty(testSet, async (cases) => {
        const file = tempFile('t.csv', [...testSetCsv(cases)].join(''))
        expect((await loadTestSet(file)).cases).toEqual(cases)
      }),
      { numRuns: 300 },
    )
  })

  it('reads back equal from jsonl', async () => {
    await fc.assert(
      fc.asyncProperty(testSet, async (cases) => {
        const file = tempFile('t.jsonl', [...testSetJsonl(cases)].join(''))
        expect((await loadTestSet(file)).cases).toEqual(cases)
      }),
      { numRuns: 100 },
    )
  })

  it('has no cell that a spreadsheet would run', () => {
    const cases: TestCase[] = [
      { id: '=1', user_input: '@SUM(A1)', reference: '\u200b+1', answerable: true, tags: { t: '-1' } },
    ]
    expect([...testSetCsv(cases)].join('')).toBe(
      "id,user_input,reference,answerable,tags.t\n'=1,'@SUM(A1),'\u200b+1,true,'-1\n",
    )
  })

  it('leaves out what is default, and columns that no case uses', () => {
    const cases: TestCase[] = [{ id: 'a', user_input: 'x', answerable: true, tags: {} }]
    expect([...testSetJsonl(cases)].join('')).toBe('{"id":"a","user_input":"x"}\n')
    expect([...testSetCsv(cases)].join('')).toBe('id,user_input,answerable\na,x,true\n')
  })
})
