import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ModuleSystemConfig } from '../core/config.ts'
import { messageOf, RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'
import type { SystemContext } from './context.ts'
import { exchange, type Outcome } from './exchange.ts'
import { failed, keysOf, REPLY_KEYS, readReply } from './reply.ts'
import { shown } from './show.ts'
import { withSlots } from './slots.ts'
import type { System, SystemRequest } from './system.ts'

type Ask = (request: SystemRequest, options: { signal: AbortSignal }) => unknown

/**
 * A system in JavaScript or TypeScript: `export default async (request, {signal}) => reply`. `signal` fires when the
 * case timed out. The module runs inside this process: it can be timed out only while it awaits something, and
 * an error that it throws outside of its answer ends the run.
 */
export async function openModuleSystem(config: ModuleSystemConfig, context: SystemContext): Promise<System> {
  const ask = await loadModule(config.module, context.folder)
  const closing = new AbortController()
  return withSlots({
    identity: { kind: 'module', module: config.module },
    concurrency: config.concurrency,
    ask(request, { signal }) {
      if (closing.signal.aborted) return Promise.reject(closing.signal.reason)
      const limits = { timeout_s: config.timeout_s, signal: AbortSignal.any([signal, closing.signal]) }
      return exchange(limits, (clock) => {
        clock.handedOver()
        return answer(ask, request, clock.signal)
      })
    },
    async close() {
      closing.abort(new Error('the system was closed'))
    },
  })
}

async function answer(ask: Ask, request: SystemRequest, signal: AbortSignal): Promise<Outcome> {
  let reply: unknown
  try {
    // A copy: what a module does to its request must not reach the settings of other cases.
    reply = await ask(structuredClone(request), { signal })
  } catch (error) {
    return failed('threw', `the module threw: ${shown(error instanceof Error ? messageOf(error) : String(error))}`)
  }
  const plain = asJson(reply)
  return plain instanceof Error
    ? failed('unreadable_reply', `the reply cannot be written as JSON: ${shown(plain.message)}`)
    : readReply(plain)
}

/** The keys of a reply that count, as JSON would carry them; an Error when it could not. */
function asJson(reply: unknown): unknown {
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) return reply
  const known = REPLY_KEYS.map((key) => [key, (reply as Record<string, unknown>)[key]] as const)
  try {
    const plain = JSON.parse(JSON.stringify(Object.fromEntries(known))) as Record<string, unknown>
    if (plain.response !== undefined || plain.error !== undefined) return plain
    return { ...Object.fromEntries(Object.keys(reply).map((key) => [key, null])), ...plain, response: undefined }
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

async function loadModule(file: string, folder: string): Promise<Ask> {
  const path = resolve(folder, file)
  if (!existsSync(path)) {
    throw new RagstoneError('file_not_found', `the module of the system does not exist: ${shownPath(path)}`, {
      hint: '`module` is relative to the configuration file',
    })
  }
  let loaded: unknown
  try {
    loaded = await importFile(path)
  } catch (error) {
    throw new RagstoneError('module_not_loadable', `${file} could not be loaded: ${shown(messageOf(error), 1000)}`, {
      hint: 'run it by itself to see the whole error',
      cause: error,
    })
  }
  const ask = defaultExport(loaded)
  if (typeof ask !== 'function') {
    const exported = typeof loaded === 'object' && loaded !== null ? keysOf(loaded) : '(none)'
    throw new RagstoneError(
      'module_not_a_function',
      `${file} has no function as its default export; it exports: ${exported}`,
      {
        hint: 'write: export default async (request) => ({ response, retrieved_contexts })',
      },
    )
  }
  return ask as Ask
}

async function importFile(path: string): Promise<unknown> {
  if (!/\.[mc]?tsx?$/i.test(path)) return import(pathToFileURL(path).href)
  const { createJiti } = await import('jiti')
  return createJiti(import.meta.url, { interopDefault: false }).import(path)
}

/** The default export; that of a CommonJS module may be wrapped once more. */
function defaultExport(loaded: unknown): unknown {
  if (typeof loaded === 'function') return loaded
  const first = (loaded as { default?: unknown } | null)?.default
  if (typeof first === 'object' && first !== null && 'default' in first) return first.default
  return first
}
