import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Which rooms a room may import; a room may always import itself. Mirrors the table in docs/architecture.md. */
const ROOMS: Record<string, readonly string[]> = {
  core: [],
  text: [],
  stats: [],
  files: ['core'],
  config: ['core', 'files'],
  judge: ['core', 'text'],
  systems: ['core', 'files'],
  metrics: ['core', 'text', 'judge'],
  testset: ['core', 'text', 'judge', 'files'],
  store: ['core'],
  pipeline: ['core', 'judge', 'systems', 'metrics', 'testset', 'store'],
  analysis: ['core', 'stats', 'text'],
  report: ['core', 'analysis', 'text'],
  api: [
    'core',
    'text',
    'stats',
    'files',
    'config',
    'judge',
    'systems',
    'metrics',
    'testset',
    'store',
    'pipeline',
    'analysis',
    'report',
  ],
}

/** Rooms that must not reach disk, network or other processes. */
const PURE = ['core', 'text', 'stats', 'metrics', 'analysis', 'report']
const IMPURE_MODULES = '^(node:)?(fs|net|http|https|http2|child_process|worker_threads|dgram|tls|dns)(/|$)'

function rules(): IFlattenedRuleSet {
  const forbidden: NonNullable<IFlattenedRuleSet['forbidden']> = [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'metrics-name-no-vendor',
      severity: 'error',
      from: { path: '^src/(metrics|testset|pipeline)/' },
      to: { path: '^src/judge/providers/' },
    },
  ]
  for (const [room, allowed] of Object.entries(ROOMS)) {
    forbidden.push({
      name: `${room}-imports`,
      severity: 'error',
      from: { path: `^src/${room}/` },
      to: { path: '^src/', pathNot: `^src/(${[room, ...allowed].join('|')})/` },
    })
  }
  for (const room of PURE) {
    forbidden.push({
      name: `${room}-is-pure`,
      severity: 'error',
      from: { path: `^src/${room}/`, pathNot: '\\.test\\.ts$' },
      to: { path: IMPURE_MODULES },
    })
  }
  return { forbidden }
}

async function check(folder: string): Promise<ICruiseResult> {
  const { output } = await cruise(
    ['src'],
    {
      baseDir: folder,
      validate: true,
      ruleSet: rules(),
      tsPreCompilationDeps: true,
      exclude: { path: '\\.test\\.ts$|/contract\\.ts$|/test-support/' },
      doNotFollow: { path: 'node_modules' },
      enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js', '.json'] },
    },
    { extensions: ['.ts', '.tsx', '.js'] } as never,
  )
  return output as ICruiseResult
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file))
    .map((file) => join(folder, file))
}

describe('the house', () => {
  it('has no import that the table forbids and no cycle, and the checker saw every file', async () => {
    const result = await check(root)
    const violations = result.summary.violations.map((found) => `${found.rule.name}: ${found.from} -> ${found.to}`)
    expect(violations).toEqual([])
    const seen = result.modules.filter((module) => module.source.startsWith('src/')).length
    const files = sourceFiles(join(root, 'src')).filter((file) => !/contract\.ts$|test-support/.test(file)).length
    expect(seen).toBeGreaterThanOrEqual(files)
  }, 120_000)

  it('fails when a forbidden import exists', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ragstone-layers-'))
    try {
      for (const room of ['stats', 'core', 'report', 'analysis'])
        mkdirSync(join(folder, 'src', room), { recursive: true })
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
      writeFileSync(join(folder, 'src', 'core', 'a.ts'), 'export const a = 1\n')
      writeFileSync(join(folder, 'src', 'stats', 'b.ts'), "import { a } from '../core/a.ts'\nexport const b = a\n")
      writeFileSync(
        join(folder, 'src', 'report', 'c.ts'),
        "import { readFileSync } from 'node:fs'\nexport const c = readFileSync\n",
      )
      writeFileSync(join(folder, 'src', 'analysis', 'd.ts'), "import { e } from './e.ts'\nexport const d = () => e\n")
      writeFileSync(join(folder, 'src', 'analysis', 'e.ts'), "import { d } from './d.ts'\nexport const e = () => d\n")
      const names = (await check(folder)).summary.violations.map((found) => found.rule.name)
      expect(new Set(names)).toEqual(new Set(['stats-imports', 'report-is-pure', 'no-cycle']))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }, 120_000)

  it('names every folder of src in the table', () => {
    const rooms = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(rooms.map((entry) => entry.name).sort()).toEqual([...Object.keys(ROOMS), 'cli'].sort())
  })

  it('keeps every file within 300 lines', () => {
    const long = sourceFiles(join(root, 'src'))
      .map((file) => ({
        file: relative(root, file).split(sep).join('/'),
        lines: readFileSync(file, 'utf8').split('\n').length - 1,
      }))
      .filter(({ lines }) => lines > 300)
    expect(long).toEqual([])
  })

  it('lets only cli/main.ts end the process', () => {
    const offenders = sourceFiles(join(root, 'src')).filter((file) => {
      const text = readFileSync(file, 'utf8')
      const name = relative(join(root, 'src'), file).split(sep).join('/')
      return name !== 'cli/main.ts' && /process\.exit\(/.test(text)
    })
    expect(offenders).toEqual([])
  })
})
