import { checkGateSyntax } from '../analysis/gates.ts'
import type { LoadedConfig } from '../config/load.ts'
import { type Finding, lintTestSet } from '../testset/lint.ts'
import { loadTestSet } from '../testset/load.ts'
import { summarizeTestSet, type TestSetSummary } from '../testset/summary.ts'
import { openProject, type ProjectOptions, projectMetrics, testSetFile } from './project.ts'
import { toRunMetric } from './run-record.ts'

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
  const metrics = await projectMetrics(loaded.config.metrics, loaded.folder, loaded.config.refusal_phrases)
  checkGateSyntax(
    loaded.config.gates,
    metrics.map(toRunMetric),
    loaded.configurations.map(({ name }) => name),
  )
  const fields = loaded.config.test_set_fields
  const testSet = await loadTestSet(testSetFile(loaded), fields === undefined ? {} : { fields })
  return {
    config: loaded.file,
    test_set: testSet.file,
    summary: summarizeTestSet(testSet.cases),
    configurations: loaded.configurations.map(({ name, settings }) => ({ name, settings })),
    metrics: metrics.map((metric) => metric.name),
    findings: [...lintTestSet(testSet), ...lintConfig(loaded, metrics.length)],
  }
}

function lintConfig(loaded: LoadedConfig, metricCount: number): Finding[] {
  const findings: Finding[] = []
  const add = (code: string, message: string) => findings.push({ code, severity: 'warning', message, cases: [] })
  const { config, configurations } = loaded
  if (metricCount === 0)
    add('no_metrics', 'no metric is named, so nothing would be scored: add `metrics: [hit_rate@3, refusal]`')
  if (config.system === undefined) add('no_system', 'no system is named, so `ragstone run` has nobody to ask')
  const bySettings = new Map<string, string>()
  for (const { name, settings } of configurations) {
    const key = JSON.stringify(settings)
    const same = bySettings.get(key)
    if (same !== undefined) add('equal_configurations', `configurations ${same} and ${name} have the same settings`)
    else bySettings.set(key, name)
  }
  return findings
}
