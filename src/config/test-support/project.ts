import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { isRagstoneError, type RagstoneError } from '../../core/errors.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A temporary folder with these files; it is removed after the tests of the file. */
export function projectWith(files: Record<string, string | Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'ragstone-config-'))
  folders.push(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  return folder
}

/** The RagstoneError that a promise is rejected with; any other outcome fails the test. */
export async function errorOf(promise: Promise<unknown>): Promise<RagstoneError> {
  try {
    await promise
  } catch (error) {
    if (isRagstoneError(error)) return error
    throw new Error('rejected with something other than a RagstoneError', { cause: error })
  }
  throw new Error('was not rejected')
}
