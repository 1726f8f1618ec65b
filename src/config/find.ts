import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { messageOf, RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'

/** The names under which a configuration is found in a folder. */
export const CONFIG_NAMES = [
  'ragstone.yaml',
  'ragstone.yml',
  'ragstone.config.ts',
  'ragstone.config.mts',
  'ragstone.config.js',
  'ragstone.config.mjs',
] as const

const YAML_ENDINGS = ['.yaml', '.yml', '.json']
const MODULE_ENDINGS = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']

/** A configuration file that exists. `path` is absolute; `label` is how messages call it. */
export interface ConfigFile {
  path: string
  folder: string
  label: string
  name: string
  kind: 'yaml' | 'module'
}

/** The configuration file that was named, or the only one of {@link CONFIG_NAMES} in the folder. */
export async function findConfigFile(options: { file?: string; cwd: string }): Promise<ConfigFile> {
  if (options.file !== undefined) return namedFile(options.file, options.cwd)
  const entries = await readdir(options.cwd).catch((error: unknown) => {
    throw new RagstoneError('config_not_found', `the folder ${options.cwd} cannot be read: ${messageOf(error)}`)
  })
  const [found, second] = CONFIG_NAMES.filter((name) => entries.includes(name))
  if (found === undefined) {
    throw new RagstoneError('config_not_found', `there is no ragstone.yaml or ragstone.config.ts in ${options.cwd}`, {
      hint: 'create a project with `ragstone init`, or name a file with --config FILE',
    })
  }
  if (second !== undefined) {
    const names = CONFIG_NAMES.filter((name) => entries.includes(name)).join(' and ')
    throw new RagstoneError('config_ambiguous', `${options.cwd} holds ${names}: only one may exist`, {
      hint: `remove one, or choose with --config ${found}`,
    })
  }
  return describeFile(join(options.cwd, found), options.cwd)
}

async function namedFile(file: string, cwd: string): Promise<ConfigFile> {
  const path = resolve(cwd, file)
  const state = await stat(path).catch(() => undefined)
  if (state === undefined) {
    throw new RagstoneError('config_not_found', `the configuration file ${file} does not exist`, {
      hint: `looked at ${path}`,
    })
  }
  if (state.isDirectory()) {
    throw new RagstoneError('config_not_found', `${file} is a folder, not a configuration file`, {
      hint: `name the file in it, for example --config ${join(file, 'ragstone.yaml')}`,
    })
  }
  return describeFile(path, cwd)
}

function describeFile(path: string, cwd: string): ConfigFile {
  const ending = extname(path).toLowerCase()
  const label = shownPath(path, cwd)
  if (!YAML_ENDINGS.includes(ending) && !MODULE_ENDINGS.includes(ending)) {
    throw new RagstoneError('config_not_found', `${label} is no kind of configuration file that is known`, {
      hint: `known endings: ${[...YAML_ENDINGS, ...MODULE_ENDINGS].join(' ')}`,
    })
  }
  const kind = YAML_ENDINGS.includes(ending) ? 'yaml' : 'module'
  return { path, folder: dirname(path), label, name: basename(path), kind }
}
