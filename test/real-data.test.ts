import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderWith, ROOT, ragstone } from './support/project.ts'

const shared = join(ROOT, '..', 'shared')
const nomiracl = join(shared, 'data', 'nomiracl-zh', 'zh_visible.jsonl')
const mtrag = join(shared, 'data', 'mtrag-human-eval', 'responses.jsonl')
const measles = join(shared, 'cases', 'measles-study.json')

interface Query {
  query_id: string
  prompt: string
  subset: 'relevant' | 'non_relevant'
  results: Record<string, string>
}

describe('real data through the whole program', () => {
  it.skipIf(!existsSync(nomiracl))(
    'scores the refusals of eleven models as recorded answers of eleven configurations',
    async () => {
      const queries = readFileSync(nomiracl, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Query)
      const models = Object.keys(queries[0]?.results ?? {})
      expect(models).toHaveLength(11)
      const cases = queries.map((query) => ({
        id: `${query.query_id}|${query.subset}`,
        user_input: `${query.prompt.split('QUESTION:\n')[1]?.split('\n')[0]} (${query.query_id}, ${query.subset})`,
        answerable: query.subset === 'relevant',
      }))
      const answers = queries.flatMap((query) =>
        models.map((model) => ({
          test_case_id: `${query.query_id}|${query.subset}`,
          configuration: model,
          response: query.results[model],
        })),
      )
      const folder = folderWith({
        'ragstone.yaml': `test_set: cases.jsonl\nsystem: {recorded: answers.jsonl, concurrency: 16}\nmetrics: [refusal]\nconfigurations:\n${models.map((model) => `  ${model}: {}`).join('\n')}\n`,
        'cases.jsonl': cases.map((one) => JSON.stringify(one)).join('\n'),
        'answers.jsonl': answers.map((one) => JSON.stringify(one)).join('\n'),
      })
      const { stdout, stderr, code } = await ragstone(folder, 'run', '--json')
      expect(code, stderr).toBe(0)
      const report = JSON.parse(stdout)
      expect(report.refusals).toHaveLength(11)
      const table = (name: RegExp) =>
        report.refusals.find((one: { configuration: string }) => name.test(one.configuration))
      // These two models reply with the fixed phrases alone, so the published counts must come out.
      expect(table(/gpt-4/)).toMatchObject({
        unanswerable: { answered: 62, declined: 85 },
        answerable: { answered: 143, declined: 9 },
      })
      expect(table(/gpt-3\.5|gpt-35/)).toMatchObject({
        unanswerable: { answered: 78, declined: 69 },
        answerable: { answered: 144, declined: 8 },
      })
      for (const one of report.refusals) {
        const sum = (row: Record<string, number>) => Object.values(row).reduce((total, n) => total + n, 0)
        expect([sum(one.answerable), sum(one.unanswerable)]).toEqual([152, 147])
      }
    },
    120_000,
  )

  it.skipIf(!existsSync(mtrag))(
    'reads 252 foreign responses through a field mapping and reports k_precision and rouge_l',
    async () => {
      const folder = folderWith({})
      const { stdout, stderr, code } = await ragstone(
        folder,
        'evaluate',
        mtrag,
        '--json',
        '--metric',
        'k_precision',
        '--metric',
        'rouge_l',
        '--field',
        'id=task_id',
        '--field',
        'user_input=conversation[-1].text',
        '--field',
        'retrieved_contexts=contexts',
        '--field',
        'configuration=config',
      )
      expect(code, stderr).toBe(0)
      const { run, summaries } = JSON.parse(stdout)
      expect(run.test_cases).toBe(84)
      expect(summaries).toHaveLength(6)
      for (const summary of summaries) {
        expect(summary.n_total).toBe(84)
        if (summary.metric === 'rouge_l' && summary.configuration === 'reference') expect(summary.value).toBe(1)
        expect(summary.value).toBeGreaterThan(0)
        // Where every question scores alike there is no interval, and it is said.
        if (summary.low === null) expect(summary).toMatchObject({ value: 1, high: null, interval_method: null })
        else expect(summary.low <= summary.value && summary.value <= summary.high).toBe(true)
      }
    },
    120_000,
  )

  it.skipIf(!existsSync(measles))(
    'shows the six-configuration study: tags, configurations, marks and totals',
    async () => {
      const study = JSON.parse(readFileSync(measles, 'utf8'))
      const names = Object.keys(study.configurations)
      const source = ['text', 'image', 'text', 'text', 'text', 'both', 'both', 'text']
      const cases = study.questions.map((id: string, index: number) => ({
        id,
        user_input: `${id}?`,
        reference: 'r',
        tags: { source: source[index] },
      }))
      const rows = names.flatMap((name) =>
        study.questions.map((id: string, index: number) => ({
          test_case_id: id,
          configuration: name,
          response: study.configurations[name].marks[index] === 1 ? 'r' : 'other',
        })),
      )
      const grades = names.flatMap((name) =>
        study.questions.map(
          (id: string, index: number) =>
            `${name},${id},1,${study.configurations[name].marks[index] === 1 ? 'right' : 'wrong'},author,`,
        ),
      )
      const folder = folderWith({
        'ragstone.yaml': `test_set: cases.jsonl\nsystem: {recorded: rows.jsonl}\nmetrics: [exact_match, k_precision]\nconfigurations: ${JSON.stringify(Object.fromEntries(names.map((name) => [name, study.configurations[name].settings])))}\n`,
        'cases.jsonl': cases.map((one: unknown) => JSON.stringify(one)).join('\n'),
        'rows.jsonl': rows.map((one) => JSON.stringify(one)).join('\n'),
        'grades.csv': `configuration,test_case_id,repeat,verdict,grader,note\n${grades.join('\n')}\n`,
      })
      const lint = await ragstone(folder, 'lint')
      expect(lint.stdout).toMatch(/source: .*text 5.*image 1|source: .*image 1.*text 5/)
      const ran = await ragstone(folder, 'run')
      expect(ran.code, ran.stderr).toBe(0)
      await ragstone(folder, 'grade', '--import', 'grades.csv')
      const { stdout } = await ragstone(folder, 'report', '--json')
      const report = JSON.parse(stdout)
      const totals = Object.fromEntries(
        report.grades.totals.map((one: { configuration: string; right: number }) => [one.configuration, one.right]),
      )
      expect(totals).toEqual(study.expected.totals)
      // Cells without a score are counted with their reason and kept out of the mean.
      const missing = report.summaries.filter((one: { metric: string }) => one.metric === 'k_precision')
      for (const summary of missing)
        expect(summary).toMatchObject({ value: null, n_scored: 0, n_total: 8, na: { missing_field: 8 } })
      const terminal = await ragstone(folder, 'report')
      for (const name of names) expect(terminal.stdout).toContain(name)
      expect(terminal.stdout).not.toMatch(/NaN|undefined/)
    },
    120_000,
  )
})
