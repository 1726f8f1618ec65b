import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { casesJsonl, folderWith, linesOf, RIGHT, ROOT, ragstone, start, systemScript } from './support/project.ts'

const CONFIG = `name: study
test_set: cases.jsonl
system: {command: [node, rag.mjs], concurrency: 2}
configurations:
  base: {top_k: 3}
  wide: {extends: base, top_k: 6}
metrics: [exact_match, hit_rate@3, refusal]
`

function project(count: number, delayMs = 0, config = CONFIG, body = RIGHT): string {
  return folderWith({
    'ragstone.yaml': config,
    'cases.jsonl': casesJsonl(count),
    'rag.mjs': systemScript(body, delayMs),
  })
}

/** The JSON report of a command that must have ended with `code`. */
async function json(folder: string, args: string[], code = 0) {
  const result = await ragstone(folder, ...args, '--json')
  expect(result.code, result.stderr).toBe(code)
  return { report: JSON.parse(result.stdout), stderr: result.stderr }
}

describe('a run from end to end', () => {
  it('asks every case under every configuration once, scores and reports', async () => {
    const folder = project(5)
    const { report } = await json(folder, ['run', '--name', 'first'])
    expect(linesOf(join(folder, 'asked.log')).sort()).toEqual(
      ['base', 'wide'].flatMap((name) => [1, 2, 3, 4, 5].map((n) => `c${n}|${name}|1`)).sort(),
    )
    expect(report.run).toMatchObject({ name: 'first', repeats: 1, test_cases: 5 })
    expect(report.run.configurations.map((one: { settings: unknown }) => one.settings)).toEqual([
      { top_k: 3 },
      { top_k: 6 },
    ])
    for (const summary of report.summaries) expect(summary).toMatchObject({ value: 1, n_scored: 5, n_total: 5, na: {} })
    expect(report.summaries).toHaveLength(6)
  })

  it('prints a report that never shows NaN or undefined, in every format', async () => {
    const folder = project(
      3,
      0,
      CONFIG,
      `if (request.user_input.endsWith('2')) return { error: 'index not loaded' }; return { response: '' }`,
    )
    await ragstone(folder, 'run')
    for (const format of ['terminal', 'markdown', 'json', 'csv']) {
      const { stdout, code } = await ragstone(folder, 'report', '--format', format)
      expect(code).toBe(0)
      expect(stdout.length).toBeGreaterThan(50)
      expect(stdout).not.toMatch(/\bNaN\b|undefined|\[object/)
    }
    const { stdout } = await ragstone(folder, 'report')
    expect(stdout).toContain('index not loaded')
  })

  it('asks nobody when it is evaluated again', async () => {
    const folder = project(4)
    await ragstone(folder, 'run')
    const { report } = await json(folder, ['evaluate', '--metric', 'token_f1'])
    expect(linesOf(join(folder, 'asked.log'))).toHaveLength(8)
    expect(report.summaries.map((one: { metric: string }) => one.metric)).toContain('token_f1')
  })

  it('runs only the named configuration and the first cases', async () => {
    const folder = project(5)
    await json(folder, ['run', '--only', 'wide', '--limit', '2', '--repeats', '2'])
    expect(linesOf(join(folder, 'asked.log')).sort()).toEqual(['c1|wide|1', 'c1|wide|2', 'c2|wide|1', 'c2|wide|2'])
  })
})

describe('resuming', () => {
  it('asks only what is missing after the process was killed', async () => {
    const folder = project(30, 20)
    const { child, finished } = start(folder, ['run'])
    while (linesOf(join(folder, 'asked.log')).length < 12) await sleep(20)
    child.kill('SIGKILL')
    await finished
    const before = linesOf(join(folder, 'asked.log')).length
    const { report } = await json(folder, ['run', '--resume'])
    const after = linesOf(join(folder, 'asked.log'))
    expect(new Set(after).size).toBe(60)
    // At most the two questions in flight were asked again.
    expect(after.length).toBeLessThanOrEqual(62)
    expect(before).toBeLessThan(60)
    for (const summary of report.summaries) expect(summary.n_total).toBe(30)
  })

  it('ends within three seconds on Ctrl-C and prints the command that goes on', async () => {
    const folder = project(50, 400)
    const { child, finished } = start(folder, ['run'])
    while (linesOf(join(folder, 'asked.log')).length < 3) await sleep(20)
    const pressed = performance.now()
    child.kill('SIGINT')
    const { code, stderr } = await finished
    expect(performance.now() - pressed).toBeLessThan(3000)
    expect(code).toBe(130)
    const command = /npx ragstone run --resume (\S+)/.exec(stderr)
    expect(command, stderr).not.toBeNull()
  })

  it('says which configuration changed and asks only that one anew', async () => {
    const folder = project(4)
    await ragstone(folder, 'run')
    writeFileSync(join(folder, 'ragstone.yaml'), CONFIG.replace('top_k: 6', 'top_k: 8'))
    const { report, stderr } = await json(folder, ['run', '--resume'])
    expect(stderr).toMatch(/configuration wide changed.*top_k 6 -> 8/)
    const asked = linesOf(join(folder, 'asked.log')).slice(8)
    expect(asked.sort()).toEqual(['c1|wide|1', 'c2|wide|1', 'c3|wide|1', 'c4|wide|1'])
    expect(report.run.configurations[1].settings).toEqual({ top_k: 8 })
    for (const summary of report.summaries) expect(summary).toMatchObject({ n_scored: 4, n_total: 4 })
  })

  it('scores a case anew when its reference changed, and asks it again only when its question did', async () => {
    const folder = project(4)
    await ragstone(folder, 'run')
    const cases = casesJsonl(4).replace('answer 1', 'something else').replace('question 3', 'question 33')
    writeFileSync(join(folder, 'cases.jsonl'), cases)
    const { report, stderr } = await json(folder, ['run', '--resume'])
    expect(stderr).toMatch(/test cases changed.*c1, c3/)
    expect(linesOf(join(folder, 'asked.log')).slice(8).sort()).toEqual(['c3|base|1', 'c3|wide|1'])
    const exact = report.summaries.find((one: { metric: string }) => one.metric === 'exact_match')
    expect(exact).toMatchObject({ value: 0.5, n_scored: 4 })
  })

  it('adds new cases and leaves the results of removed ones in place, saying so', async () => {
    const folder = project(3)
    await ragstone(folder, 'run')
    writeFileSync(join(folder, 'cases.jsonl'), casesJsonl(5).split('\n').slice(1).join('\n'))
    const { stderr } = await json(folder, ['run', '--resume'])
    expect(stderr).toMatch(/test cases added: c4, c5/)
    expect(stderr).toMatch(/no longer in the test set, left out of this run: c1/)
    expect(linesOf(join(folder, 'asked.log')).slice(6).sort()).toEqual([
      'c4|base|1',
      'c4|wide|1',
      'c5|base|1',
      'c5|wide|1',
    ])
  })

  it('scores a metric anew when its options changed, without asking the system', async () => {
    const folder = project(3)
    await ragstone(folder, 'run')
    writeFileSync(
      join(folder, 'ragstone.yaml'),
      CONFIG.replace('refusal]', 'refusal: {phrases: ["answer 1"]}]')
        .replace('refusal: {', '{refusal: {')
        .replace('}]', '}}]'),
    )
    const { report, stderr } = await json(folder, ['run', '--resume'])
    expect(stderr).toMatch(/metric refusal changed/)
    expect(linesOf(join(folder, 'asked.log'))).toHaveLength(6)
    const refusal = report.summaries.find((one: { metric: string }) => one.metric === 'refusal')
    expect(refusal.value).toBeLessThan(1)
  })

  it('keeps responses with an error unless it is told to retry them', async () => {
    const folder = project(
      3,
      0,
      CONFIG,
      `if (request.user_input.endsWith('2') && !process.env.FIXED) return { error: 'down' }; ${RIGHT}`,
    )
    await ragstone(folder, 'run')
    await ragstone(folder, 'run', '--resume')
    expect(linesOf(join(folder, 'asked.log'))).toHaveLength(6)
    writeFileSync(join(folder, 'rag.mjs'), systemScript(RIGHT))
    const { report } = await json(folder, ['run', '--resume', '--retry-errors'])
    expect(linesOf(join(folder, 'asked.log'))).toHaveLength(8)
    for (const summary of report.summaries) expect(summary).toMatchObject({ n_scored: 3, na: {} })
  })

  it('takes recorded answers anew when their file changed', async () => {
    const rows = (text: string) =>
      [1, 2].map((n) => JSON.stringify({ test_case_id: `c${n}`, response: `${text} ${n}` })).join('\n')
    const folder = folderWith({
      'ragstone.yaml': 'test_set: cases.jsonl\nsystem: {recorded: answers.jsonl}\nmetrics: [exact_match]\n',
      'cases.jsonl': casesJsonl(2),
      'answers.jsonl': rows('wrong'),
    })
    expect((await json(folder, ['run'])).report.summaries[0].value).toBe(0)
    writeFileSync(join(folder, 'answers.jsonl'), rows('answer'))
    const { report, stderr } = await json(folder, ['run', '--resume'])
    expect(stderr).toMatch(/system changed/)
    expect(report.summaries[0]).toMatchObject({ value: 1, n_scored: 2 })
  })

  it('keeps the other configurations when it is told to ask only one', async () => {
    const folder = project(3)
    await ragstone(folder, 'run')
    const { report } = await json(folder, ['run', '--resume', '--only', 'base'])
    expect(report.run.configurations.map((one: { name: string }) => one.name)).toEqual(['base', 'wide'])
    expect(linesOf(join(folder, 'asked.log'))).toHaveLength(6)
  })

  it('is complete again after a configuration and a case were removed and others added', async () => {
    const folder = project(3, 0, `${CONFIG}gates: ["exact_match >= 0.9"]\n`)
    await ragstone(folder, 'run')
    writeFileSync(join(folder, 'ragstone.yaml'), `${CONFIG.replace('wide:', 'broad:')}gates: ["exact_match >= 0.9"]\n`)
    writeFileSync(join(folder, 'cases.jsonl'), casesJsonl(4).split('\n').slice(1).join('\n'))
    const { report, stderr } = await json(folder, ['run', '--resume'])
    expect(stderr).toMatch(/configuration broad joins the run/)
    expect(stderr).toMatch(/configuration wide is no longer in the file/)
    expect(report.progress).toMatchObject([
      { configuration: 'base', collected: 3, expected: 3 },
      { configuration: 'broad', collected: 3, expected: 3 },
    ])
    expect(report.gates).toMatchObject([{ state: 'passed' }])
  })

  it('leaves the run as it was when the test set cannot be read', async () => {
    const folder = project(3)
    await ragstone(folder, 'run')
    writeFileSync(join(folder, 'cases.jsonl'), `${casesJsonl(2)}\n{"id": "x"`)
    const broken = await ragstone(folder, 'run', '--resume')
    expect(broken.code).toBe(2)
    expect(broken.stderr).toMatch(/cases\.jsonl:3/)
    const { report } = await json(folder, ['report'])
    expect(report.run.test_cases).toBe(3)
  })

  it('refuses a run that another process is at, and an unknown one', async () => {
    const folder = project(30, 100)
    const { child, finished } = start(folder, ['run'])
    while (linesOf(join(folder, 'asked.log')).length < 2) await sleep(20)
    const second = await ragstone(folder, 'run', '--resume')
    expect(second.code).toBe(2)
    expect(second.stderr).toMatch(/error: .*process/)
    child.kill('SIGINT')
    await finished
    const unknown = await ragstone(folder, 'report', 'nothing')
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toMatch(/no run "nothing"/)
  })
})

describe('gates', () => {
  it.each([
    ['exact_match >= 0.9', 0],
    ['exact_match <= 0.5', 100],
    ['id_context_recall >= 0.5', 101],
  ])('%s ends with exit code %i', async (gate, code) => {
    const folder = project(3, 0, CONFIG.replace('refusal]', `refusal, id_context_recall]\ngates: ["${gate}"]`))
    const { report } = await json(folder, ['run'], code)
    expect(report.gates).toHaveLength(1)
  })
})

describe('bad input', () => {
  it('leaves no run behind when the system cannot be started', async () => {
    const folder = project(2, 0, CONFIG.replace('[node, rag.mjs]', '[no-such-program-here]'))
    await ragstone(folder, 'run')
    expect((await ragstone(folder, 'report')).stderr).toMatch(/no runs/)
  })

  it('ends undecided when the system failed on every case', async () => {
    const folder = project(2, 0, CONFIG, `return { error: 'down' }`)
    const { code, stdout } = await ragstone(folder, 'run')
    expect(code).toBe(101)
    expect(stdout).toContain('down')
  })

  it('keeps a secret that is written literally out of store and output, and lint says so', async () => {
    const folder = project(2, 0, CONFIG.replace('concurrency: 2', 'concurrency: 2, env: {API_KEY: sk-literal-1}'))
    const { stdout, stderr } = await ragstone(folder, 'run', '--json')
    expect(stdout + stderr).not.toContain('sk-literal-1')
    expect(readFileSync(join(folder, '.ragstone', 'ragstone.db')).includes('sk-literal-1')).toBe(false)
    expect((await ragstone(folder, 'lint')).stdout).toMatch(/literal_secret/)
  })

  it('can report when a variable of the configuration is not set', async () => {
    const folder = project(2)
    await ragstone(folder, 'run')
    writeFileSync(join(folder, 'ragstone.yaml'), CONFIG.replace('top_k: 3', 'top_k: 3, key: "${NOT_SET_ANYWHERE}"'))
    expect((await ragstone(folder, 'run')).code).toBe(2)
    expect((await ragstone(folder, 'report')).code).toBe(0)
  })

  it.each([
    'judge: {provider: openai-compatible, base_url: "${NO_ADDRESS}", model: m, api_key: "${NO_KEY}", headers: {x: "${NO_X}"}}',
    'judge: {provider: ollama, base_url: "http://${NO_HOST}:${NO_PORT}", model: "${NO_MODEL}"}',
  ])('reads what is stored without the variables of %s', async (judge) => {
    const folder = project(2)
    await ragstone(folder, 'run')
    writeFileSync(join(folder, 'ragstone.yaml'), `${CONFIG}${judge}\n`)
    for (const command of [['report'], ['report', '--list'], ['export', 'scores'], ['cache']]) {
      expect([await ragstone(folder, ...command)]).toMatchObject([{ code: 0 }])
    }
    expect((await ragstone(folder, 'evaluate')).stderr).toMatch(/environment variable NO_\w+, which is not set/)
  })

  it.each([
    [
      'an unknown key',
      CONFIG.replace('repeats', 'repeats').concat('metric: [x]\n'),
      /ragstone\.yaml:\d+.*metric.*\n.*metrics/s,
    ],
    ['an unknown metric', CONFIG.replace('refusal]', 'refusl]'), /ragstone\.yaml:7.*refusl[\s\S]*refusal/],
    ['a gate on an unknown metric', `${CONFIG}gates: ["hit_rat@3 >= 0.5"]\n`, /ragstone\.yaml:\d+.*hit_rat@3/],
    [
      'a program that does not exist',
      CONFIG.replace('[node, rag.mjs]', '[no-such-program-here]'),
      /no-such-program-here/,
    ],
    ['a missing test set', CONFIG.replace('cases.jsonl', 'casis.jsonl'), /casis\.jsonl[\s\S]*cases\.jsonl/],
  ])('%s is one clear error, exit 2, no stack', async (_name, config, message) => {
    const folder = project(2, 0, config)
    const { code, stderr, stdout } = await ragstone(folder, 'run')
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
    expect(stderr).not.toMatch(/^\s+at /m)
    expect(stdout).toBe('')
  })

  it('keeps what was collected when the system dies for good, and goes on from there', async () => {
    const folder = project(
      20,
      0,
      CONFIG,
      `if (request.user_input === 'question 9' && request.configuration.name === 'base') process.exit(3); ${RIGHT}`,
    )
    const { code, stderr } = await ragstone(folder, 'run')
    // One poisonous case costs itself, not the run.
    expect(code, stderr).toBe(0)
    const { report } = await json(folder, ['report'])
    const exact = report.summaries.find((one: { metric: string }) => one.metric === 'exact_match')
    expect(exact).toMatchObject({ n_scored: 19, n_total: 20, na: { system_error: 1 } })
  })

  it('never stores or prints a value that came from the environment', async () => {
    const folder = project(
      2,
      0,
      CONFIG.replace('top_k: 3', 'top_k: 3, key: "${RAG_KEY}"'),
      `return { response: request.configuration.settings.key === 'hush-hush-1' ? 'ok' : 'no' }`,
    )
    writeFileSync(join(folder, '.env'), 'RAG_KEY=hush-hush-1\n')
    const { stdout, stderr } = await ragstone(folder, 'run', '--json')
    const { stdout: responses } = await ragstone(folder, 'export', 'responses')
    expect(responses).toContain('"response":"ok"')
    expect(stdout + stderr).not.toContain('hush-hush-1')
    expect(stdout).toContain('${RAG_KEY}')
    expect(readFileSync(join(folder, '.ragstone', 'ragstone.db')).includes('hush-hush-1')).toBe(false)
  })
})

describe("metrics of the user's own", () => {
  const metric = `import { defineMetric, scored } from 'ragstone/metrics'
export const length = defineMetric({
  name: 'length', version: 1, stage: 'generation', summary: 'characters', uses: [], direction: 'neutral',
  range: [0, Infinity], scale: 'number', needs: ['response'],
  score: (sample) => scored(sample.response.length),
})
`
  it.each(['length.ts', 'length.mjs'])('come from a module: %s', async (file) => {
    const folder = project(3, 0, CONFIG.replace('[exact_match,', `[./${file}, exact_match,`))
    writeFileSync(join(folder, file), metric)
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(ROOT, join(folder, 'node_modules', 'ragstone'), 'junction')
    const { report } = await json(folder, ['run'])
    const summary = report.summaries.find((one: { metric: string }) => one.metric === 'length')
    expect(summary).toMatchObject({ value: 8, n_scored: 3 })
  })

  it('that cannot be loaded are one clear error', async () => {
    const folder = project(2, 0, CONFIG.replace('[exact_match,', '[./missing.ts, exact_match,'))
    const { code, stderr } = await ragstone(folder, 'run')
    expect(code).toBe(2)
    expect(stderr).toMatch(/missing\.ts/)
  })
})
