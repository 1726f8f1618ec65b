import { existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Language } from '../../core/config.ts'
import { WORDS } from './words.ts'

const IN_PACKAGE = join('schema', 'ragstone.schema.json')

/**
 * The comment by which editors find the JSON Schema of `ragstone.yaml`. The schema of a package that is installed for the
 * project comes first; then that of the package that runs. Where neither stays in place, the comment says what to do.
 */
export function schemaLine(
  folder: string,
  packageFolder: string | undefined = ownPackage(),
  language: Language = 'en',
): string {
  const installed = ancestors(folder)
    .map((ancestor) => join(ancestor, 'node_modules', 'ragstone', IN_PACKAGE))
    .find((file) => existsSync(file))
  const own = packageFolder === undefined ? undefined : join(packageFolder, IN_PACKAGE)
  const usable = own !== undefined && existsSync(own) && !isTemporary(own) ? own : undefined
  const path = relativePath(folder, installed ?? usable)
  return path === undefined ? `# ${WORDS[language].schema}` : `# yaml-language-server: $schema=${path}`
}

/** What `npx` downloads is removed again sooner or later. */
function isTemporary(file: string): boolean {
  return file.split(sep).includes('_npx')
}

/** From the folder to the file with forward slashes; undefined when they lie on different drives. */
function relativePath(folder: string, file: string | undefined): string | undefined {
  if (file === undefined) return undefined
  const path = relative(folder, file)
  if (isAbsolute(path)) return undefined
  const slashes = path.split(sep).join('/')
  return slashes.startsWith('.') ? slashes : `./${slashes}`
}

function ownPackage(): string | undefined {
  return ancestors(dirname(fileURLToPath(import.meta.url))).find((ancestor) => {
    try {
      return JSON.parse(readFileSync(join(ancestor, 'package.json'), 'utf8')).name === 'ragstone'
    } catch {
      return false
    }
  })
}

/** A folder and all that enclose it, nearest first. */
function ancestors(folder: string): string[] {
  const all = [resolve(folder)]
  for (let current = resolve(folder); dirname(current) !== current; current = dirname(current))
    all.push(dirname(current))
  return all
}
