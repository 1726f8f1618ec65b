import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Chunk } from '../core/chunk.ts'
import type { Sample } from '../core/sample.ts'
import type { MetricRequest } from './configure.ts'
import { outcomeOf } from './test-support/score.ts'

const file = join(import.meta.dirname, '../../../shared/reference/ragas-fixtures.jsonl')
const isThere = existsSync(file)

interface Fixture {
  line: number
  metric: string
  params: Record<string, unknown>
  input: Record<string, unknown>
  ragas: number | null | { exception: string }
}

function fixtures(metric: string): Fixture[] {
  if (!isThere) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => ({ line: index + 1, ...(JSON.parse(line) as Omit<Fixture, 'line'>) }))
    .filter((fixture) => fixture.metric === metric)
}

/** Lines where Ragstone does not give RAGAS's number, by reason. What it gives instead is in brackets. */
const EXCEPTIONS: Record<string, { lines: number[]; value: number | string }> = {
  'a null field is missing, where RAGAS raises or invents a number': {
    lines: [
      1312, 1470, 1471, 1472, 1515, 1516, 1517, 1616, 1617, 1618, 1786, 1787, 1788, 1789, 1790, 1791, 1875, 1876, 1877,
    ],
    value: 'NA:missing_field',
  },
  'a threshold outside 0 to 1 is refused': { lines: [1896, 1897, 1943, 1944], value: 'refused:bad_metric_option' },
  'no reference text: RAGAS raises, gives 0 or NaN': { lines: [1899, 1900, 1946, 1947], value: 'NA:missing_field' },
  'nothing retrieved has recall 0; RAGAS raises': { lines: [1945], value: 0 },
  'nothing retrieved has no precision: RAGAS gives NaN': { lines: [1976, 1978], value: 'NA:no_context' },
  'no reference id: RAGAS gives 0 or NaN': { lines: [1977, 2020, 2021], value: 'NA:missing_field' },
}
const exceptionOf = new Map(
  Object.values(EXCEPTIONS).flatMap(({ lines, value }) => lines.map((line) => [line, value] as const)),
)

function texts(input: Record<string, unknown>): Partial<Sample> {
  const { response, reference } = input
  return {
    ...(typeof response === 'string' ? { response } : {}),
    ...(typeof reference === 'string' ? { reference } : {}),
  }
}

function contexts(input: Record<string, unknown>): Partial<Sample> {
  const chunks: Chunk[] = (input.retrieved_contexts as string[]).map((text) => ({ text }))
  return { retrieved_contexts: chunks, reference_contexts: input.reference_contexts as string[] }
}

/** Ids are strings once a file is loaded; JSON true is the number 1 for RAGAS. */
function ids(input: Record<string, unknown>): Partial<Sample> {
  const asText = (id: unknown): string => (id === true ? '1' : String(id))
  return {
    retrieved_contexts: (input.retrieved_context_ids as unknown[]).map((id) => ({ id: asText(id), text: 'x' })),
    reference_context_ids: (input.reference_context_ids as unknown[]).map(asText),
  }
}

function given(request: MetricRequest, sample: Partial<Sample>): number | string {
  try {
    return outcomeOf(request, sample)
  } catch (error) {
    return `refused:${(error as { code?: string }).code}`
  }
}

const ragas = { compat: 'ragas' }
const TABLE: [
  string,
  (params: Record<string, unknown>) => MetricRequest,
  (input: Record<string, unknown>) => Partial<Sample>,
][] = [
  ['non_llm_string_similarity', (params) => ({ string_similarity: { ...params, ...ragas } }), texts],
  ['string_presence', () => ({ string_presence: ragas }), texts],
  ['exact_match', () => ({ exact_match: ragas }), texts],
  ['bleu_score', ({ kwargs }) => ({ bleu: { ...(kwargs as object), ...ragas } }), texts],
  [
    'rouge_score',
    ({ rouge_type: type, mode }) => ({ [type === 'rouge1' ? 'rouge_1' : 'rouge_l']: { mode, ...ragas } }),
    texts,
  ],
  ['chrf_score', ({ kwargs }) => ({ chrf: { ...(kwargs as object), ...ragas } }), texts],
  [
    'non_llm_context_precision_with_reference',
    (params) => ({ text_context_precision: { ...params, ...ragas } }),
    contexts,
  ],
  ['non_llm_context_recall', (params) => ({ text_context_recall: { ...params, ...ragas } }), contexts],
  ['id_based_context_precision', () => 'id_context_precision', ids],
  ['id_based_context_recall', () => 'id_context_recall', ids],
]

describe.skipIf(!isThere)('the numbers of RAGAS 0.4.3', () => {
  describe.each(TABLE)('%s', (metric, request, input) => {
    const lines = fixtures(metric)

    it('are there to compare with', () => {
      expect(lines.length).toBeGreaterThan(40)
    })

    it('are given but for the listed exceptions', () => {
      const wrong: unknown[] = []
      for (const fixture of lines) {
        const value = given(request(fixture.params), input(fixture.input))
        const exception = exceptionOf.get(fixture.line)
        const wanted = exception ?? fixture.ragas
        const equal =
          typeof wanted === 'number' && typeof value === 'number' ? Math.abs(value - wanted) <= 1e-9 : value === wanted
        if (!equal) wrong.push({ line: fixture.line, value, wanted })
      }
      expect(wrong).toEqual([])
    })
  })

  it('has no exception that is not one', () => {
    const all = TABLE.flatMap(([metric, request, input]) =>
      fixtures(metric).map((fixture) => ({ fixture, request: request(fixture.params), sample: input(fixture.input) })),
    )
    for (const { fixture, request, sample } of all.filter(({ fixture }) => exceptionOf.has(fixture.line))) {
      expect([fixture.line, given(request, sample)]).not.toEqual([fixture.line, fixture.ragas])
    }
    expect(all.filter(({ fixture }) => exceptionOf.has(fixture.line)).length).toBe(exceptionOf.size)
  })
})
