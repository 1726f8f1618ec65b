import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { lint } from './lint.ts'

function project(config: string): string {
  const cwd = mkdtempSync(join(tmpdir(), 'ragstone-lint-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  writeFileSync(join(cwd, 'cases.jsonl'), JSON.stringify({ id: 'c1', user_input: 'Where?', reference: 'Upstairs.' }))
  writeFileSync(join(cwd, 'ragstone.yaml'), `test_set: cases.jsonl\n${config}`)
  return cwd
}

const JUDGE = 'judge: {provider: ollama, model: m}\n'
const EMBEDDINGS = 'embeddings: {provider: ollama, model: e}\n'

async function findings(config: string): Promise<string[]> {
  const { findings: found } = await lint({ cwd: project(config) })
  return found.filter(({ code }) => /key|embeddings/.test(code)).map(({ code, message }) => `${code}: ${message}`)
}

describe('lint of the sections that name models', () => {
  it('notes those that no metric uses', async () => {
    expect(await findings(`metrics: [refusal]\n${JUDGE}${EMBEDDINGS}budget: {calls: 5}`)).toEqual([
      'unused_key: no metric asks a model, so `judge` is not used',
      'unused_key: no metric asks a model, so `embeddings` is not used',
      'unused_key: no metric asks a model, so `budget` is not used',
    ])
    expect(await findings(`metrics: [correct]\n${JUDGE}${EMBEDDINGS}budget: {calls: 5}`)).toEqual([
      'unused_key: no metric asks an embedding model, so `embeddings` is not used',
    ])
    expect(await findings(`metrics: [answer_relevancy]\n${JUDGE}${EMBEDDINGS}budget: {calls: 5}`)).toEqual([])
  })

  it('warns of a metric that will have no value without embeddings', async () => {
    expect(await findings(`metrics: [answer_relevancy]\n${JUDGE}`)).toEqual([
      expect.stringContaining('no_embeddings: answer_relevancy will have no value'),
    ])
  })

  it('refuses metrics that ask a judge where none is named, as a run would', async () => {
    await expect(lint({ cwd: project('metrics: [correct]') })).rejects.toMatchObject({ code: 'no_judge' })
  })
})

describe('lint of the system', () => {
  it('says where in the file what is wrong stands', async () => {
    const refusalOf = async (system: string) => {
      const error: unknown = await lint({ cwd: project(`metrics: [refusal]\nsystem: {${system}}\n`) }).catch(
        (one) => one,
      )
      return error instanceof Error ? error.message : ''
    }
    expect(await refusalOf('http: {url: "ftp://x"}')).toBe(
      'ragstone.yaml:3: http.url must begin with http:// or https://, not ftp:',
    )
    expect(await refusalOf('http: {url: "http://x/{{nope}}"}')).toMatch(
      /^ragstone\.yaml:3: http\.url: unknown placeholder/,
    )
    expect(await refusalOf('recorded: nope.csv')).toMatch(/nope\.csv: no such file$/)
  })
})
