import { resolve } from 'node:path'
import { counted } from '../core/counted.ts'
import { isRagstoneError, RagstoneError } from '../core/errors.ts'
import type { Run } from '../core/run.ts'
import type { Direction } from '../core/score.ts'
import { shownPath } from '../core/shown-path.ts'
import { listedColumns } from '../files/column-use.ts'
import type { OnProgress } from '../pipeline/progress.ts'
import type { Store } from '../store/store.ts'
import { answerWatch } from './import-answers.ts'
import { type ScoreForm, scoreForm } from './import-form.ts'
import type { ImportedMetric } from './import-plan.ts'
import { type KnownResponses, knownResponses } from './import-responses.ts'
import { readScores } from './import-rows.ts'
import { type PreparedFile, prepareFile, runMadeOf, runOfFile } from './import-run.ts'
import { storeImport } from './import-store.ts'
import { addRow, type ScoreTable, scoreTable } from './import-table.ts'
import { openProjectStore, openToRead, type ProjectOptions } from './project.ts'
import { requireRun } from './resume-run.ts'

export interface ImportOptions extends ProjectOptions {
  /** The file of scores: csv, tsv, jsonl, json, yaml or parquet. */
  file: string
  /** The run that the scores belong to: an id, a name or `latest`. Default: a file that holds answers too becomes a run. */
  run?: string
  /** The tool that made the scores, kept with them. */
  from?: string
  /** A name for the new run. */
  name?: string
  /** Columns or metrics to take; default all that hold scores. */
  metrics?: readonly string[]
  /** Directions by metric; `*` for all. Where nothing is said: lower for what is known to count faults, else higher. */
  directions?: Readonly<Record<string, Direction>>
  /** Put in front of every metric's name. */
  prefix?: string
  /** The configuration of rows that name none. */
  configuration?: string
  /** Ragstone's field names mapped to those of the file. */
  fields?: Record<string, string>
  /** Lets scores of the file take the place of others that are there. */
  replace?: boolean
  log?: (line: string) => void
  onProgress?: OnProgress
  signal?: AbortSignal
}

export interface ImportResult {
  run_id: string
  run_name: string
  /** Whether the file became a run of its own. */
  created: boolean
  /** Rows of the file with a score, or with a place for one. */
  rows: number
  metrics: ImportedMetric[]
  /** Verdicts of people that came with the answers of a new run. */
  grades: number
  /** Columns of which nothing was made. */
  not_used: string[]
}

/**
 * Reads scores that were made elsewhere (ragas, deepeval, a script) into a run: one score a row (`metric, test_case_id,
 * configuration, repeat, value, direction?`) or a column for each metric. Rows find their response by test case, or by an equal
 * question. A file that holds question and answer too, and no run named, becomes a run as with `evaluate`. A wrong row leaves
 * everything as it was; what is there already is not stored twice.
 */
export async function importScores(options: ImportOptions): Promise<ImportResult> {
  const cwd = options.cwd ?? process.cwd()
  const file = resolve(cwd, options.file)
  const form = await scoreForm(file, { wanted: options.metrics, fields: options.fields })
  const from = options.from ?? (form.kind === 'nested' ? 'deepeval' : undefined)
  const asked = { ...options, ...(from === undefined ? {} : { from }) }
  tellForm(form, options)
  const loaded = await openToRead(options)
  const runId = form.notUsed.includes('run_id') ? await firstRunId(file, form, options) : undefined
  const mayBeRun = options.run === undefined && form.kind !== 'long' && form.hasAnswers
  // The whole file is read before a store comes into being for it.
  const prepared = mayBeRun ? await prepareRun(file, form, options) : undefined
  const store = await openProjectStore(options, loaded, prepared === undefined ? {} : { create: true })
  try {
    const named = runId === undefined ? undefined : await store.findRun(runId)
    const stored = named?.id === runId && options.run === undefined ? named : undefined
    const known =
      stored ?? (prepared === undefined ? undefined : await runMadeOf(store, options.file, cwd, options.name))
    if (prepared !== undefined && known === undefined) return await importNewRun(store, prepared, form, asked)
    return await importInto(store, known ?? (await requireRun(store, options.run ?? 'latest')), file, form, asked)
  } finally {
    await store.close()
  }
}

/** The run that the first row says it is of. */
async function firstRunId(file: string, form: ScoreForm, { fields }: ImportOptions): Promise<string | undefined> {
  for await (const { runId } of readScores(file, form, { fields })) return runId === '' ? undefined : runId
  return undefined
}

async function prepareRun(file: string, form: ScoreForm, options: ImportOptions): Promise<PreparedFile> {
  const { metrics: wanted, fields, configuration, prefix = '' } = options
  const names = new Set<string>()
  for await (const { scores } of readScores(file, form, { wanted, fields })) {
    for (const { metric } of scores) names.add(`${prefix}${metric}`)
  }
  const job = {
    file,
    ...(fields === undefined ? {} : { fields }),
    ...(configuration === undefined ? {} : { configuration }),
  }
  return prepareFile(job, options, names)
}

async function importNewRun(
  store: Store,
  prepared: PreparedFile,
  form: ScoreForm,
  options: ImportOptions,
): Promise<ImportResult> {
  const { run, grades } = await runOfFile(store, prepared, options).catch((error: unknown) => {
    throw isRagstoneError(error) && error.code === 'duplicate_answer' ? withRunNamed(error) : error
  })
  try {
    return { ...(await importInto(store, run, prepared.job.file, form, options)), created: true, grades }
  } catch (error) {
    await store.deleteRun(run.id)
    throw error
  }
}

/** Scores without a column that tells configurations apart are most likely those of a run that is there. */
function withRunNamed({ code, message, hint, details }: RagstoneError): RagstoneError {
  const way = 'scores of answers that a run has already: --run latest'
  return new RagstoneError(code, message, { hint: hint === undefined ? way : `${hint}; ${way}`, details })
}

async function importInto(
  store: Store,
  run: Run,
  file: string,
  form: ScoreForm,
  options: ImportOptions,
): Promise<ImportResult> {
  const claim = await store.claimRun(run.id)
  try {
    const { configuration, prefix = '', from, directions = {}, replace = false } = options
    const responses = await knownResponses(store, run, {
      configuration,
      byAnswer: form.hasAnswers,
    })
    const table = await readTable(store, run, file, form, responses, options)
    const metrics = await storeImport(store, run, table, responses, {
      prefix,
      from,
      directions,
      replace,
      signal: options.signal,
      shown: shownPath(file, options.cwd),
    })
    return {
      run_id: run.id,
      run_name: run.name,
      created: false,
      rows: table.rows,
      metrics,
      grades: 0,
      not_used: [...form.notUsed],
    }
  } finally {
    await claim.release()
  }
}

/** Reads and checks the whole file. */
async function readTable(
  store: Store,
  run: Run,
  file: string,
  form: ScoreForm,
  responses: KnownResponses,
  options: ImportOptions,
): Promise<ScoreTable> {
  const table = scoreTable(file)
  const answers = answerWatch(store, run, responses)
  for await (const { row, scores } of readScores(file, form, { wanted: options.metrics, fields: options.fields })) {
    options.signal?.throwIfAborted()
    const index = addRow(table, row, scores, responses)
    if (index !== undefined) answers.add(index, row)
  }
  if (table.metrics.size === 0) {
    throw new RagstoneError('no_scores', `${shownPath(file)}: no row holds a score`, {
      hint: 'write one score a row (metric,test_case_id,configuration,repeat,value) or a column for each metric',
    })
  }
  await answers.check()
  return table
}

function tellForm(form: ScoreForm, { log, metrics }: ImportOptions): void {
  if (log === undefined) return
  if (form.kind === 'wide') {
    const columns = form.metrics.map(({ column, within }) => (within === undefined ? column : `${within}.${column}`))
    log(`taken as scores: ${listedColumns(columns)}${metrics === undefined ? '; others with --metric COLUMN' : ''}`)
  }
  const left = form.notUsed.filter((name) => name !== 'run_id')
  if (left.length > 0) log(`not used: ${listedColumns(left)}`)
}

/** What an import did, in a line for each metric. */
export function importLines({ run_id, run_name, created, metrics, grades }: ImportResult): string[] {
  const run = `run ${run_id}${run_name === run_id ? '' : ` (${run_name})`}`
  return [
    created
      ? `${run} made of the answers${grades > 0 ? `, with ${counted(grades, 'grade')}` : ''}`
      : `read into ${run}`,
    ...metrics.map(({ metric, direction, scored, na, added, replaced, unchanged }) => {
      const done = [
        ...(replaced > 0 ? [`${replaced} replaced`] : []),
        ...(unchanged > 0 ? [`${unchanged} there already`] : []),
        ...(added > 0 && replaced + unchanged > 0 ? [`${added} new`] : []),
      ]
      const told = [
        ...(na > 0 ? [`${na} NA`] : []),
        ...(direction === 'lower_is_better' ? ['lower is better'] : []),
        ...done,
      ]
      return `${metric}: ${counted(scored, 'score')}${told.length === 0 ? '' : `, ${told.join(', ')}`}`
    }),
  ]
}
