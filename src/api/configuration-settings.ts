import { resolve } from 'node:path'
import { LineCounter } from 'yaml'
import { RagstoneError } from '../core/errors.ts'
import { suggest } from '../core/nearest.ts'
import type { Run } from '../core/run.ts'
import { shownPath } from '../core/shown-path.ts'
import { readText } from '../files/open.ts'
import { parseYaml } from '../files/yaml.ts'

const MAX_BYTES = 4 * 1024 * 1024
const SHAPE = 'write it like configurations in ragstone.yaml: {base: {top_k: 3}, deep: {extends: base, top_k: 9}}'

type Settings = Record<string, unknown>

/**
 * The run with the settings that a file gives to its configurations, in place of those that are stored: answers that came from a file
 * have none. The file (YAML or JSON) holds a map of names to settings, by itself or under `configurations`, where `extends`
 * works as in ragstone.yaml; or records with `settings`, as reports write them. Names that the run lacks are left aside; a
 * configuration of the run that the file lacks is RagstoneError `unknown_configuration`.
 */
export async function withSettings(run: Run, file: string | undefined, cwd = process.cwd()): Promise<Run> {
  if (file === undefined) return run
  const path = resolve(cwd, file)
  const text = await readText(path, MAX_BYTES, 'it should hold the settings of configurations, and no answers')
  const value: unknown = parseYaml(text, path, new LineCounter()).toJS({ maxAliasCount: 100 })
  const settings = readSettings(value, shownPath(path, cwd))
  const configurations = run.configurations.map((configuration) => {
    const own = settings.get(configuration.name)
    if (own !== undefined) return { ...configuration, settings: own }
    throw new RagstoneError(
      'unknown_configuration',
      `${shownPath(path, cwd)} has no configuration "${configuration.name}", which run ${run.id} has`,
      { hint: suggest(configuration.name, [...settings.keys()]) },
    )
  })
  return { ...run, configurations }
}

function readSettings(value: unknown, file: string): Map<string, Settings> {
  const inner = isMap(value) && 'configurations' in value ? value.configurations : value
  const entries: [string, unknown][] = Array.isArray(inner)
    ? inner.map((one: unknown) => [isMap(one) && typeof one.name === 'string' ? one.name : '', one])
    : Object.entries(isMap(inner) ? inner : {})
  const bad = entries.find(([name, own]) => name === '' || !(isMap(own) || own === null))
  if (entries.length === 0 || bad !== undefined) {
    const where = bad === undefined ? 'configurations' : `configurations.${bad[0]}`
    throw new RagstoneError('bad_configurations', `${file}: ${where}: is no map of settings`, { hint: SHAPE })
  }
  const maps = new Map(entries.map(([name, own]) => [name, isMap(own) ? own : {}]))
  // Records as reports write them hold more than settings.
  const records = [...maps.values()].every((own) => isMap(own.settings))
  return new Map(Array.from(maps, ([name, own]) => [name, records ? settingsOf(own) : inherited(name, maps, file)]))
}

function settingsOf({ settings }: Settings): Settings {
  return isMap(settings) ? settings : {}
}

/** Own settings after those of the bases; a base that is not there, or a circle, is refused. */
function inherited(name: string, maps: ReadonlyMap<string, Settings>, file: string): Settings {
  const chain: Settings[] = []
  const seen = new Set<string>()
  for (let current: string | undefined = name; current !== undefined; ) {
    const own: Settings | undefined = maps.get(current)
    if (own === undefined || seen.has(current)) {
      const what =
        own === undefined ? `names "${current}", and there is no such configuration` : 'goes round in a circle'
      throw new RagstoneError('bad_configurations', `${file}: configurations.${name}.extends: ${what}`, {
        hint: own === undefined ? suggest(current, [...maps.keys()]) : 'one of them must not extend another',
      })
    }
    seen.add(current)
    const { extends: base, ...settings } = own
    chain.unshift(settings)
    current = base === undefined ? undefined : String(base)
  }
  return Object.assign({}, ...chain) as Settings
}

function isMap(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
