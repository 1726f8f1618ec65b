import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { defineConfig } from '../core/config.ts'
import { messageOf, RagstoneError } from '../core/errors.ts'
import type { Variables } from './environment.ts'
import type { ConfigFile } from './find.ts'
import { isMap, type KeyPath, valueAt } from './key-path.ts'
import { toPlain } from './plain.ts'
import { located } from './problem.ts'
import type { Place, Source } from './source.ts'

/** Runs a TypeScript or JavaScript configuration and takes its default export as data. `.env` is visible to it. */
export async function readModule(file: ConfigFile, dotEnv: Variables): Promise<{ source: Source; code: string }> {
  const exported = await withVariables(dotEnv, () => run(file))
  const code = await readFile(file.path, 'utf8').catch(() => '')
  if (exported === undefined) {
    throw new RagstoneError('config_invalid', `${file.label} has no default export`, {
      hint: 'write `export default defineConfig({ ... })`',
    })
  }
  const { value, fault } = toPlain(exported)
  if (fault !== undefined) throw new RagstoneError('config_invalid', `${file.label}: ${fault}`)
  const source: Source = {
    value,
    label: file.label,
    name: file.name,
    placeOf: () => undefined,
    likelyPlaceOf: (path) => placeInCode(code, path),
    keysOf: (path) => {
      const map = path.length === 0 ? value : valueAt(value, path)
      return isMap(map) ? Object.keys(map) : []
    },
  }
  return { source, code }
}

let running: Promise<unknown> = Promise.resolve()

/**
 * Runs code that sees variables of `.env` in `process.env` unless the process already has them. They are taken out again
 * afterwards; one at a time, so that no run takes them away from another.
 */
function withVariables<T>(dotEnv: Variables, action: () => Promise<T>): Promise<T> {
  const turn = running.then(async () => {
    const added = Object.entries(dotEnv).filter(([name]) => process.env[name] === undefined)
    for (const [name, value] of added) process.env[name] = value
    try {
      return await action()
    } finally {
      for (const [name, value] of added) if (process.env[name] === value) delete process.env[name]
    }
  })
  running = turn.catch(() => undefined)
  return turn
}

async function run(file: ConfigFile): Promise<unknown> {
  const { createJiti } = await import('jiti')
  const jiti = createJiti(file.path, {
    fsCache: false,
    moduleCache: false,
    ...(canResolve(file.path) ? {} : { virtualModules: { ragstone: { defineConfig } } }),
  })
  try {
    const module = await jiti.import<{ default?: unknown }>(file.path)
    return 'default' in module ? await module.default : undefined
  } catch (error) {
    throw failure(file, error)
  }
}

/** Whether the user's file finds an installed `ragstone`; without one it is handed `defineConfig`. */
function canResolve(path: string): boolean {
  try {
    createRequire(path).resolve('ragstone')
    return true
  } catch {
    return false
  }
}

/** An error of the user's code, with the place in the user's file instead of a stack of ours. */
function failure(file: ConfigFile, error: unknown): RagstoneError {
  const message = stripVTControlCharacters(error instanceof Error ? error.message : safeText(error))
  const syntax = /^ParseError: (.*?)\s*\n\s*(.+?):(\d+):(\d+)\s*$/s.exec(message)
  if (syntax !== null) {
    const [, text = '', path = '', line, column] = syntax
    const place = { line: Number(line), column: Number(column) }
    return new RagstoneError('config_failed', located(labelOf(path, file), place, text.trim()), { cause: error })
  }
  const frame = error instanceof Error ? userFrame(error) : undefined
  const kind = error instanceof Error && error.name !== 'Error' ? `${error.name}: ` : ''
  const [firstLine = ''] = message.split('\n')
  const label = frame === undefined ? file.label : labelOf(frame.path, file)
  return new RagstoneError('config_failed', located(label, frame?.place, `${kind}${firstLine}`), {
    hint: 'the configuration itself stopped with this error',
    cause: error,
  })
}

function safeText(thrown: unknown): string {
  try {
    return messageOf(thrown)
  } catch {
    return 'something that is no error was thrown'
  }
}

/** The innermost frame of a stack that lies in a file of the user's own. */
function userFrame(error: Error): { path: string; place: Place } | undefined {
  for (const line of String(error.stack).split('\n')) {
    const match = /(?:\(|at )((?:file:\/\/)?[^()]+?):(\d+):(\d+)\)?$/.exec(line.trim())
    if (match === null) continue
    const [, where = '', row, column] = match
    const path = where.startsWith('file://') ? fileURLToPath(where) : where
    if (path === fileURLToPath(import.meta.url)) break
    if (!isAbsolute(path) || /[\\/]node_modules[\\/]/.test(path)) continue
    return { path, place: { line: Number(row), column: Number(column) } }
  }
  return undefined
}

/** A file as messages call it: relative to the configuration's folder, where it lies below. */
function labelOf(path: string, file: ConfigFile): string {
  if (path === file.path) return file.label
  const below = relative(file.folder, path)
  return isAbsolute(below) || below.startsWith(`..${sep}`) ? path : below
}

/** The place of a key in the code, when it is written there exactly once; data made elsewhere has no place. */
function placeInCode(code: string, path: KeyPath): Place | undefined {
  const key = path.findLast((part) => typeof part === 'string')
  if (key === undefined || key !== path.at(-1) || !/^\w+$/.test(key)) return undefined
  const found = [...code.matchAll(new RegExp(`(?<![\\w.$])(["']?)${key}\\1\\s*:`, 'g'))]
  const [only] = found
  if (only === undefined || found.length > 1) return undefined
  const before = code.slice(0, only.index).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
