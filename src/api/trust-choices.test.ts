import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import { evaluate } from './evaluate.ts'
import { importGrades } from './grades.ts'
import { importScores } from './import-scores.ts'
import { report } from './report.ts'
import { type TrustRunOptions, trust } from './trust.ts'

const WORDS = ['pay', 'leave', 'badge', 'desk', 'visit', 'train', 'meal', 'phone', 'car', 'room', 'key', 'mail']

/** Twelve questions under two configurations; every third answer speaks of what was not retrieved. */
const ANSWERS = WORDS.flatMap((word, k) =>
  ['base', 'wide'].map((configuration, place) => ({
    id: word,
    configuration,
    user_input: `Who handles ${word}?`,
    reference: `The ${word} office on floor ${k} handles ${word}.`,
    response: isWrong(k, place) ? `Nobody knows about ${word} elephants.` : `The ${word} office handles ${word}.`,
    retrieved_contexts: [`The ${word} office on floor ${k} handles ${word}.`],
    tags: { floor: `${k % 7}` },
  })),
)

function isWrong(k: number, place: number): boolean {
  return (k + place) % 3 === 0
}

const GRADES = ANSWERS.map(
  ({ id, configuration, response }) =>
    `${configuration},${id},${response.includes('elephants') ? 'wrong' : 'right'},ann`,
)

async function folder(parts: { metrics?: string[]; grades?: string[]; answers?: readonly object[] } = {}) {
  const { metrics = ['k_precision'], grades = GRADES, answers = ANSWERS } = parts
  const cwd = mkdtempSync(join(tmpdir(), 'ragstone-trust-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(join(cwd, 'answers.jsonl'), answers.map((one) => JSON.stringify(one)).join('\n'))
  await evaluate({ cwd, file: 'answers.jsonl', metrics })
  if (grades.length > 0) {
    writeFileSync(join(cwd, 'grades.csv'), ['configuration,test_case_id,verdict,grader', ...grades].join('\n'))
    await importGrades({ cwd, file: 'grades.csv' })
  }
  return cwd
}

async function refused(options: TrustRunOptions) {
  const error = await trust(options).catch((thrown: unknown) => thrown)
  if (!isRagstoneError(error)) throw new Error('nothing was refused', { cause: error })
  return { code: error.code, said: `${error.message} | ${error.hint}` }
}

describe('trust refuses in words', () => {
  it('a run that nobody graded, with the ways out', async () => {
    const cwd = await folder({ grades: [] })
    const { code, said } = await refused({ cwd })
    expect(code).toBe('no_grades')
    expect(said).toMatch(/ragstone grade \S+; .*ragstone grade \S+ --export/)
  })

  it('a run without scores', async () => {
    const cwd = await folder({ metrics: [] })
    const { code, said } = await refused({ cwd })
    expect(code).toBe('no_scores')
    expect(said).toMatch(/ragstone evaluate \S+ --metric k_precision.*ragstone import FILE/)
  })

  it('names of a run, metric, grader or tag that there is not, with those that there are', async () => {
    const cwd = await folder()
    expect(await refused({ cwd, run: 'nowhere' })).toMatchObject({ code: 'unknown_run' })
    const metric = await refused({ cwd, metrics: ['k_precison'] })
    expect(metric).toMatchObject({ code: 'unknown_metric', said: expect.stringContaining('k_precision') })
    expect(await refused({ cwd, rateFrom: 'correct' })).toMatchObject({ code: 'unknown_metric' })
    const grader = await refused({ cwd, graders: ['bob'] })
    expect(grader).toMatchObject({ code: 'unknown_grader', said: expect.stringContaining('ann') })
    const tag = await refused({ cwd, clusterBy: 'conversation' })
    expect(tag).toMatchObject({ code: 'unknown_tag', said: expect.stringContaining('floor') })
    expect(await refused({ cwd, bar: 0.4 })).toMatchObject({ code: 'bad_bar' })
    expect(await refused({ cwd, calibration: 'latest', rateFrom: 'k_precision' })).toMatchObject({
      code: 'bad_calibration',
    })
  })
})

describe('trust in a run', () => {
  it('scores the baseline for graded answers where the run lacks it, and stores nothing', async () => {
    const cwd = await folder({ metrics: ['refusal', 'latency'] })
    const found = await trust({ cwd })
    expect(found.metrics.map(({ metric }) => metric).sort()).toEqual(['k_precision', 'refusal'])
    const line = found.metrics.find(({ metric }) => metric === 'k_precision')
    expect(line).toMatchObject({ n: 24, n_wrong: 8, origin: 'rule', verdict: 'separates', auc: 1 })
    const { run, trust: marks } = await report({ cwd })
    expect(run.metrics.map(({ metric }) => metric)).toEqual(['refusal', 'latency'])
    expect(marks?.find(({ metric }) => metric === 'k_precision')?.verdict).toBe('separates')
  })

  it('clusters by a tag, and counts cost metrics only when they are named', async () => {
    const cwd = await folder({ metrics: ['k_precision', 'tokens'] })
    expect(await trust({ cwd, clusterBy: 'floor' })).toMatchObject({ clusters: 7, cluster_by: 'floor' })
    expect((await trust({ cwd })).metrics.map(({ metric }) => metric)).toEqual(['k_precision'])
    const named = await trust({ cwd, metrics: ['tokens'] })
    expect(named.metrics.map(({ metric }) => metric).sort()).toEqual(['k_precision', 'tokens'])
  })

  it('has no marks where nobody graded', async () => {
    expect((await report({ cwd: await folder({ grades: [] }) })).trust).toBeNull()
  })

  it('gives the same figures whatever the order of the rows in the files', async () => {
    const straight = await trust({ cwd: await folder() })
    const turned = await trust({
      cwd: await folder({ answers: [...ANSWERS].reverse(), grades: [...GRADES].reverse() }),
    })
    expect(turned.metrics).toEqual(straight.metrics)
    expect(turned.labels).toEqual(straight.labels)
  })

  it('keeps answers that are the reference itself out of a metric that is said to read it', async () => {
    const [first] = ANSWERS
    if (first === undefined) throw new Error('no answer')
    const cwd = await folder({ answers: [...ANSWERS.slice(1), { ...first, response: ` ${first.reference}\n` }] })
    const rows = ANSWERS.map(({ id, configuration }, k) => `likeness,${id},${configuration},${(k % 5) / 5}`)
    writeFileSync(join(cwd, 'scores.csv'), ['metric,test_case_id,configuration,value', ...rows].join('\n'))
    await importScores({ cwd, file: 'scores.csv', run: 'latest' })
    const likeness = async (options: TrustRunOptions) =>
      (await trust({ cwd, ...options })).metrics.find(({ metric }) => metric === 'likeness')
    expect(await likeness({})).toMatchObject({ n: 24 })
    const said = { readsReference: ['likeness'] }
    expect(await likeness(said)).toMatchObject({ n: 23, left_out: { equal_to_reference: 1 } })
    expect(await likeness({ ...said, keepReferenceRows: true })).toMatchObject({ n: 24 })
  })

  it('tells how far it is, and stops when it is told to', async () => {
    const answers = ANSWERS.flatMap((one) => ['a', 'b', 'c'].map((part) => ({ ...one, id: `${one.id}-${part}` })))
    const grades = answers.map(({ id, configuration }, k) => `${configuration},${id},${k % 3 ? 'right' : 'wrong'},ann`)
    const cwd = await folder({ answers, grades })
    const parts: number[] = []
    const controller = new AbortController()
    const work = trust({
      cwd,
      replicates: 400_000,
      signal: controller.signal,
      onProgress({ phase, done }) {
        expect(phase).toBe('permute')
        parts.push(done)
        if (parts.length === 2) controller.abort(new Error('enough'))
      },
    })
    await expect(work).rejects.toThrow('enough')
    expect(parts).toHaveLength(2)
    expect((await trust({ cwd })).n_right).toBe(48)
  })
})
