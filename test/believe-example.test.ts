import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_BAR } from '../src/analysis/trust/build-trust.ts'
import { LEAST_CLUSTERS, LEAST_OF_A_CLASS } from '../src/analysis/trust/line-verdict.ts'
import type { TrustReport } from '../src/index.ts'
import { formatRate } from '../src/text/format-number.ts'
import { headingsOf } from './support/headings.ts'
import { ROOT, ragstone } from './support/project.ts'

const EXAMPLE = join(ROOT, 'examples', 'believe')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const README = read('examples/believe/README.md')
const GUIDE = read('docs/trust.md')

/** The commands in the first `sh` block of a page, as arguments. */
function commandsOf(text: string): string[][] {
  const block = /^```sh\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? ''
  return block
    .trim()
    .split('\n')
    .map((line) =>
      line
        .replace(/\s+#.*$/, '')
        .replace(/^npx ragstone /, '')
        .split(' '),
    )
}

/** Outputs shown in a page: blocks without a language that hold no command. */
function outputsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```([a-z]*)\n([\s\S]*?)^```$/gm)]
  return blocks.flatMap(([, language, block = '']) => (language === '' && !block.startsWith('npx ') ? [block] : []))
}

/** Lines without what differs from run to run. */
function lines(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const shown = line
      .trimEnd()
      .replace(/\d{8}-\d{6}-[0-9a-f]{4}/g, 'RUN')
      .replace(/RUN, \d{4}-\d\d-\d\d.*$/, 'RUN, DATE')
    return shown === '' || shown === '...' ? [] : [shown]
  })
}

/** The first line of a shown block that does not follow, in order, in the real output. */
function staleLine(shown: string, real: string): string | undefined {
  const all = lines(real)
  let at = 0
  return lines(shown).find((line) => {
    const found = all.indexOf(line, at)
    at = found + 1
    return found < 0
  })
}

describe('examples/believe', () => {
  let folder: string
  let report: TrustReport
  /** What the commands of the pages print, in turn. */
  let printed = ''

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ragstone-believe-'))
    for (const name of readdirSync(EXAMPLE)) {
      if (/\.(jsonl|csv)$/.test(name)) copyFileSync(join(EXAMPLE, name), join(folder, name))
    }
    for (const args of [...commandsOf(README), ['trust', '--grader', 'ben']]) {
      const { code, stdout, stderr } = await ragstone(folder, ...args)
      if (code !== 0) throw new Error(`ragstone ${args.join(' ')} ended with ${code}\n${stderr}`)
      printed += stdout
    }
    report = JSON.parse((await ragstone(folder, 'trust', '--json')).stdout)
  }, 180_000)

  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

  it('has the verdicts that its page tells of', () => {
    expect([report.n_right, report.n_wrong, report.clusters, report.labels.split_total]).toEqual([28, 17, 24, 3])
    expect(Object.fromEntries(report.metrics.map(({ metric, verdict }) => [metric, verdict]))).toEqual({
      faithfulness: 'separates',
      token_f1: 'undecided',
      k_precision: 'undecided',
      answer_relevancy: 'undecided',
    })
  })

  it('separates better by the judge than by counting shared words', () => {
    const difference = report.metrics.find(({ metric }) => metric === 'faithfulness')?.against_baseline
    expect(difference?.low).toBeGreaterThan(0)
  })

  it('takes the grades of both people for random samples', async () => {
    const { stdout } = await ragstone(folder, 'trust', '--grader', 'ben', '--json')
    expect(JSON.parse(stdout).labels).toMatchObject({ graded: 24, responses: 48, sampling: 'random' })
    expect(report.labels).toMatchObject({ graders: ['ann', 'ben'], sampling: 'all' })
  }, 60_000)

  it('is read in its page with the figures that there are', () => {
    const judge = report.metrics.find(({ metric }) => metric === 'faithfulness')
    const auc = judge?.auc ?? Number.NaN
    expect(README).toContain(`in ${Math.round(auc * 100)} of 100 (AUC ${formatRate(auc)})`)
    expect(README).toContain(`right answers have ${formatRate(judge?.mean_right ?? Number.NaN)} of \`faithfulness\``)
    const other = report.metrics.find(({ metric }) => metric === 'answer_relevancy')
    const [mean, area, high] = [other?.mean_right, other?.auc, other?.high].map((one) => formatRate(one ?? Number.NaN))
    const guide = GUIDE.replace(/\s+/g, ' ')
    expect(guide).toContain(`right answers have ${formatRate(judge?.mean_right ?? Number.NaN)} of it`)
    expect(guide).toContain(`looks better, with ${mean}, and tells little`)
    expect(guide).toContain(`(AUC ${area}, at most ${high})`)
    expect(README.replace(/\s+/g, ' ')).toContain(`its AUC is at most ${high}`)
    const pair = report.human?.pairs[0]
    const agreement = Math.round((pair?.agreement.value ?? Number.NaN) * 100)
    expect(README.replace(/\s+/g, ' ')).toContain(`agree on ${agreement} % of the ${pair?.n} that both have read`)
  })

  it.each([
    ['examples/believe/README.md', README, 2],
    ['docs/trust.md', GUIDE, 4],
    ['README.md', read('README.md').split('## Which numbers can you believe?')[1] ?? '', 1],
  ])('is shown in %s as the commands print it', (path, text, blocks) => {
    const shown = outputsOf(text.split('\n## More\n')[0] ?? '')
    expect(shown.length, path).toBe(blocks)
    for (const block of shown)
      expect(staleLine(block, printed), `not printed, or not in this order, ${path}`).toBeUndefined()
  })

  it('is tried in docs/trust.md by the commands of its own page, but for the report', () => {
    expect(commandsOf(README).slice(0, -1)).toEqual(commandsOf(GUIDE))
    expect(commandsOf(README).at(-1)).toEqual(['report'])
  })
})

describe('docs/trust.md', () => {
  it('links only to pages and headings that exist', () => {
    const links = [...GUIDE.matchAll(/\]\(([^)#]*)(?:#([^)]+))?\)/g)]
    expect(links.length).toBeGreaterThan(5)
    for (const [, file = '', anchor] of links) {
      const text = file === '' ? GUIDE : read(`docs/${file}`)
      if (anchor !== undefined) expect(headingsOf(text), `${file}#${anchor}`).toContain(anchor)
    }
  })

  it('has the limits of the verdicts as they are', () => {
    expect(GUIDE).toContain(`fewer than ${LEAST_OF_A_CLASS} right or ${LEAST_OF_A_CLASS} wrong answers`)
    expect(GUIDE).toContain(`fewer than ${LEAST_CLUSTERS} questions`)
    expect(GUIDE).toContain(`below the bar (${DEFAULT_BAR}; \`--bar\`)`)
  })
})
