import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../config/load.ts'
import { resolvePath } from '../config/resolve.ts'
import { LANGUAGES } from '../core/config.ts'
import { isRagstoneError, type RagstoneError } from '../core/errors.ts'
import { openSystem } from '../systems/open.ts'
import { loadTestSet } from '../testset/load.ts'
import { refusalState } from '../text/refusal.ts'
import { type InitOptions, initProject } from './init.ts'
import { pythonCommand, pythonScript } from './templates/python.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ragstone-init-'))
  folders.push(folder)
  return folder
}

async function refused(options: InitOptions): Promise<RagstoneError> {
  const error = await initProject(options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!isRagstoneError(error)) throw new Error('expected a RagstoneError', { cause: error })
  return error
}

/** Asks the written system every question of the written test set, under each configuration. */
async function answers(folder: string) {
  const loaded = await loadConfig({ cwd: folder })
  const { test_set: file = '', system: config } = loaded.config
  const { cases } = await loadTestSet(resolvePath(loaded, file))
  if (config === undefined) throw new Error('no system was written')
  const system = await openSystem(config, { folder: loaded.folder, log: () => undefined })
  try {
    const signal = AbortSignal.timeout(15_000)
    const rows = []
    for (const { name, settings } of loaded.configurations) {
      for (const one of cases) {
        const request = {
          id: `${one.id}|${name}|1`,
          user_input: one.user_input,
          configuration: { name, settings },
          repeat: 1,
        }
        rows.push({ name, one, reply: await system.ask(request, { signal, test_case_id: one.id }) })
      }
    }
    return { loaded, cases, rows }
  } finally {
    await system.close()
  }
}

const PYTHON = pythonCommand(process.platform).command
const hasPython = spawnSync(PYTHON, ['--version']).status === 0

describe.each(LANGUAGES)('a project in %s', (language) => {
  const check = async (folder: string) => {
    const { cases, rows } = await answers(folder)
    expect(cases.length).toBeGreaterThanOrEqual(6)
    expect(cases.length).toBeLessThanOrEqual(8)
    expect(cases.filter((one) => !one.answerable)).toHaveLength(2)
    expect(rows).toHaveLength(2 * cases.length)
    for (const { reply } of rows) expect(reply.error).toBeUndefined()
    const found = (name: string) =>
      rows
        .filter((row) => row.name === name && row.one.answerable)
        .filter(({ one, reply }) =>
          reply.retrieved_contexts?.some(({ source }) => one.expected_sources?.includes(source ?? '')),
        ).length
    expect(found('base')).toBe(4)
    expect(found('top_k_2')).toBe(5)
    const refusals = rows.filter(({ reply }) => refusalState(reply.response ?? '').state === 'declined')
    expect(refusals.map(({ name, one }) => `${name} ${one.id}`)).toEqual([
      'base hours-02',
      'base unknown-01',
      'top_k_2 hours-02',
      'top_k_2 unknown-01',
    ])
  }

  it('of the default template runs at once', async () => {
    const folder = emptyFolder()
    await initProject({ folder, template: 'module', language })
    await check(folder)
  })

  it.skipIf(!hasPython)('of the Python template runs at once', async () => {
    const folder = emptyFolder()
    await initProject({ folder, template: 'python', language })
    await check(folder)
  })

  it('of the HTTP template runs once its server is started', async () => {
    const folder = emptyFolder()
    const { next } = await initProject({ folder, template: 'http', language })
    expect(next.some((line) => line.startsWith('node server.mjs'))).toBe(true)
    const port = 20_000 + Math.floor(Math.random() * 20_000)
    for (const name of ['server.mjs', 'ragstone.yaml']) {
      const path = join(folder, name)
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('8123', String(port)))
    }
    const server = spawn(process.execPath, ['server.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
    try {
      await new Promise((ready) => server.stdout.once('data', ready))
      await check(folder)
    } finally {
      server.kill()
    }
  })

  it.skipIf(!hasPython)('of the Python template goes on after an exception', async () => {
    const folder = emptyFolder()
    await initProject({ folder, template: 'python', language })
    const path = join(folder, 'rag.py')
    writeFileSync(path, readFileSync(path, 'utf8').replace('    ranked =', '    1 / len(terms("?"))\n    ranked ='))
    for (const { reply } of (await answers(folder)).rows) {
      expect(reply.error).toEqual({ code: 'reported', message: "ZeroDivisionError('division by zero')" })
    }
  })

  it('has its comments in that language', async () => {
    for (const template of ['module', 'python', 'http'] as const) {
      const folder = emptyFolder()
      const { files } = await initProject({ folder, template, language })
      const text = files.map((file) => readFileSync(file, 'utf8')).join('\n')
      const comments = (text.match(/(^| {2})(#|\/\/) .*/gm) ?? []).filter((line) => !/\$schema=|gates:/.test(line))
      expect(comments.length).toBeGreaterThan(7)
      for (const comment of comments) expect(/\p{Script=Han}/u.test(comment)).toBe(language !== 'en')
    }
  })

  it('has a Python script of at most 25 lines', () => {
    expect(pythonScript(language).trimEnd().split('\n').length).toBeLessThanOrEqual(25)
  })
})

describe('a project of recorded answers', () => {
  const row = (fields: object) => JSON.stringify(fields)
  const init = async (content: string, name = 'answers.jsonl') => {
    const folder = emptyFolder()
    writeFileSync(join(folder, name), content)
    const result = await initProject({ folder, template: 'recorded', recordedFile: join(folder, name) })
    return { folder, result }
  }

  it('has the test set, configurations and metrics that the file allows', async () => {
    const common = { user_input: 'Why: "x" # y?', reference: 'because', expected_sources: ['a.md'] }
    const { folder } = await init(
      [
        row({
          test_case_id: 'q1',
          configuration: 'small: one',
          ...common,
          response: 'because',
          retrieved_contexts: [{ text: 't', source: 'a.md' }],
        }),
        row({
          test_case_id: 'q2',
          configuration: 'small: one',
          user_input: 'And?',
          answerable: false,
          response: 'I do not know.',
        }),
        row({ test_case_id: 'q1', configuration: '2', ...common, response: 'no', retrieved_contexts: [] }),
        row({ test_case_id: 'q2', configuration: '2', user_input: 'And?', answerable: false, response: 'So.' }),
      ].join('\n'),
    )
    const { loaded, cases, rows } = await answers(folder)
    expect(cases.map(({ id, answerable }) => [id, answerable])).toEqual([
      ['q1', true],
      ['q2', false],
    ])
    expect(cases[0]).toMatchObject(common)
    expect(loaded.configurations.map(({ name }) => name)).toEqual(['small: one', '2'])
    expect(loaded.config.metrics).toEqual(['hit_rate@3', 'mrr', 'refusal', 'k_precision', 'token_recall'])
    expect(rows.map(({ reply }) => reply.response)).toEqual(['because', 'I do not know.', 'no', 'So.'])
  })

  it('understands the names of other tools, in CSV, and questions without ids', async () => {
    const { folder } = await init('question,answer,ground_truth\nWhy?,because,because\nHow?,so,thus\n', 'other.csv')
    const { loaded, cases, rows } = await answers(folder)
    expect(cases.map(({ user_input, reference }) => [user_input, reference])).toEqual([
      ['Why?', 'because'],
      ['How?', 'thus'],
    ])
    expect(loaded.config.metrics).toEqual(['refusal', 'token_recall'])
    expect(rows.map(({ reply }) => reply.response)).toEqual(['because', 'so'])
  })

  it('names a file elsewhere by its relative path', async () => {
    const outside = emptyFolder()
    writeFileSync(join(outside, 'a.jsonl'), row({ user_input: 'q', response: 'r' }))
    const folder = join(outside, 'deep', 'project')
    await initProject({ folder, template: 'recorded', recordedFile: join(outside, 'a.jsonl') })
    expect((await loadConfig({ cwd: folder })).config.system).toMatchObject({ recorded: '../../a.jsonl' })
  })

  it('keeps a long test set as jsonl', async () => {
    const { folder, result } = await init(
      Array.from({ length: 1500 }, (_, n) => row({ id: `q${n}`, user_input: `question ${n}`, response: 'r' })).join(
        '\n',
      ),
    )
    expect(result.files).toContain(join(folder, 'test_set.jsonl'))
    expect((await loadTestSet(join(folder, 'test_set.jsonl'))).cases).toHaveLength(1500)
  })

  it('is refused, with nothing written, for rows that contradict each other', async () => {
    const folder = emptyFolder()
    const recordedFile = join(folder, 'a.jsonl')
    writeFileSync(
      recordedFile,
      [
        row({ id: 'q', configuration: 'a', user_input: 'one?', response: 'r' }),
        row({ id: 'q', configuration: 'b', user_input: 'two?', response: 'r' }),
      ].join('\n'),
    )
    const error = await refused({ folder, template: 'recorded', recordedFile })
    expect(error.message).toContain('a.jsonl:2: the user_input of "q" differs from that at')
    expect(readdirSync(folder)).toEqual(['a.jsonl'])
  })

  it('is refused without a file, with a missing file, and without responses', async () => {
    const folder = emptyFolder()
    expect((await refused({ folder, template: 'recorded' })).code).toBe('missing_file')
    expect((await refused({ folder, template: 'recorded', recordedFile: join(folder, 'no.jsonl') })).code).toBe(
      'file_not_found',
    )
    writeFileSync(join(folder, 'q.jsonl'), row({ user_input: 'q' }))
    expect((await refused({ folder, template: 'recorded', recordedFile: join(folder, 'q.jsonl') })).code).toBe(
      'nothing_to_score',
    )
    expect(readdirSync(folder)).toEqual(['q.jsonl'])
  })
})

describe('initProject', () => {
  it('makes the folder, and names the files and what to type next', async () => {
    const folder = join(emptyFolder(), 'new', 'place')
    const { files, next } = await initProject({ folder, template: 'module' })
    expect(files).toEqual(['ragstone.yaml', 'test_set.yaml', 'rag.mjs', '.gitignore'].map((name) => join(folder, name)))
    expect(next).toEqual([`cd ${folder}`, 'npx ragstone run'])
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('.ragstone/\n.env\n')
  })

  it('never overwrites: it names all files in the way and writes nothing', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'rag.mjs'), 'mine')
    writeFileSync(join(folder, 'test_set.yaml'), 'mine')
    const error = await refused({ folder, template: 'module' })
    expect(error.code).toBe('file_exists')
    expect(error.message).toContain('test_set.yaml, rag.mjs')
    expect(readdirSync(folder).sort()).toEqual(['rag.mjs', 'test_set.yaml'])
    expect(readFileSync(join(folder, 'rag.mjs'), 'utf8')).toBe('mine')
  })

  it('overwrites when it is told to', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'rag.mjs'), 'mine')
    await initProject({ folder, template: 'module', force: true })
    expect(readFileSync(join(folder, 'rag.mjs'), 'utf8')).toContain('export default')
  })

  it('does not put a second configuration beside another one', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'ragstone.config.ts'), 'export default {}')
    expect((await refused({ folder, template: 'module', force: true })).message).toContain('ragstone.config.ts')
  })

  it('leaves nothing behind when a file cannot be written', async () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, '.gitignore'))
    const error = await refused({ folder, template: 'module' })
    expect(error.code).toBe('cannot_write')
    expect(readdirSync(folder)).toEqual(['.gitignore'])
    writeFileSync(join(folder, 'file'), '')
    expect((await refused({ folder: join(folder, 'file'), template: 'module' })).code).toBe('cannot_write')
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('')
  })
})
