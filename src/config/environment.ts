import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { MIN_SECRET_LENGTH } from '../core/redact.ts'
import { readText } from '../files/open.ts'
import { formatKeyPath, mapTexts } from './key-path.ts'
import { type Problem, problemAt } from './problem.ts'
import type { Source } from './source.ts'

const MAX_BYTES = 1024 * 1024

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>

/** The environment of this process and the `.env` file, which the process overrules. */
export interface Environment {
  process: Variables
  file: Variables
}

/** A text that came from the environment: as it was written, and the variables that it names. */
export interface Reference {
  written: string
  names: readonly string[]
}

/** The `.env` file of a folder; without one, or with a folder of that name, nothing. */
export async function readDotEnv(folder: string): Promise<Variables> {
  const path = join(folder, '.env')
  const state = await stat(path).catch(() => undefined)
  if (state?.isFile() !== true) return {}
  return parseEnv(await readText(path, MAX_BYTES, 'it holds variables, one a line')) as Variables
}

/** A variable's value; that of the process wins. */
export function variable(environment: Environment, name: string): string | undefined {
  return environment.process[name] ?? (Object.hasOwn(environment.file, name) ? environment.file[name] : undefined)
}

/** `${NAME}`, or `$${NAME}` for the text itself. */
const REFERENCE = /(\$?)\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g

/**
 * Replaces `${NAME}` in every text of a configuration by the variable's value, which stays a text whatever it looks
 * like. `references` tells, by key path, what was written where. A variable that is not set is a problem.
 */
export function interpolate(
  source: Source,
  environment: Environment,
): { value: unknown; references: Map<string, Reference>; problems: Problem[] } {
  const references = new Map<string, Reference>()
  const problems: Problem[] = []
  const value = mapTexts(source.value, (text, path) => {
    const names: string[] = []
    let escaped = false
    const result = text.replace(REFERENCE, (whole, dollar: string, name: string) => {
      if (dollar !== '') {
        escaped = true
        return whole.slice(1)
      }
      const found = variable(environment, name)
      if (found === undefined) problems.push(problemAt(source, path, 'value', notSet(formatKeyPath(path), name)))
      names.push(name)
      return found ?? ''
    })
    if (names.length > 0 || escaped) references.set(formatKeyPath(path), { written: text, names })
    return result
  })
  return { value, references, problems }
}

function notSet(path: string, name: string): Omit<Problem, 'place'> {
  return {
    code: 'variable_missing',
    text: `${path} refers to the environment variable ${name}, which is not set`,
    hint: `set ${name}, or write it into the file .env beside the configuration; a literal \${${name}} is written $\${${name}}`,
  }
}

/** The values of all variables that are referred to, as far as they are long enough to be secrets. */
export function secretsOf(references: ReadonlyMap<string, Reference>, environment: Environment): string[] {
  const names = new Set([...references.values()].flatMap((reference) => reference.names))
  const values = [...names].map((name) => variable(environment, name) ?? '')
  return [...new Set(values.filter((value) => value.length >= MIN_SECRET_LENGTH))]
}
