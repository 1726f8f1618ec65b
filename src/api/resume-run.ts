import { describeConfigurations, describeSystem } from '../config/describe.ts'
import type { LoadedConfig } from '../config/load.ts'
import { RagstoneError } from '../core/errors.ts'
import { canonicalJson } from '../core/hash.ts'
import type { ResolvedConfiguration, Run, RunMetric } from '../core/run.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { systemIdentity } from '../pipeline/asked-key.ts'
import type { Models } from '../pipeline/models.ts'
import type { Store } from '../store/store.ts'
import { baseVersions, judgeOfRun, replacedImports, toRunMetric, versionsOf, withImported } from './run-record.ts'
import {
  checkProjectGates,
  type PreparedRun,
  readTestSet,
  type StartOptions,
  saveTestSet,
  selectConfigurations,
  storedSettings,
} from './start-run.ts'

/** The run that a reference names, or the error that there is none. */
export async function requireRun(store: Store, reference: string): Promise<Run> {
  const run = await store.findRun(reference)
  if (run !== undefined) return run
  const newest = await store.listRuns({ limit: 5 })
  if (newest.length === 0) {
    throw new RagstoneError('no_runs', `there are no runs in ${store.location}`, { hint: 'start one: ragstone run' })
  }
  throw new RagstoneError('unknown_run', `there is no run "${reference}" in ${store.location}`, {
    hint: `the newest are: ${newest.map((one) => (one.name === one.id ? one.id : `${one.id} (${one.name})`)).join(', ')}`,
  })
}

/**
 * Brings a stored run up to the project as it is now: changed test cases are replaced, new ones and new configurations
 * are added, those that are gone are left out, and what differs is said. Collecting then asks only what is missing or was
 * asked differently. A test set that cannot be read, or a smaller `limit` or `repeats` than the run has, leaves it as it
 * was (RagstoneError).
 */
export async function resumeRun(
  store: Store,
  loaded: LoadedConfig,
  metrics: readonly ConfiguredMetric[],
  models: Models,
  run: Run,
  options: StartOptions,
): Promise<PreparedRun> {
  refuseSmaller(run, options)
  const added = withImported(
    metrics.map((metric) => toRunMetric(metric, models)),
    run.metrics,
  )
  checkProjectGates(loaded, added)
  const { limit = run.selection.limit } = options
  await readTestSet(loaded, limit)
  const now = selectNow(run, loaded, options.only)
  const system = describeSystem(loaded)
  const versions = await versionsOf(system, loaded.folder)
  const changes = [
    ...compareSystem(run, system, versions),
    ...compareConfigurations(run, now),
    ...compareMetrics(run, added),
    ...compareVersions(run, versions, system.recorded),
  ]
  const cases = await updateTestSet(store, run, loaded, limit)
  const only =
    run.selection.only === undefined ? undefined : [...new Set([...run.selection.only, ...(options.only ?? [])])]
  const resumed: Run = {
    ...run,
    configurations: now.recorded,
    system,
    repeats: options.repeats ?? run.repeats,
    test_set_hash: cases.hash,
    test_cases: cases.size,
    left_out: cases.leftOut,
    selection: { ...(only === undefined ? {} : { only }), ...(limit === undefined ? {} : { limit }) },
    metrics: added,
    judge: judgeOfRun(models),
    versions,
    origins: loaded.origins,
    gates: [...loaded.config.gates],
  }
  await store.updateRun(resumed)
  return {
    run: resumed,
    configurations: now.asked,
    storedSettings: storedSettings(loaded),
    leftOut: new Set(cases.leftOut),
    changes: [...changes, ...cases.changes],
  }
}

/** Answers that are stored do not go away: a run can be made larger, never smaller. */
function refuseSmaller(run: Run, { limit, repeats }: StartOptions): void {
  const refuse = (flag: string, has: string) =>
    new RagstoneError('smaller_run', `run ${run.id} has ${has} already; --${flag} cannot make it smaller`, {
      hint: `leave out --${flag}, or --resume to start a new run`,
    })
  if (repeats !== undefined && repeats < run.repeats) throw refuse(`repeats ${repeats}`, `${run.repeats} repeats`)
  if (limit !== undefined && run.test_cases !== null && limit < run.test_cases) {
    throw refuse(`limit ${limit}`, `${run.test_cases} test cases`)
  }
}

/** The configurations that are asked now, with real settings, and those that the run consists of, as they may be stored. */
interface Selected {
  asked: ResolvedConfiguration[]
  recorded: ResolvedConfiguration[]
}

function selectNow(run: Run, loaded: LoadedConfig, only: readonly string[] | undefined): Selected {
  const known = loaded.configurations.map(({ name }) => name)
  const wanted = only ?? run.selection.only?.filter((name) => known.includes(name))
  const asked = wanted?.length === 0 ? [] : selectConfigurations(loaded.configurations, wanted)
  const names = new Set([...asked, ...run.configurations].map(({ name }) => name))
  return { asked, recorded: describeConfigurations(loaded).filter(({ name }) => names.has(name)) }
}

/** Saves the test set as it is now; what is stored of cases that are gone stays, marked as left out. */
async function updateTestSet(store: Store, run: Run, loaded: LoadedConfig, limit: number | undefined) {
  const before = new Set<string>()
  for await (const testCase of store.testCases(run.id)) before.add(testCase.id)
  const { hash, ids, replaced } = await saveTestSet(store, run.id, loaded, limit)
  const leftOut = [...before].filter((id) => !ids.has(id))
  const shown = new Set(run.left_out)
  const added = [...ids].filter((id) => !before.has(id) || shown.has(id))
  const gone = leftOut.filter((id) => !shown.has(id))
  const changes: string[] = []
  if (replaced.length > 0) {
    changes.push(`test cases changed, scored anew and asked anew where the question changed: ${listed(replaced)}`)
  }
  if (added.length > 0 && before.size > 0) changes.push(`test cases added: ${listed(added)}`)
  if (gone.length > 0) changes.push(`no longer in the test set, left out of this run: ${listed(gone)}`)
  return { hash, size: ids.size, leftOut, changes }
}

function compareSystem(run: Run, system: Run['system'], versions: Run['versions']): string[] {
  const before = canonicalJson(systemIdentity(run.system, run.versions))
  const now = canonicalJson(systemIdentity(system, versions))
  return before === now ? [] : [`the system changed, all its responses are asked anew: ${before} -> ${now}`]
}

function compareConfigurations(run: Run, { recorded }: Selected): string[] {
  const changes = recorded.flatMap((now): string[] => {
    const before = run.configurations.find((one) => one.name === now.name)
    if (before === undefined) return [`configuration ${now.name} joins the run`]
    const differences = settingDifferences(before.settings, now.settings)
    return differences.length === 0
      ? []
      : [`configuration ${now.name} changed and is asked anew: ${differences.join(', ')}`]
  })
  const gone = run.configurations.filter((before) => !recorded.some((one) => one.name === before.name))
  return [
    ...changes,
    ...gone.map(({ name }) => `configuration ${name} is no longer in the file and left out of this run`),
  ]
}

function settingDifferences(before: Record<string, unknown>, now: Record<string, unknown>): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  const show = (settings: Record<string, unknown>, key: string) =>
    key in settings ? canonicalJson(settings[key]) : 'unset'
  return keys
    .filter((key) => show(before, key) !== show(now, key))
    .map((key) => `${key} ${show(before, key)} -> ${show(now, key)}`)
}

function compareMetrics(run: Run, metrics: readonly RunMetric[]): string[] {
  const replaced = replacedImports(metrics, run.metrics)
  const changes = metrics.flatMap((now) => {
    const before = run.metrics.find((one) => one.metric === now.metric)
    if (before === undefined || before.imported !== undefined) return []
    if (before.metric_version !== now.metric_version) {
      const versions = `version ${before.metric_version} -> ${now.metric_version}`
      return [`metric ${now.metric} changed (${versions}) and is scored anew`]
    }
    if (before.judge === now.judge) return []
    return [
      `metric ${now.metric} has another judge (${before.judge ?? 'rule'} -> ${now.judge ?? 'rule'}) and is scored anew`,
    ]
  })
  return replaced === undefined ? changes : [...changes, replaced]
}

function compareVersions(run: Run, now: Run['versions'], recorded: unknown): string[] {
  return Object.keys(now)
    .filter((part) => !(part in baseVersions()) && part !== recorded)
    .filter((part) => run.versions[part] !== undefined && run.versions[part] !== now[part])
    .map((file) => `${file} changed since the run began; answers stored before stay (a new run asks all of them again)`)
}

function listed(ids: readonly string[]): string {
  const shown = ids.slice(0, 8).join(', ')
  return ids.length > 8 ? `${shown} and ${ids.length - 8} more` : shown
}
