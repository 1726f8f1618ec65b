import { randomBytes } from 'node:crypto'
import { chmod, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { messageOf, RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'

/**
 * Replaces a file's content at once: `write` fills a new file beside it and may look at it again, then the new file
 * takes the old one's name and rights. Where the file is a link, its target is replaced and the link stays. When
 * `write` throws, or the file was changed by somebody else meanwhile, nothing is changed.
 */
export async function replaceFile(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  const target = await realpath(file)
  const before = await stat(target)
  const ending = extname(target)
  const draft = join(dirname(target), `.${basename(target, ending)}.${randomBytes(6).toString('hex')}${ending}`)
  try {
    await write(draft)
    await chmod(draft, before.mode & 0o7777)
    await flush(draft)
    const now = await stat(target)
    if (now.mtimeMs !== before.mtimeMs || now.size !== before.size) {
      throw new RagstoneError('file_changed', `${shownPath(file)}: was changed by another program meanwhile`, {
        hint: 'try again',
      })
    }
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true })
    if (error instanceof RagstoneError) throw error
    throw new RagstoneError('file_unwritable', `${shownPath(file)}: cannot be written (${messageOf(error)})`, {
      hint: 'check who may write to the file and its folder, and whether the disk is full',
      cause: error,
    })
  }
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
