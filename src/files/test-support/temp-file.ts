import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { isRagstoneError, type RagstoneError } from '../../core/errors.ts'

/** A new folder that goes away when the test ends. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ragstone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A file of this name with this content in a folder of its own. */
export function tempFile(name: string, content: string | Uint8Array): string {
  const file = join(tempFolder(), name)
  writeFileSync(file, content)
  return file
}

/** All that an iterable yields. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** The error that something is refused with; fails when it is not refused in words. */
export async function refusal(work: () => unknown): Promise<RagstoneError> {
  try {
    await work()
  } catch (error) {
    if (isRagstoneError(error)) return error
    throw error
  }
  throw new Error('nothing was refused')
}
