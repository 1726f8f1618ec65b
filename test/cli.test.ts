import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { casesJsonl, folderWith, RIGHT, ROOT, ragstone, start, systemScript } from './support/project.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0

describe('the command line', () => {
  it('shows every command with help and one example', async () => {
    const { stdout, code } = await ragstone(ROOT, '--help')
    expect(code).toBe(0)
    for (const name of ['init', 'lint', 'run', 'collect', 'evaluate', 'report', 'export', 'add-case', 'grade']) {
      expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'))
      const help = await ragstone(ROOT, name, '--help')
      expect(help.code).toBe(0)
      expect(help.stdout).toContain(`Example:\n  ragstone ${name}`)
    }
  }, 60_000)

  it('refuses an unknown command and an unknown flag with the nearest one, exit 2', async () => {
    const command = await ragstone(ROOT, 'reprot')
    expect(command.code).toBe(2)
    expect(command.stderr).toMatch(/report/)
    const flag = await ragstone(ROOT, 'run', '--limt', '3')
    expect(flag.code).toBe(2)
    expect(flag.stderr).toMatch(/--limit/)
  })

  it.each([
    [['run', '--format', 'json'], /unknown option '--format'\nhint: add --json.*npx ragstone report --format json/],
    [['report', 'a', 'b'], /too many arguments.*\nhint: write: npx ragstone report \[run\]/],
    [['export'], /missing required argument 'what'\nhint: .*responses, scores, steps, exchanges, grades or test-set/],
    [['lint', '--language', 'en'], /--language has no effect on lint\nhint: leave out --language.*npx ragstone report/],
    [['report', '--list', '--out', 'a.md'], /--out with --list.*\nhint: leave out --out/],
    [['report', '--language', 'zh-XX'], /zh-XX.*must be one of en, zh-Hant, zh-Hans/],
  ])('refuses %j in one message with a hint', async (args, message) => {
    const { code, stderr, stdout } = await ragstone(folderWith({}), ...args)
    expect(code).toBe(2)
    expect(stderr).toMatch(message)
    expect(stdout).toBe('')
  })

  it('refuses two forms of one report', async () => {
    const { code, stdout } = await ragstone(folderWith({}), 'report', '--json', '--format', 'csv')
    expect(code).toBe(2)
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'bad_flag', hint: 'leave out --json or --format csv' })
  })

  it('says how to begin in a folder without a project', async () => {
    const { code, stderr } = await ragstone(folderWith({}), 'run')
    expect(code).toBe(2)
    expect(stderr).toMatch(/ragstone init/)
  })

  it('gives errors as JSON too', async () => {
    const { code, stdout } = await ragstone(folderWith({}), 'run', '--json')
    expect(code).toBe(2)
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'config_not_found' })
  })
})

describe('init', () => {
  it('writes a project that runs at once', async () => {
    const folder = folderWith({})
    expect((await ragstone(folder, 'init')).code).toBe(0)
    const { code, stdout, stderr } = await ragstone(folder, 'run')
    expect(code, stderr).toBe(0)
    expect(stdout.split('\n')[0]).toBe(`Ragstone report: ${basename(folder)}`)
    expect(stdout).toMatch(/hit_rate@3/)
    const again = await ragstone(folder, 'init')
    expect(again.code).toBe(2)
    expect(again.stderr).toMatch(/ragstone\.yaml/)
  })

  it.skipIf(!hasPython)('writes a Python system of at most 25 lines that runs at once', async () => {
    const folder = folderWith({})
    await ragstone(folder, 'init', '--python')
    expect(readFileSync(join(folder, 'rag.py'), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(25)
    const { code, stderr } = await ragstone(folder, 'run')
    expect(code, stderr).toBe(0)
  })

  it('makes a project out of recorded answers', async () => {
    const folder = folderWith({
      'answers.csv':
        'question,answer,contexts,ground_truth\nWhen?,At nine.,"[""It opens at nine.""]",Nine.\nWho?,Ann.,"[""Ann runs it.""]",Ann.\n',
    })
    await ragstone(folder, 'init', '--recorded', 'answers.csv')
    const { code, stderr, stdout } = await ragstone(folder, 'run')
    expect(code, stderr).toBe(0)
    expect(stdout).toMatch(/2 of 2|2\/2/)
  })
})

describe('evaluate on a bare file', () => {
  const csv =
    '\ufeffid,question,answer,contexts,ground_truth\r\nq1,Is there a lift?,"Yes, in\nhall B.","[""Yes, in hall B."",""Stairs.""]",In hall B.\r\nq2,Is it free?,It costs 5 euro.,"[""Entry is free.""]",Free.\r\n'

  it('needs no project folder and becomes a run like any other', async () => {
    const folder = folderWith({ 'answers.csv': csv })
    const { code, stdout, stderr } = await ragstone(
      folder,
      'evaluate',
      'answers.csv',
      '--metric',
      'k_precision',
      '--json',
    )
    expect(code, stderr).toBe(0)
    const [summary] = JSON.parse(stdout).summaries
    expect(summary).toMatchObject({ configuration: 'base', metric: 'k_precision', n_scored: 2, n_total: 2 })
    const { stdout: exported } = await ragstone(folder, 'export', 'responses')
    expect(
      exported
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).response),
    ).toEqual(['Yes, in\nhall B.', 'It costs 5 euro.'])
  })

  it('chooses metrics that fit when none is named', async () => {
    const folder = folderWith({ 'answers.csv': csv })
    const { stdout } = await ragstone(folder, 'evaluate', 'answers.csv', '--json')
    const metrics = JSON.parse(stdout).summaries.map((one: { metric: string }) => one.metric)
    expect(metrics).toEqual(expect.arrayContaining(['k_precision', 'refusal', 'token_f1']))
  })

  it('refuses a doubled answer naming both places and leaves no run behind', async () => {
    const rows = [1, 2, 1].map((n) => JSON.stringify({ id: `q${n}`, user_input: `q${n}`, response: 'x' })).join('\n')
    const folder = folderWith({ 'a.jsonl': rows })
    const { code, stderr } = await ragstone(folder, 'evaluate', 'a.jsonl', '--metric', 'refusal')
    expect(code).toBe(2)
    expect(stderr).toMatch(/a\.jsonl:3.*a\.jsonl:1/)
    const report = await ragstone(folder, 'report')
    expect(report.stderr).toMatch(/no runs/)
  })

  it('reads fields through a mapping', async () => {
    const folder = folderWith({
      'a.jsonl': JSON.stringify({ q: { text: 'When?' }, out: 'At nine.', docs: [{ body: 'At nine.' }] }),
    })
    const { code, stderr, stdout } = await ragstone(
      folder,
      'evaluate',
      'a.jsonl',
      '--field',
      'user_input=q.text',
      '--field',
      'response=out',
      '--field',
      'retrieved_contexts=docs',
      '--metric',
      'k_precision',
      '--json',
    )
    expect(code, stderr).toBe(0)
    expect(JSON.parse(stdout).summaries[0].value).toBe(1)
  })
})

describe('lint, export, add-case, grade', () => {
  const files = {
    'ragstone.yaml': 'test_set: cases.jsonl\nsystem: {command: [node, rag.mjs]}\nmetrics: [exact_match, refusal]\n',
    'cases.jsonl': `${casesJsonl(4)}\n`,
    'rag.mjs': systemScript(RIGHT.replace("'answer '", "'=SUM(1) answer '")),
  }

  it('lists the pitfalls of a small test set', async () => {
    const { code, stdout } = await ragstone(folderWith(files), 'lint')
    expect(code).toBe(0)
    expect(stdout).toMatch(/4 cases/)
    expect(stdout).toMatch(/30/)
    expect(stdout).toMatch(/unanswerable/)
  })

  it('defuses formulas in exported CSV and names an unknown kind', async () => {
    const folder = folderWith(files)
    await ragstone(folder, 'run')
    const { stdout } = await ragstone(folder, 'export', 'responses', '--format', 'csv')
    expect(stdout).toMatch(/'=SUM\(1\)/)
    const unknown = await ragstone(folder, 'export', 'respnses')
    expect(unknown.code).toBe(2)
    expect(unknown.stderr).toMatch(/responses/)
    const parquet = await ragstone(folder, 'export', 'scores', '--format', 'parquet', '--out', 'scores.parquet')
    expect(parquet.code, parquet.stderr).toBe(0)
    expect(readFileSync(join(folder, 'scores.parquet')).subarray(0, 4).toString()).toBe('PAR1')
  })

  it('adds a case that the next run asks', async () => {
    const folder = folderWith(files)
    const added = await ragstone(
      folder,
      'add-case',
      'Can I park here?',
      '--unanswerable',
      '--tag',
      'type=boundary',
      '--id',
      'park',
    )
    expect(added.code, added.stderr).toBe(0)
    const { stdout } = await ragstone(folder, 'run', '--json')
    expect(JSON.parse(stdout).run.test_cases).toBe(5)
    const twice = await ragstone(folder, 'add-case', 'Again?', '--id', 'park')
    expect(twice.code).toBe(2)
  })

  it('writes answers to be graded and shows the marks of people in the report', async () => {
    const folder = folderWith(files)
    await ragstone(folder, 'run')
    await ragstone(folder, 'grade', '--export', 'grades.csv')
    const csv = readFileSync(join(folder, 'grades.csv'), 'utf8')
    expect(csv.split('\n')[0]?.trim()).toBe(
      'configuration,test_case_id,repeat,verdict,grader,note,run_id,user_input,reference,response',
    )
    writeFileSync(
      join(folder, 'grades.csv'),
      'configuration,test_case_id,repeat,verdict,grader,note\nbase,c1,1,right,ann,\nbase,c2,1,wrong,ann,made up\n',
    )
    const imported = await ragstone(folder, 'grade', '--import', 'grades.csv')
    expect(imported.code, imported.stderr).toBe(0)
    const { stdout } = await ragstone(folder, 'report', '--json')
    expect(JSON.parse(stdout).grades.totals).toEqual([{ configuration: 'base', right: 1, graded: 2 }])
    writeFileSync(join(folder, 'bad.csv'), 'configuration,test_case_id,repeat,verdict\nbase,c1,1,maybe\n')
    const bad = await ragstone(folder, 'grade', '--import', 'bad.csv')
    expect(bad.code).toBe(2)
    expect(bad.stderr).toMatch(/error: bad\.csv:2.*verdict/)
  })

  it('prints commands that work when pasted, lists runs and understands a country for a language', async () => {
    const folder = folderWith({})
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    writeFileSync(join(folder, 'my study.yaml'), files['ragstone.yaml'])
    const first = await ragstone(folder, 'run', '--config', 'my study.yaml', '--language', 'zh-TW')
    expect(first.stdout).toMatch(/npx ragstone report \S+ --format markdown --out report\.md --config "my study\.yaml"/)
    const { runs } = JSON.parse((await ragstone(folder, 'report', '--list', '--json')).stdout)
    expect(runs).toMatchObject([{ configurations: ['base'], kind: 'system', config_file: 'my study.yaml' }])
    const other = await ragstone(folder, 'run', '--resume', runs[0].id)
    expect(other.code).toBe(2)
    expect(other.stderr).toContain(`npx ragstone run --resume ${runs[0].id} --config "my study.yaml"`)
    const unknown = await ragstone(folder, 'report', '--only', 'bsae', '--store', join(folder, '.ragstone/ragstone.db'))
    expect(unknown.stderr).toMatch(/no configuration "bsae"\nhint: did you mean "base"/)
    const list = await ragstone(folder, 'report', '--list')
    expect(list.stdout).toContain(`${runs[0].id}  `)
    expect(list.stdout).toContain('from a system, my study.yaml')
  })

  it('lets two processes use one store at once', async () => {
    const folder = folderWith(files)
    const both = await Promise.all([
      start(folder, ['run', '--name', 'a']).finished,
      start(folder, ['run', '--name', 'b']).finished,
    ])
    expect(
      both.map((one) => one.code),
      both.map((one) => one.stderr).join(),
    ).toEqual([0, 0])
    for (const name of ['a', 'b']) {
      const { stdout } = await ragstone(folder, 'export', 'scores', name)
      expect(stdout.trim().split('\n')).toHaveLength(8)
    }
    expect(existsSync(join(folder, '.ragstone', 'ragstone.db'))).toBe(true)
  })
})

describe('one report, whichever way it is made', () => {
  it('is the same while a file is scored and read back from the store', async () => {
    const rows = [1, 2, 3, 4, 5, 6].flatMap((n) =>
      ['b', 'a'].map((configuration) =>
        JSON.stringify({
          id: `q${n}`,
          configuration,
          user_input: `question ${n}?`,
          answerable: n % 3 !== 0,
          expected_sources: ['x.md'],
          response: n % 2 === 0 ? 'I could not find that in the documents.' : `Answer ${n} [1].`,
          retrieved_contexts: [{ text: `Answer ${n}.`, source: configuration === 'a' ? 'x.md' : 'y.md' }],
          latency_ms: n,
          ...(n === 5 ? { error: 'down', response: undefined } : {}),
          ...(n === 1 ? { verdict: 'right', grader: 'ann' } : {}),
        }),
      ),
    )
    const folder = folderWith({ 'a.jsonl': rows.join('\n') })
    const metrics = ['hit_rate@3', 'refusal', 'citation_presence', 'k_precision', 'latency'].flatMap((name) => [
      '--metric',
      name,
    ])
    const live = await ragstone(folder, 'evaluate', 'a.jsonl', '--json', ...metrics)
    expect(live.code, live.stderr).toBe(0)
    const stored = await ragstone(folder, 'report', '--json')
    expect(JSON.parse(stored.stdout)).toEqual(JSON.parse(live.stdout))
    expect(JSON.parse(live.stdout)).toMatchObject({ grades: { totals: [{ right: 1 }, { right: 1 }] } })
  })

  it('goes on only with the file that a run came from', async () => {
    const row = (n: number) => JSON.stringify({ id: `q${n}`, user_input: `q${n}`, response: 'x' })
    const folder = folderWith({ 'a.jsonl': row(1), 'b.jsonl': row(2) })
    await ragstone(folder, 'evaluate', 'a.jsonl', '--metric', 'refusal')
    const other = await ragstone(folder, 'evaluate', 'b.jsonl', '--metric', 'refusal', '--resume')
    expect(other.code).toBe(2)
    expect(other.stderr).toMatch(/did not come from b\.jsonl/)
    writeFileSync(join(folder, 'a.jsonl'), `${row(1)}\n${row(3)}`)
    const same = await ragstone(folder, 'evaluate', 'a.jsonl', '--metric', 'refusal', '--resume', '--json')
    expect(JSON.parse(same.stdout).summaries[0]).toMatchObject({ n_total: 2 })
    const more = await ragstone(folder, 'evaluate', '--metric', 'k_precision', '--json')
    expect(JSON.parse(more.stdout).summaries.map((one: { metric: string }) => one.metric)).toEqual([
      'refusal',
      'k_precision',
    ])
  })
})
