import type { Config } from '../core/config.ts'
import type { ResolvedConfiguration } from '../core/run.ts'
import { readText } from '../files/open.ts'
import { findReferences } from './code-references.ts'
import { type Environment, interpolate, type Reference, readDotEnv, secretsOf, type Variables } from './environment.ts'
import { type ConfigFile, findConfigFile } from './find.ts'
import { formatKeyPath, mapTexts } from './key-path.ts'
import { readModule } from './module-source.ts'
import { allOrigins, originsIn } from './origins.ts'
import { problemsError } from './problem.ts'
import { resolveConfigurations } from './resolve.ts'
import type { Source } from './source.ts'
import { validate } from './validate.ts'
import { readYaml } from './yaml-source.ts'

const MAX_BYTES = 16 * 1024 * 1024

/** A configuration file that was read, checked and resolved. */
export interface LoadedConfig {
  /** With defaults filled in, and the real values of variables. Not to be stored or printed: `written` is. */
  config: Config
  /** The configurations with inherited settings written out, and the real values of variables. */
  configurations: ResolvedConfiguration[]
  /** Absolute path of the file, and of its folder, where relative paths in it start. */
  file: string
  folder: string
  /** Where each value came from, by key path; see {@link OriginOf}. */
  origins: Record<string, string>
  /** Values of the environment (4 characters or more) that must not appear in logs, errors or records; see `redact`. */
  secrets: string[]
  /** The same as `config` and `configurations`, with values of the environment as `${NAME}`. */
  written: { config: Config; configurations: ResolvedConfiguration[] }
}

/**
 * Reads `ragstone.yaml` (`.yml`) or `ragstone.config.ts` (`.mts .js .mjs`) of a folder, or the file that is named.
 * Every mistake in it is a RagstoneError that names file, line, column and key path. `env` stands in for the process's
 * environment wherever `${NAME}` is read.
 */
export async function loadConfig(
  options: { file?: string; cwd?: string; env?: Variables } = {},
): Promise<LoadedConfig> {
  const cwd = options.cwd ?? process.cwd()
  const file = await findConfigFile({ cwd, ...(options.file === undefined ? {} : { file: options.file }) })
  const environment: Environment = { process: options.env ?? process.env, file: await readDotEnv(file.folder) }
  if (file.kind === 'module') {
    const { source, code } = await readModule(file, environment.file)
    return complete(file, source, source.value, findReferences(source.value, code, environment), environment)
  }
  const text = await readText(file.path, MAX_BYTES, 'test cases and recorded answers belong in files of their own')
  const source = await readYaml(text, file)
  const { value, references, problems } = interpolate(source, environment)
  if (problems.length > 0) throw problemsError(file.label, problems)
  return complete(file, source, value, references, environment)
}

function complete(
  file: ConfigFile,
  source: Source,
  value: unknown,
  references: ReadonlyMap<string, Reference>,
  environment: Environment,
): LoadedConfig {
  const asWritten = <T>(data: T): T =>
    mapTexts(data, (text, path) => references.get(formatKeyPath(path))?.written ?? text) as T
  const shown = { ...source, value: asWritten(source.value) }
  const checked = validate(value, shown)
  if ('problems' in checked) throw problemsError(file.label, checked.problems)
  const { config } = checked
  const originOf = originsIn(shown, references, environment)
  const { resolved, problems } = resolveConfigurations(config.configurations, shown, originOf)
  if (problems.length > 0) throw problemsError(file.label, problems)
  const written = asWritten(config)
  return {
    config,
    configurations: resolved,
    file: file.path,
    folder: file.folder,
    origins: allOrigins(config, originOf),
    secrets: secretsOf(references, environment),
    written: {
      config: written,
      configurations: resolveConfigurations(written.configurations, shown, originOf).resolved,
    },
  }
}
