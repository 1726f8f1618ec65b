import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether permission bits can be tested here: they do not bind root, who must be able to become somebody else. */
export const HAS_PERMISSIONS = process.platform !== 'win32' && typeof process.seteuid === 'function'

const NOBODY = 65_534

/** Runs work without the powers of root. */
export async function withoutRoot<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(NOBODY)
  try {
    return await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

/** A new folder that everybody may read and write, and how to remove it. */
export async function openFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ragstone-store-'))
  if (process.platform !== 'win32') await chmod(folder, 0o777)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
