import { describeConfigurations, describeSystem } from '../config/describe.ts'
import type { LoadedConfig } from '../config/load.ts'
import { canonicalJson } from '../core/hash.ts'
import { REDACTED } from '../core/redact.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { type Finding, lintTestSet } from '../testset/lint.ts'
import { loadTestSet } from '../testset/load.ts'
import { summarizeTestSet, type TestSetSummary } from '../testset/summary.ts'
import { neededModels } from './models.ts'
import { configuredMetrics, openProject, openProjectSystem, type ProjectOptions, testSetFile } from './project.ts'
import { toRunMetric } from './run-record.ts'
import { checkProjectGates } from './start-run.ts'

export interface LintResult {
  config: string
  test_set: string
  summary: TestSetSummary
  configurations: { name: string; settings: Record<string, unknown> }[]
  metrics: string[]
  findings: Finding[]
}

/**
 * Checks configuration, metrics, gates and test set without asking anybody anything, and lists the pitfalls found.
 * What would stop a run is thrown as RagstoneError; findings are advice.
 */
export async function lint(options: ProjectOptions = {}): Promise<LintResult> {
  const loaded = await openProject(options)
  const metrics = await configuredMetrics(loaded)
  checkProjectGates(
    loaded,
    metrics.map((metric) => toRunMetric(metric, {})),
  )
  neededModels(loaded, metrics)
  await checkSystem(loaded)
  const fields = loaded.config.test_set_fields
  const testSet = await loadTestSet(testSetFile(loaded), fields === undefined ? {} : { fields })
  return {
    config: loaded.file,
    test_set: testSet.file,
    summary: summarizeTestSet(testSet.cases),
    configurations: describeConfigurations(loaded).map(({ name, settings }) => ({ name, settings })),
    metrics: metrics.map((metric) => metric.name),
    findings: [...lintTestSet(testSet), ...lintConfig(loaded, metrics)],
  }
}

/** Opens the system and closes it again: that starts nothing, and finds what is wrong with its section. */
async function checkSystem(loaded: LoadedConfig): Promise<void> {
  if (loaded.config.system === undefined) return
  const system = await openProjectSystem(loaded, () => undefined)
  await system.close()
}

function lintConfig(loaded: LoadedConfig, metrics: readonly ConfiguredMetric[]): Finding[] {
  const findings: Finding[] = []
  const add = (code: string, message: string, severity: Finding['severity'] = 'warning') =>
    findings.push({ code, severity, message, cases: [] })
  const { config } = loaded
  if (metrics.length === 0) {
    add('no_metrics', 'no metric is named, so nothing would be scored: add `metrics: [hit_rate@3, refusal]`')
  }
  if (config.system === undefined) add('no_system', 'no system is named, so `ragstone run` has nobody to ask')
  const bySettings = new Map<string, string>()
  for (const { name, settings } of describeConfigurations(loaded)) {
    const key = canonicalJson(settings)
    const same = bySettings.get(key)
    if (same !== undefined) add('equal_configurations', `configurations ${same} and ${name} have the same settings`)
    else bySettings.set(key, name)
  }
  const uses = new Set(metrics.flatMap(({ definition }) => definition.uses))
  const used = { judge: uses.has('judge'), embeddings: uses.has('embeddings'), budget: uses.size > 0 }
  for (const key of ['judge', 'embeddings', 'budget'] as const) {
    if (config[key] === undefined || used[key]) continue
    const what = key === 'embeddings' && uses.size > 0 ? 'an embedding model' : 'a model'
    add('unused_key', `no metric asks ${what}, so \`${key}\` is not used`, 'note')
  }
  if (used.embeddings && config.embeddings === undefined) {
    const names = metrics.filter(({ definition }) => definition.uses.includes('embeddings')).map(({ name }) => name)
    add('no_embeddings', `${names.join(', ')} will have no value: add \`embeddings: {provider: ..., model: ...}\``)
  }
  if (canonicalJson([describeSystem(loaded), describeConfigurations(loaded)]).includes(REDACTED)) {
    add(
      'literal_secret',
      'a secret stands in the configuration itself: write ${NAME} there and put its value into .env',
    )
  }
  return findings
}
