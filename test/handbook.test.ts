import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const folder = join(import.meta.dirname, '..', 'examples', 'handbook')

interface Case {
  id: string
  user_input: string
  reference?: string
  expected_sources?: string[]
  expected_source?: null
  tags: { type: string; phrasing: string; source: string }
}
type Settings = Record<string, unknown>
interface Reply {
  id?: string
  response?: string
  retrieved_contexts?: { text: string; source: string; id: string; score: number }[]
  error?: string
}

const documents = new Map(
  readdirSync(join(folder, 'documents')).map((name) => [name, readFileSync(join(folder, 'documents', name), 'utf8')]),
)
const cases: Case[] = parse(readFileSync(join(folder, 'test_set.yaml'), 'utf8'))
const answerable = cases.filter((one) => one.expected_source !== null)
const unanswerable = cases.filter((one) => one.expected_source === null)
const declared: Record<string, Settings> = parse(readFileSync(join(folder, 'ragstone.yaml'), 'utf8')).configurations
const configurations = Object.fromEntries(Object.keys(declared).map((name) => [name, resolve(name)]))

function resolve(name: string): Settings {
  const { extends: base, ...own } = declared[name] ?? {}
  return typeof base === 'string' ? { ...resolve(base), ...own } : own
}

function requestOf(one: Case, name: string) {
  const settings = configurations[name] ?? {}
  return { id: `${one.id}|${name}|1`, user_input: one.user_input, configuration: { name, settings }, repeat: 1 }
}

async function ask(lines: string[]): Promise<string> {
  const child = spawn(process.execPath, ['rag.mjs'], { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  return text(child.stdout)
}

function read(output: string): Reply[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

describe('the test set of the handbook example', () => {
  it('has enough documents, cases and cases without an answer', () => {
    expect(documents.size).toBeGreaterThanOrEqual(12)
    expect(cases.length).toBeGreaterThanOrEqual(36)
    expect(unanswerable.length).toBeGreaterThanOrEqual(8)
  })

  it('names every case once', () => {
    expect(new Set(cases.map((one) => one.id)).size).toBe(cases.length)
  })

  it('tags every case with its type, its phrasing and where its answer stands', () => {
    for (const { id, tags, expected_source } of cases) {
      expect(['factual', 'how_to', 'comparison', 'boundary'], id).toContain(tags.type)
      expect(['formal', 'colloquial', 'vague'], id).toContain(tags.phrasing)
      expect(expected_source === null ? ['none'] : ['text', 'table', 'both'], id).toContain(tags.source)
    }
  })

  it('gives every answerable case a reference and expects documents that exist', () => {
    for (const { id, reference, expected_sources } of answerable) {
      expect(reference, id).toMatch(/\S/)
      expect(expected_sources, id).not.toHaveLength(0)
      for (const source of expected_sources ?? []) expect(documents.has(source), `${id}: ${source}`).toBe(true)
    }
  })

  it('takes every figure of a reference from the expected documents, or works it out from two of them', () => {
    const derived: Record<string, string[]> = { 'overseas-03': ['900'], 'hours-04': ['250'], 'parking-05': ['80'] }
    for (const { id, reference, expected_sources } of answerable) {
      const handbook = (expected_sources ?? []).map((source) => documents.get(source)).join('\n')
      const figures = reference?.match(/\d[\d,.:]*\d|\d/g) ?? []
      const missing = figures.filter((figure) => !handbook.includes(figure) && !derived[id]?.includes(figure))
      expect(missing, id).toEqual([])
    }
  })

  it('asks in words of its own: no question repeats eight characters of a document in a row', () => {
    const handbook = [...documents.values()].join('\n')
    const copied = cases.filter(({ user_input: question }) =>
      Array.from({ length: Math.max(0, question.length - 7) }, (_, i) => question.slice(i, i + 8)).some((run) =>
        handbook.includes(run),
      ),
    )
    expect(copied.map((one) => one.id)).toEqual([])
  })
})

describe('the configurations of the handbook example', () => {
  const derivedNames = Object.keys(declared).filter((name) => declared[name]?.extends !== undefined)

  it('are six, with one that the others build on', () => {
    expect(Object.keys(declared)).toHaveLength(6)
    expect(derivedNames).toHaveLength(5)
  })

  it.each(derivedNames)('%s changes exactly one setting of the configuration that it extends', (name) => {
    const base = resolve(String(declared[name]?.extends))
    const changed = Object.entries(resolve(name)).filter(([key, value]) => base[key] !== value)
    expect(changed).toHaveLength(1)
  })
})

describe('the system of the handbook example', () => {
  const requests = Object.keys(declared).flatMap((name) => cases.map((one) => requestOf(one, name)))
  let output = ''
  let replies = new Map<string | undefined, Reply>()

  beforeAll(async () => {
    output = await ask(requests.map((request) => JSON.stringify(request)))
    replies = new Map(read(output).map((reply) => [reply.id, reply]))
  })

  const contextsOf = (one: Case, name: string) => replies.get(`${one.id}|${name}|1`)?.retrieved_contexts ?? []
  const responseOf = (one: Case, name: string) => replies.get(`${one.id}|${name}|1`)?.response ?? ''
  const isHit = (one: Case, name: string) =>
    contextsOf(one, name).some(({ source }) => one.expected_sources?.includes(source) === true)
  const declines = (one: Case, name: string) => responseOf(one, name) === '手冊裡找不到這個問題的答案。'

  it('answers every question of every configuration once, from chunks of its documents', () => {
    expect(read(output)).toHaveLength(requests.length)
    for (const request of requests) {
      const reply = replies.get(request.id)
      expect(reply?.error).toBeUndefined()
      expect(reply?.response, request.id).toMatch(/\S/)
      const contexts = reply?.retrieved_contexts ?? []
      expect(contexts.length).toBeLessThanOrEqual(Number(request.configuration.settings.top_k))
      for (const { id, source } of contexts) {
        expect(documents.has(source)).toBe(true)
        expect(id.startsWith(`${source}#`)).toBe(true)
      }
    }
  })

  it('cites in every answer a chunk that it retrieved', () => {
    for (const name of Object.keys(declared)) {
      for (const one of cases.filter((each) => !declines(each, name))) {
        const markers = [...responseOf(one, name).matchAll(/\[(\d+)\]/g)].map(([, marker]) => Number(marker))
        expect(markers.length).toBeGreaterThan(0)
        for (const marker of markers) expect(contextsOf(one, name)[marker - 1]).toBeDefined()
      }
    }
  })

  it('gives the same replies in a second run, byte for byte', async () => {
    expect(await ask(requests.map((request) => JSON.stringify(request)))).toBe(output)
  })

  it('gives the same replies as a module', async () => {
    const module = await import(pathToFileURL(join(folder, 'module.mjs')).href)
    for (const request of requests.slice(0, cases.length)) {
      expect({ id: request.id, ...(await module.default(request)) }).toEqual(replies.get(request.id))
    }
  })

  it('retrieves tables and captions only where they are indexed', () => {
    const tables = (name: string) => cases.flatMap((one) => contextsOf(one, name)).filter(isTable)
    expect(tables('text_k6')).toEqual([])
    expect(tables('tables_k3').length).toBeGreaterThan(0)
  })

  it('finds the documents of questions about tables more often once tables are indexed', () => {
    const hits = (name: string) => answerable.filter((one) => one.tags.source === 'table' && isHit(one, name)).length
    expect(hits('tables_k3')).toBeGreaterThan(hits('text_k3'))
  })

  it('keeps what it found when it may bring more chunks', () => {
    for (const one of cases) {
      expect(contextsOf(one, 'titles_k6').slice(0, 3)).toEqual(contextsOf(one, 'titles_k3'))
      expect(contextsOf(one, 'text_k6').slice(0, 3)).toEqual(contextsOf(one, 'text_k3'))
    }
    const hits = (name: string) => answerable.filter((one) => isHit(one, name)).length
    expect(hits('text_k6')).toBeGreaterThan(hits('text_k3'))
    expect(hits('titles_k6')).toBeGreaterThan(hits('titles_k3'))
  })

  it('declines more under the strict prompt, rightly and wrongly, from the same chunks', () => {
    for (const one of cases) {
      expect(contextsOf(one, 'titles_k6_strict')).toEqual(contextsOf(one, 'titles_k6'))
      if (declines(one, 'titles_k6')) expect(declines(one, 'titles_k6_strict')).toBe(true)
    }
    for (const group of [answerable, unanswerable]) {
      const declined = (name: string) => group.filter((one) => declines(one, name)).length
      expect(declined('titles_k6_strict')).toBeGreaterThan(declined('titles_k6'))
    }
  })

  it('reports a line that is not JSON and a setting that it does not know, and goes on', async () => {
    const good = requestOf(cases[0] as Case, 'text_k3')
    const bad = { ...good, id: 'bad', configuration: { name: 'typo', settings: { topk: 3 } } }
    const [garbled, refused, answered] = read(await ask(['{', JSON.stringify(bad), JSON.stringify(good)]))
    expect(garbled?.error).toBeDefined()
    expect(refused).toMatchObject({ id: 'bad', error: expect.stringContaining('topk') })
    expect(answered?.response).toMatch(/\S/)
  })

  it('declines a question of words that stand nowhere in the handbook, and an empty one', async () => {
    const odd = ['quantum chromodynamics', '', '的了嗎'].map((user_input, i) =>
      JSON.stringify({ ...requestOf(cases[0] as Case, 'text_k3'), id: String(i), user_input }),
    )
    for (const reply of read(await ask(odd))) {
      expect(reply).toMatchObject({ response: '手冊裡找不到這個問題的答案。', retrieved_contexts: [] })
    }
  })
})

function isTable({ text, source }: { text: string; source: string }): boolean {
  return text.includes('\n') || /^圖 \d+/.test(text) || documents.get(source)?.includes(text) === false
}
