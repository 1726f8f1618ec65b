import { isAbsolute, resolve } from 'node:path'
import { RagstoneError } from '../core/errors.ts'

/** A store that lives until it is closed, for tests. */
export const IN_MEMORY = ':memory:'

/** An address (two letters at least, so that `C:\` is a path). */
const ADDRESS = /^([a-z][a-z0-9+.-]+):\/\//i

/**
 * The absolute path of the SQLite file that a location names; relative paths start at `folder`. The address of a
 * database server is refused.
 */
export function sqliteFile(location: string, folder: string): string {
  if (location === IN_MEMORY) return location
  if (location.trim() === '' || location.includes('\0')) {
    throw new RagstoneError('unknown_store', 'the store has no name', { hint: 'for example: .ragstone/ragstone.db' })
  }
  const scheme = ADDRESS.exec(location)?.[1]?.toLowerCase()
  if (scheme === undefined) return isAbsolute(location) ? location : resolve(folder, location)
  if (scheme === 'postgres' || scheme === 'postgresql') {
    throw new RagstoneError(
      'postgres_not_available',
      `this version stores in SQLite, not in ${hidePassword(location)}`,
      {
        hint: 'name a file, for example: .ragstone/ragstone.db',
      },
    )
  }
  throw new RagstoneError('unknown_store', `a store cannot be at ${hidePassword(location)}`, {
    hint: 'name a file, for example: .ragstone/ragstone.db',
  })
}

/** The same location with every password of an address replaced by `***`. */
export function hidePassword(location: string): string {
  if (!ADDRESS.test(location)) return location
  return location
    .replace(/^([^:]+:\/\/[^:@]*):.*@/s, '$1:***@')
    .replace(/([?&][^=&#]*(?:pass|pwd|secret|token|key)[^=&#]*=)[^&#]*/gi, '$1***')
}
