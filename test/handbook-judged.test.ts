import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type RunReport, run } from '../src/index.ts'

const folder = join(import.meta.dirname, '..', 'examples', 'handbook')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const recording = read('judge-exchanges.jsonl')
const JUDGED = ['faithfulness', 'answer_relevancy', 'context_precision', 'context_recall', 'correct']
const AGAIN =
  'the recording lacks a question: prompts, documents, questions or metrics have changed. Record again, as examples/handbook/README.md says under "The judged part"'

/** Reasons that follow from the cases and answers themselves, whoever judges. */
const BY_RULE = ['refusal', 'not_applicable', 'missing_field']

describe('the judged part of the handbook example', () => {
  it('asks twelve questions of the test set, word for word', () => {
    const all = new Map((parse(read('test_set.yaml')) as { id: string }[]).map((one) => [one.id, one]))
    const cases = parse(read('judged_set.yaml')) as { id: string }[]
    expect(cases).toHaveLength(12)
    for (const one of cases) expect(one).toEqual(all.get(one.id))
  })

  it('was recorded with the configuration that it is played with, but for the models', () => {
    const { judge, embeddings, store, note, ...played } = parse(read('judged.yaml'))
    const {
      judge: asked,
      embeddings: embedded,
      store: other,
      note: said,
      ...recorded
    } = parse(read('judged-record.yaml'))
    expect(played).toEqual(recorded)
    expect([judge.provider, embeddings.provider]).toEqual(['recorded', 'recorded'])
    expect([asked.provider, embedded.provider]).not.toContain('recorded')
    expect([other, said]).not.toEqual([store, note])
  })

  it('says in its recording which models answered, and when', () => {
    const headers = recording
      .split('\n')
      .filter((line) => line.startsWith('{"recording"'))
      .map((line) => JSON.parse(line))
    expect(headers).toMatchObject([
      { recording: 'judge', model: 'qwen2.5-coder:1.5b', recorded_at: expect.stringMatching(/^20\d\d-\d\d-\d\dT/) },
      { recording: 'embeddings', model: 'multilingual-e5-small', recorded_at: expect.stringMatching(/^20\d\d-/) },
    ])
  })

  it('holds no folder of the machine that it was recorded on, and no address but its own', () => {
    expect(recording).not.toMatch(/\/(home|root|tmp|work|Users)\/|[A-Z]:\\\\/)
    const addresses = recording.match(/\bhttps?:\/\/[^/"|]+/g) ?? []
    expect(addresses.filter((address) => !/^http:\/\/127\.0\.0\.1(:\d+)?$/.test(address))).toEqual([])
  })
})

describe('the recording of the handbook example', () => {
  let report: RunReport
  const store = mkdtempSync(join(tmpdir(), 'ragstone-judged-'))
  afterAll(() => rmSync(store, { recursive: true, force: true, maxRetries: 5 }))

  beforeAll(async () => {
    try {
      const played = await run({ cwd: folder, config: 'judged.yaml', store: join(store, 'judged.db') })
      report = played.report
    } catch (error) {
      throw new Error(AGAIN, { cause: error })
    }
  }, 60_000)

  it('answers every question: each metric scores all that it applies to, under both configurations', () => {
    for (const metric of JUDGED) {
      const summaries = report.summaries.filter((one) => one.metric === metric)
      expect(summaries, metric).toHaveLength(2)
      for (const { na, n_scored, n_total, value } of summaries) {
        expect(n_total).toBe(12)
        expect(n_scored, metric).toBeGreaterThanOrEqual(9)
        expect(value).not.toBeNull()
        expect(
          Object.keys(na ?? {}).filter((reason) => !BY_RULE.includes(reason)),
          `${metric}: ${AGAIN}`,
        ).toEqual([])
      }
    }
  })

  it('is graded by probabilities, as it was recorded', () => {
    for (const { metric, grading } of report.summaries) {
      if (metric === 'answer_relevancy' || !JUDGED.includes(metric)) continue
      expect(grading, metric).toBe('probability')
    }
  })
})
