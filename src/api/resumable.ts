import { basename, join } from 'node:path'
import type { LoadedConfig } from '../config/load.ts'
import { RagstoneError } from '../core/errors.ts'
import { quoted } from '../core/quoted.ts'
import type { Run } from '../core/run.ts'
import { shownPath } from '../core/shown-path.ts'
import type { Store } from '../store/store.ts'
import { requireRun } from './resume-run.ts'
import { isFileRun } from './run-record.ts'

/**
 * The stored run that `resume` names, which must have been collected from a system under this configuration file;
 * `latest` is the newest such run. RagstoneError `nothing_to_resume`, `no_system_to_ask` or `other_config`.
 */
export async function requireResumable(
  store: Store,
  loaded: LoadedConfig,
  options: { resume?: string; cwd?: string },
): Promise<Run> {
  const { resume = 'latest', cwd = process.cwd() } = options
  const newest = await requireRun(store, resume)
  const run = resume === 'latest' ? await newestOf(store, loaded, cwd) : newest
  refuseFileRun(run)
  refuseOtherConfig(run, loaded, cwd)
  return run
}

async function newestOf(store: Store, loaded: LoadedConfig, cwd: string): Promise<Run> {
  const runs = await store.listRuns()
  const own = runs.find((run) => isCollectedWith(run, loaded))
  if (own !== undefined) return own
  const there = runs.slice(0, 5).map((run) => `${run.id} (${run.name}, ${sourceOf(run)})`)
  throw new RagstoneError(
    'nothing_to_resume',
    `no run of ${shownPath(loaded.file, cwd)} in ${store.location} was collected from a system`,
    { hint: `the newest are: ${there.join(', ')}; start one: ragstone run` },
  )
}

function sourceOf(run: Run): string {
  return isFileRun(run) ? `of the answers in ${run.system.file}` : `of ${run.config_file}`
}

/** Whether a run was collected from a system under this configuration file. */
export function isCollectedWith(run: Run, loaded: LoadedConfig): boolean {
  return !isFileRun(run) && isOf(run, loaded)
}

/** Runs of older versions do not say which file they are of, and are taken for one of any. */
function isOf(run: Run, loaded: LoadedConfig): boolean {
  return run.config_file === undefined || run.config_file === basename(loaded.file)
}

/** Refuses to collect for a run that has no system. */
function refuseFileRun(run: Run): void {
  if (!isFileRun(run)) return
  const file = String(run.system.file)
  throw new RagstoneError('no_system_to_ask', `run ${run.id} (${run.name}) came from the file ${file}`, {
    hint: `go on with: ragstone evaluate ${quoted(file)} --resume ${run.id}`,
  })
}

/** Refuses to bring a run up to a configuration that it was not made with, which would replace its answers. */
function refuseOtherConfig(run: Run, loaded: LoadedConfig, cwd: string): void {
  if (isOf(run, loaded)) return
  const file = shownPath(join(loaded.folder, run.config_file ?? ''), cwd)
  throw new RagstoneError(
    'other_config',
    `run ${run.id} (${run.name}) was made with ${run.config_file}, not with ${basename(loaded.file)}`,
    { hint: `go on with: ragstone run --resume ${run.id} --config ${quoted(file)}` },
  )
}
