import { describeConfigurations, describeSystem } from '../config/describe.ts'
import type { LoadedConfig } from '../config/load.ts'
import { RagstoneError } from '../core/errors.ts'
import { canonicalJson } from '../core/hash.ts'
import type { ResolvedConfiguration, Run } from '../core/run.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { systemIdentity } from '../pipeline/asked-key.ts'
import type { Store } from '../store/store.ts'
import { baseVersions, toRunMetric, versionsOf } from './run-record.ts'
import { type PreparedRun, type StartOptions, saveTestSet, selectConfigurations, storedSettings } from './start-run.ts'

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
 * are added, and what differs is said. Collecting then asks only what is missing or was asked differently.
 */
export async function resumeRun(
  store: Store,
  loaded: LoadedConfig,
  metrics: readonly ConfiguredMetric[],
  reference: string,
  options: StartOptions,
): Promise<PreparedRun> {
  const run = await requireRun(store, reference)
  const selection = { only: options.only ?? run.selection.only, limit: options.limit ?? run.selection.limit }
  const { kept, changes } = compareConfigurations(run, loaded, selection.only)
  changes.push(...compareMetrics(run, metrics))
  const system = describeSystem(loaded)
  const versions = await versionsOf(system, loaded.folder)
  changes.unshift(...compareSystem(run, system, versions))
  changes.push(...compareVersions(run, versions, system.recorded))

  const before = new Set<string>()
  for await (const testCase of store.testCases(run.id)) before.add(testCase.id)
  const saved = await saveTestSet(store, run.id, loaded, selection.limit)
  const removed = new Set([...before].filter((id) => !saved.ids.has(id)))
  const added = [...saved.ids].filter((id) => !before.has(id))
  if (saved.replaced.length > 0) changes.push(`test cases changed and are scored anew: ${listed(saved.replaced)}`)
  if (added.length > 0 && before.size > 0) changes.push(`test cases added: ${listed(added)}`)
  if (removed.size > 0)
    changes.push(`no longer in the test set, their results stay in this run: ${listed([...removed])}`)

  const described = describeConfigurations(loaded)
  const gone = run.configurations.filter((old) => !described.some((one) => one.name === old.name))
  const resumed: Run = {
    ...run,
    configurations: [...described.filter(({ name }) => kept.some((one) => one.name === name)), ...gone],
    system,
    repeats: options.repeats ?? run.repeats,
    test_set_hash: saved.hash,
    test_cases: saved.ids.size + removed.size,
    metrics: metrics.map(toRunMetric),
    versions,
    origins: loaded.origins,
    gates: [...loaded.config.gates],
  }
  await store.updateRun(resumed)
  return { run: resumed, configurations: kept, storedSettings: storedSettings(loaded), removed, changes }
}

function compareSystem(run: Run, system: Run['system'], versions: Run['versions']): string[] {
  const before = canonicalJson(systemIdentity(run.system, run.versions))
  const now = canonicalJson(systemIdentity(system, versions))
  return before === now ? [] : [`the system changed, all its responses are asked anew: ${before} -> ${now}`]
}

function compareConfigurations(
  run: Run,
  loaded: LoadedConfig,
  only: readonly string[] | undefined,
): { kept: ResolvedConfiguration[]; changes: string[] } {
  const changes: string[] = []
  const described = describeConfigurations(loaded)
  const existing = only?.filter((name) => described.some((one) => one.name === name) || !isIn(run, name))
  const kept = existing?.length === 0 ? [] : selectConfigurations(loaded.configurations, existing)
  for (const now of described) {
    const before = run.configurations.find((one) => one.name === now.name)
    const wanted = kept.some((one) => one.name === now.name)
    if (before === undefined && wanted) changes.push(`configuration ${now.name} is new`)
    if (before === undefined || !wanted) continue
    const differences = settingDifferences(before.settings, now.settings)
    if (differences.length > 0) {
      changes.push(`configuration ${now.name} changed and is asked anew: ${differences.join(', ')}`)
    }
  }
  for (const { name } of run.configurations) {
    if (!described.some((one) => one.name === name)) {
      changes.push(`configuration ${name} is no longer in the file, its results stay in this run`)
    }
  }
  return { kept, changes }
}

function isIn(run: Run, name: string): boolean {
  return run.configurations.some((one) => one.name === name)
}

function settingDifferences(before: Record<string, unknown>, now: Record<string, unknown>): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])]
  const show = (settings: Record<string, unknown>, key: string) =>
    key in settings ? canonicalJson(settings[key]) : 'unset'
  return keys
    .filter((key) => show(before, key) !== show(now, key))
    .map((key) => `${key} ${show(before, key)} -> ${show(now, key)}`)
}

function compareMetrics(run: Run, metrics: readonly ConfiguredMetric[]): string[] {
  return metrics.flatMap((metric) => {
    const before = run.metrics.find((one) => one.metric === metric.name)
    if (before === undefined || before.metric_version === metric.version) return []
    return [`metric ${metric.name} changed (version ${before.metric_version} -> ${metric.version}) and is scored anew`]
  })
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
