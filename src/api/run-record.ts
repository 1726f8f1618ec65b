import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { quoted } from '../core/quoted.ts'
import type { Run, RunMetric } from '../core/run.ts'
import { RULE_JUDGE } from '../core/score.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { type Models, scoredBy } from '../pipeline/models.ts'
import { VERSION } from './version.ts'

/** A new run id: the time in UTC and four random characters, so that ids sort by age. */
export function newRunId(now: Date): string {
  const stamp = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)
  return `${stamp}-${randomBytes(2).toString('hex')}`
}

/** A metric as the run record keeps it, with the models that score it. */
export function toRunMetric(metric: ConfiguredMetric, models: Models): RunMetric {
  const judge = scoredBy(metric, models)
  const { direction, stage, scale, range, unit } = metric.definition
  const limit = (value: number) => (Number.isFinite(value) ? value : null)
  return {
    metric: metric.name,
    metric_version: metric.version,
    ...(judge === RULE_JUDGE ? {} : { judge }),
    direction,
    stage,
    scale,
    range: [limit(range[0]), limit(range[1])],
    ...(unit === undefined ? {} : { unit }),
    options: metric.given,
  }
}

/** Metrics as they are now, with those that were imported before and are not among them: nobody here can score these anew. */
export function withImported(now: readonly RunMetric[], before: readonly RunMetric[]): RunMetric[] {
  const names = new Set(now.map(({ metric }) => metric))
  return [...now, ...before.filter(({ metric, imported }) => imported !== undefined && !names.has(metric))]
}

/** What is said when a metric takes the place of imported scores of the same name; undefined when none does. */
export function replacedImports(now: readonly RunMetric[], before: readonly RunMetric[]): string | undefined {
  const own = new Set(now.flatMap(({ metric, imported }) => (imported === undefined ? [metric] : [])))
  const lost = before.filter(({ metric, imported }) => imported !== undefined && own.has(metric))
  const [first] = lost
  if (first === undefined) return undefined
  const names = lost.map(({ metric }) => metric).join(', ')
  return `imported scores are no longer shown, as the run scores these itself now: ${names}; to see both: ragstone import ${quoted(first.imported?.file ?? 'FILE')} --prefix other.`
}

/** Versions of what takes part in every run; ICU decides where Chinese words end. */
export function baseVersions(): Run['versions'] {
  const { node, icu } = process.versions
  return { ragstone: VERSION, node, ...(icu === undefined ? {} : { icu }) }
}

/** Versions of what takes part; the files that a command names are given by the hash of their content. */
export async function versionsOf(system: Record<string, unknown>, folder: string): Promise<Run['versions']> {
  const versions: Run['versions'] = baseVersions()
  const parts = [system.command, system.module, system.recorded].flat().filter((part) => typeof part === 'string')
  const base = typeof system.cwd === 'string' ? resolve(folder, system.cwd) : folder
  for (const part of parts) {
    const hash = await hashFile(resolve(base, part)).catch(() => undefined)
    if (hash !== undefined) versions[part] = hash
  }
  return versions
}

/** The first 16 hexadecimal digits of the SHA-256 of a file. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(file)) hash.update(piece)
  return hash.digest('hex').slice(0, 16)
}

/** The commit of the folder and whether files differ from it; undefined outside a git checkout. */
export async function gitState(folder: string): Promise<Run['git']> {
  const git = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)('git', ['-C', folder, ...args], { timeout: 2000, windowsHide: true })
    return stdout.trim()
  }
  try {
    const commit = await git('rev-parse', 'HEAD')
    return { commit, dirty: (await git('status', '--porcelain', '--untracked-files=no', '--', '.')) !== '' }
  } catch {
    return undefined
  }
}

/** The judge of a run whose metrics ask one, else `rule`. */
export function judgeOfRun({ judge }: Models): string {
  return judge?.fingerprint ?? RULE_JUDGE
}

/** Whether a run was made from a file of answers that hold their test cases too, and has no system to ask. */
export function isFileRun(run: Run): boolean {
  return typeof run.system.file === 'string'
}
