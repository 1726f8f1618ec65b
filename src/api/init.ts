import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { CONFIG_NAMES } from '../config/find.ts'
import type { Language } from '../core/config.ts'
import { messageOf, RagstoneError } from '../core/errors.ts'
import { quoted } from '../core/quoted.ts'
import { ignoreText } from './templates/ignore-lines.ts'
import { recordedFiles, sampleFiles, type Template } from './templates/project-files.ts'
import { schemaLine } from './templates/schema-line.ts'

export interface InitOptions {
  /** Where to write; it is made when it does not exist. */
  folder: string
  template: Template
  /** The file of answers that the template `recorded` scores. */
  recordedFile?: string
  /** Language of the sample and of the comments; default English. */
  language?: Language
  /** Replaces files that exist. */
  force?: boolean
}

/** What was written, as paths that begin like the given folder, and what to type next. */
export interface InitResult {
  files: string[]
  next: string[]
}

/**
 * Writes a project that runs at once and offline: a configuration, a test set and a small system to fill in. A file that
 * exists is never overwritten (unless `force`), and a failure leaves nothing behind.
 */
export async function initProject(options: InitOptions): Promise<InitResult> {
  const folder = resolve(options.folder)
  const { files, before } = await contents(options, folder)
  const names = Object.keys(files)
  await refuseExisting(folder, names, options.force === true)
  const ignore = ignoreText(await readFile(join(folder, '.gitignore'), 'utf8').catch(() => undefined))
  await writeAll(folder, files, ignore, options.force === true)
  const inFolder = (name: string) => join(options.folder, name)
  const here = folder === process.cwd()
  return {
    files: [...names, ...(ignore === undefined ? [] : ['.gitignore'])].map(inFolder),
    next: [...(here ? [] : [`cd ${quoted(options.folder)}`]), ...before, 'npx ragstone run'],
  }
}

async function contents(options: InitOptions, folder: string) {
  const language = options.language ?? 'en'
  const schema = schemaLine(folder, undefined, language)
  if (options.template !== 'recorded') return sampleFiles(options.template, { language, schema })
  if (options.recordedFile === undefined) {
    throw new RagstoneError('missing_file', 'the template `recorded` needs a file of answers', {
      hint: 'ragstone init --recorded answers.jsonl',
    })
  }
  return recordedFiles(resolve(options.recordedFile), { folder, language, schema })
}

/** Another configuration file would make the new one ambiguous, so it counts as existing too, even with `force`. */
async function refuseExisting(folder: string, names: readonly string[], force: boolean): Promise<void> {
  const exists = async (name: string) => (await lstat(join(folder, name)).catch(() => undefined)) !== undefined
  const others = CONFIG_NAMES.filter((name) => !names.includes(name))
  const found: string[] = []
  for (const name of force ? others : [...names, ...others]) if (await exists(name)) found.push(name)
  if (found.length === 0) return
  throw new RagstoneError('file_exists', `${folder} already holds ${found.join(', ')}; nothing was written`, {
    hint: 'choose another folder (`ragstone init FOLDER`), or move what is there',
  })
}

/** Writes all files or none. */
async function writeAll(
  folder: string,
  files: Record<string, string>,
  ignore: string | undefined,
  force: boolean,
): Promise<void> {
  const undo: string[] = []
  try {
    const made = await mkdir(folder, { recursive: true })
    if (made !== undefined) undo.push(made)
    for (const [name, content] of Object.entries(files)) {
      const path = join(folder, name)
      if (!force) undo.push(path)
      await writeFile(path, content, { flag: force ? 'w' : 'wx' })
    }
    if (ignore !== undefined) await writeFile(join(folder, '.gitignore'), ignore)
  } catch (error) {
    // What somebody else made in the meantime is not ours to remove.
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') undo.pop()
    for (const path of undo.reverse()) await rm(path, { recursive: true, force: true }).catch(() => undefined)
    throw new RagstoneError('cannot_write', `the project cannot be written to ${folder}: ${messageOf(error)}`, {
      hint: 'check that the folder may be written to; nothing was left behind',
      cause: error,
    })
  }
}
