import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ZodType } from 'zod'
import { messageOf, RagstoneError } from '../../core/errors.ts'
import { type Exchange, exchangeSchema } from '../../core/exchange.ts'
import { modelName } from './model-name.ts'
import {
  type EmbeddingsHeader,
  embeddingsHeaderSchema,
  type JudgeHeader,
  judgeHeaderSchema,
  RECORDING_FORMAT,
  type RecordedVector,
  recordedVectorSchema,
} from './recording-format.ts'

/** What a file of recorded exchanges holds. */
export interface Recording {
  /** The file as the configuration names it. */
  file: string
  judge: JudgeHeader | undefined
  embeddings: EmbeddingsHeader | undefined
  exchanges: Exchange[]
  vectors: RecordedVector[]
}

/** Reads a recording whole. What cannot be read is a RagstoneError that names file and line. */
export async function readRecording(model: string | object, folder: string): Promise<Recording> {
  const file = modelName({ provider: 'recorded', model })
  const lines = (await textOf(file, folder)).split(/\r?\n/)
  const recording: Recording = { file, judge: undefined, embeddings: undefined, exchanges: [], vectors: [] }
  for (const [index, line] of lines.entries()) {
    if (line.trim() !== '') readLine(recording, line, `${file}, line ${index + 1}`)
  }
  return recording
}

async function textOf(file: string, folder: string): Promise<string> {
  try {
    return (await readFile(resolve(folder, file), 'utf8')).replace(/^\ufeff/, '')
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    const problem = missing ? 'there is no such file' : messageOf(error)
    throw new RagstoneError('recording_missing', `the recording ${file} cannot be read: ${problem}`, {
      hint: 'for the provider recorded, `model` is a file of recorded exchanges: run once with a real judge, then `ragstone export exchanges`',
      cause: error,
    })
  }
}

function readLine(recording: Recording, line: string, place: string): void {
  const value = parsed(line, place)
  if (typeof value === 'object' && value !== null && 'recording' in value) {
    readHeader(recording, value, place)
  } else if (typeof value === 'object' && value !== null && 'vector' in value) {
    recording.vectors.push(checked(recordedVectorSchema, value, place, 'vector'))
  } else {
    recording.exchanges.push(checked(exchangeSchema, value, place, 'exchange'))
  }
}

function readHeader(recording: Recording, value: object, place: string): void {
  if ('format' in value && typeof value.format === 'number' && value.format > RECORDING_FORMAT) {
    throw new RagstoneError(
      'recording_newer',
      `${place}: a recording of form ${value.format}, newer than this Ragstone`,
      {
        hint: `update Ragstone; this one reads form ${RECORDING_FORMAT}`,
      },
    )
  }
  const embeds = 'recording' in value && value.recording === 'embeddings'
  const section = embeds ? 'embeddings' : 'judge'
  if (recording[section] !== undefined) {
    throw new RagstoneError(
      'recording_doubled',
      `${place}: a second header of ${section}; a recording holds one model of a kind`,
      {
        hint: 'put what each model answered into a file of its own',
      },
    )
  }
  if (embeds) recording.embeddings = checked(embeddingsHeaderSchema, value, place, 'header')
  else recording.judge = checked(judgeHeaderSchema, value, place, 'header')
}

function parsed(line: string, place: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw broken(place, `not JSON (${messageOf(error)})`)
  }
}

function checked<T>(schema: ZodType<T>, value: unknown, place: string, what: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') ?? ''
  throw broken(place, `no ${what} (${field === '' ? '' : `${field}: `}${issue?.message ?? 'another shape'})`)
}

function broken(place: string, problem: string): RagstoneError {
  return new RagstoneError('recording_broken', `${place}: ${problem}`, {
    hint: 'a recording is what `ragstone export exchanges` writes: one JSON object a line',
  })
}
