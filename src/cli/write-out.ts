import { open, rename, rm } from 'node:fs/promises'
import { messageOf, RagstoneError } from '../core/errors.ts'

/** Writes pieces to a file that is either complete or not there. */
export async function writeOut(
  file: string,
  pieces: AsyncIterable<string | Uint8Array> | Iterable<string>,
): Promise<void> {
  const temporary = `${file}.${process.pid}.part`
  try {
    const handle = await open(temporary, 'w')
    try {
      for await (const piece of pieces) await handle.write(piece as string)
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    if (error instanceof Error && 'syscall' in error) {
      throw new RagstoneError('cannot_write', `${file} cannot be written: ${messageOf(error)}`, {
        hint: 'name a file in a folder that exists and can be written',
        cause: error,
      })
    }
    throw error
  }
}
