import type { TemplateWords } from './words.ts'

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
  /** The language of the comments. */
  words: TemplateWords
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
    ...configurationLines(config.configurations, config.words),
    ...(config.repeats === undefined ? [] : [`repeats: ${config.repeats}`, '']),
    'metrics:',
    ...config.metrics.map((metric) => `  - ${metric.padEnd(width)}# ${config.words.metrics[metric] ?? ''}`),
    '',
    `# ${config.words.gates}`,
    '# gates: ["refusal >= 0.70"]',
    '',
  ].join('\n')
}

function configurationLines(configurations: ConfigText['configurations'], words: TemplateWords): string[] {
  if (configurations.length === 0) return []
  return [
    `# ${words.configurations}`,
    'configurations:',
    ...configurations.map(([name, settings]) => `  ${name}: ${settings}`),
    '',
  ]
}
