import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { isRagstoneError, type RagstoneError } from '../../core/errors.ts'
import { evaluate } from '../evaluate.ts'
import { type ImportOptions, importScores } from '../import-scores.ts'

/** A folder that goes when the test ends. */
export function folder(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'ragstone-import-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true, maxRetries: 5 }))
  return cwd
}

/** A folder with a run of these answers, scored by `refusal` alone. */
export async function folderWithRun(answers: readonly object[]): Promise<string> {
  const cwd = folder()
  writeFileSync(join(cwd, 'answers.jsonl'), answers.map((one) => JSON.stringify(one)).join('\n'))
  await evaluate({ cwd, file: 'answers.jsonl', metrics: ['refusal'] })
  return cwd
}

/** Imports a file of this content and returns the result with what was told. */
export async function imported(cwd: string, file: string, content: string, options: Partial<ImportOptions> = {}) {
  writeFileSync(join(cwd, file), content)
  const notes: string[] = []
  const result = await importScores({ cwd, file, log: (line) => notes.push(line), ...options })
  return { result, notes }
}

/** The error with which a file of this content is refused. */
export async function refusedImport(
  cwd: string,
  file: string,
  content: string,
  options: Partial<ImportOptions> = {},
): Promise<RagstoneError> {
  const error: unknown = await imported(cwd, file, content, options).catch((thrown: unknown) => thrown)
  if (isRagstoneError(error)) return error
  throw new Error('nothing was refused', { cause: error })
}
