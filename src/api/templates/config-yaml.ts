/** What `ragstone.yaml` of a new project says. */
export interface ConfigText {
  /** The first comment: where the JSON Schema is, or why there is none. */
  schema: string
  testSet: string
  /** Lines below `system:`, without indentation. */
  system: readonly string[]
  /** Names to flow maps of settings; empty = none named. */
  configurations: readonly (readonly [name: string, settings: string])[]
  metrics: readonly string[]
  repeats?: number
}

/** What each metric of a template asks, as the comment beside it. */
const QUESTIONS: Record<string, string> = {
  'hit_rate@3': 'was an expected source among the first three?',
  mrr: 'how far up was the first expected source?',
  refusal: 'did it refuse where the documents do not say, and only there?',
  k_precision: 'how much of the response stands in what was retrieved?',
  token_recall: 'how much of the reference is in the response?',
}

/** The text of `ragstone.yaml`. */
export function configYaml(config: ConfigText): string {
  const width = Math.max(...config.metrics.map((metric) => metric.length)) + 3
  return [
    config.schema,
    `test_set: ${config.testSet}`,
    '',
    'system:',
    ...config.system.map((line) => `  ${line}`),
    '',
    ...configurationLines(config.configurations),
    ...(config.repeats === undefined ? [] : [`repeats: ${config.repeats}`, '']),
    'metrics:',
    ...config.metrics.map((metric) => `  - ${metric.padEnd(width)}# ${QUESTIONS[metric] ?? ''}`),
    '',
    '# Limits that decide the exit code of a run:',
    '# gates: ["refusal >= 0.90"]',
    '',
  ].join('\n')
}

function configurationLines(configurations: ConfigText['configurations']): string[] {
  if (configurations.length === 0) return []
  return [
    '# Named settings, handed to the system untouched. Change one thing at a time.',
    'configurations:',
    ...configurations.map(([name, settings]) => `  ${name}: ${settings}`),
    '',
  ]
}
