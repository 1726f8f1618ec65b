import { relative, sep } from 'node:path'
import type { Language } from '../../core/config.ts'
import { type ConfigText, configYaml } from './config-yaml.ts'
import { pythonCommand, pythonScript } from './python.ts'
import { readRecorded } from './recorded.ts'
import { SAMPLES } from './sample.ts'
import { moduleScript, SERVER_PORT, serverScript } from './script.ts'
import { testSetYaml } from './test-set.ts'
import { WORDS } from './words.ts'

/** The kinds of project that `init` writes. */
export type Template = 'module' | 'python' | 'http' | 'recorded'

/** Files of a new project by name, and what has to be done before `ragstone run`. */
export interface ProjectFiles {
  files: Record<string, string>
  before: string[]
}

const METRICS = ['hit_rate@3', 'refusal', 'k_precision', 'token_recall']
const CONFIGURATIONS = [
  ['base', '{top_k: 1}'],
  ['top_k_2', '{extends: base, top_k: 2}'],
] as const

/** The files of a project whose system is to be written: it answers its sample questions at once. */
export function sampleFiles(
  template: Exclude<Template, 'recorded'>,
  options: { language: Language; schema: string; platform?: NodeJS.Platform },
): ProjectFiles {
  const { language, schema } = options
  const config = (system: string[]): ConfigText => ({
    schema,
    words: WORDS[language],
    testSet: 'test_set.yaml',
    system,
    configurations: CONFIGURATIONS,
    metrics: METRICS,
  })
  const project = (system: string[], script: string, content: string) => ({
    'ragstone.yaml': configYaml(config(system)),
    'test_set.yaml': testSetYaml(SAMPLES[language].cases, WORDS[language]),
    [script]: content,
  })
  switch (template) {
    case 'module':
      return { files: project(['module: rag.mjs'], 'rag.mjs', moduleScript(language)), before: [] }
    case 'python': {
      const { command, comment } = pythonCommand(options.platform ?? process.platform, language)
      const system = [`command: [${command}, rag.py]   # ${comment}`, 'concurrency: 1', 'timeout_s: 60']
      return { files: project(system, 'rag.py', pythonScript(language)), before: [] }
    }
    case 'http': {
      const system = ['http:', `  url: http://127.0.0.1:${SERVER_PORT}/`, 'concurrency: 4', 'timeout_s: 60']
      return {
        files: project(system, 'server.mjs', serverScript(language)),
        before: ['node server.mjs   (leave it running, and go on in another terminal)'],
      }
    }
  }
}

/** The files of a project that scores answers made elsewhere. */
export async function recordedFiles(
  file: string,
  options: { folder: string; language: Language; schema: string },
): Promise<ProjectFiles> {
  const recorded = await readRecorded(file)
  const path = relative(options.folder, file).split(sep).join('/')
  const config = configYaml({
    schema: options.schema,
    words: WORDS[options.language],
    testSet: recorded.testSet.name,
    system: [`recorded: ${JSON.stringify(path)}`],
    configurations: recorded.configurations.map((name) => [JSON.stringify(name), '{}'] as const),
    metrics: recorded.metrics,
    ...(recorded.repeats === 1 ? {} : { repeats: recorded.repeats }),
  })
  return { files: { 'ragstone.yaml': config, [recorded.testSet.name]: recorded.testSet.text }, before: [] }
}
