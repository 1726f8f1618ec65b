import { unguardCell } from '../core/cell-guard.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Grade, Sampling } from '../core/grade.ts'
import { responseKey } from '../core/response-key.ts'
import type { Run } from '../core/run.ts'
import { shownPath } from '../core/shown-path.ts'
import { FIELD_NAMES, type Field, meaningOf } from '../files/field-names.ts'
import { type CanonicalRow, fieldReader } from '../files/fields.ts'
import { placeText, readRows } from '../files/rows.ts'
import type { Store } from '../store/store.ts'
import { type DrawnRow, isStillRandom } from './grade-sampling.ts'

/** What a person said of a response: a verdict, or a mark on a scale from which it follows. */
export type Said = Pick<Grade, 'verdict' | 'mark' | 'right_above'>

/** A row of a file of grades that has a verdict or a mark. */
export interface SheetRow {
  row: CanonicalRow
  said: Said
  sampling: Sampling | undefined
  /** The run that the row says it is of; undefined where it does not say. */
  runId: string | undefined
  /** The response that was graded, as the sheet shows it; undefined where it shows none. */
  shown: string | undefined
}

/** A file of grades. */
export interface Sheet {
  rows: SheetRow[]
  /** Rows that were drawn at random, though what was graded of them is no random sample any more. */
  chosen: number
}

/**
 * The rows with a verdict, or with a mark, which counts as right above `rightAbove`. A row that cannot be read is an error, and
 * so is a file that has no place for verdicts or marks.
 */
export async function readSheet(file: string, rightAbove?: number): Promise<Sheet> {
  const reader = fieldReader({ expects: 'grade' })
  const rows: SheetRow[] = []
  const drawn: DrawnRow[] = []
  let columns: string[] | undefined = []
  let marked = false
  for await (const raw of readRows(file)) {
    const row = reader.read(raw)
    if (columns !== undefined) columns = holds(raw.value, ['verdict', 'mark']) ? undefined : Object.keys(raw.value)
    marked ||= rightAbove !== undefined && holds(raw.value, ['mark'])
    const said = saidIn(row, raw.value.right_above, rightAbove)
    if (row.sampling === 'random') drawn.push({ drawn: row.drawn, isFilled: said !== undefined })
    if (said === undefined) continue
    const { sampling } = row
    rows.push({ row, said, sampling, runId: textOf(raw.value.run_id), shown: textOf(raw.value.response) })
  }
  reader.finish()
  if (columns !== undefined && columns.length > 0) {
    throw new RagstoneError(
      'missing_column',
      `${shownPath(file)}: no column for the verdict; the columns are ${columns.join(', ')}`,
      {
        hint: `names for it: ${FIELD_NAMES.verdict.join(', ')}; marks on a scale are called ${FIELD_NAMES.mark.slice(0, 4).join(', ')}`,
      },
    )
  }
  if (rightAbove !== undefined && !marked) {
    throw new RagstoneError('bad_flag', `--right-above ${rightAbove}: ${shownPath(file)} has no column of marks`, {
      hint: `names for it: ${FIELD_NAMES.mark.join(', ')}`,
    })
  }
  return isStillRandom(drawn) ? { rows, chosen: 0 } : madeChoice(rows)
}

/** The same rows as what they are: somebody picked which of the drawn ones to grade. */
function madeChoice(rows: readonly SheetRow[]): Sheet {
  const changed = rows.map((one): SheetRow => (one.sampling === 'random' ? { ...one, sampling: 'chosen' } : one))
  return { rows: changed, chosen: rows.filter(({ sampling }) => sampling === 'random').length }
}

/** What a row says; undefined where it says nothing. */
function saidIn(row: CanonicalRow, storedBound: unknown, rightAbove: number | undefined): Said | undefined {
  const { verdict, mark } = row
  if (verdict === undefined && mark === undefined) return undefined
  if (mark === undefined) return verdict === undefined ? undefined : { verdict }
  const bound = rightAbove ?? boundOf(storedBound)
  if (verdict === undefined) {
    if (bound !== undefined) return { verdict: mark > bound ? 'right' : 'wrong', mark, right_above: bound }
    throw new RagstoneError('needs_bound', `${placeText(row.place)}: the row has a mark (${mark}) and no verdict`, {
      hint: 'say which marks count as right: --right-above 3 takes marks above 3 for right and the others for wrong',
    })
  }
  const follows = bound !== undefined && mark > bound === (verdict === 'right')
  return follows ? { verdict, mark, right_above: bound } : { verdict, mark }
}

function boundOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function holds(row: Record<string, unknown>, fields: readonly Field[]): boolean {
  return Object.keys(row).some((name) => {
    const meaning = meaningOf(name)
    return meaning.kind === 'field' && fields.includes(meaning.field)
  })
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
  return text.trim() === '' ? undefined : text
}

/** The stored run that a file says it is of; undefined when it does not say, or names none that is stored. */
export async function runOfSheet(store: Store, rows: readonly SheetRow[]): Promise<string | undefined> {
  const named = rows.find(({ runId }) => runId !== undefined)?.runId?.trim()
  if (named === undefined) return undefined
  return (await store.findRun(named))?.id === named ? named : undefined
}

/** Refuses a row that says it is of another run: its grades would land on answers that nobody graded. */
export function refuseOtherRun({ row, runId }: SheetRow, run: Run): void {
  if (runId === undefined || runId.trim() === run.id) return
  throw new RagstoneError(
    'other_run',
    `${placeText(row.place)}: run_id: the row grades run ${runId.trim()}, not run ${run.id} (${run.name})`,
    {
      hint: `read the grades of one run at a time: ragstone grade ${runId.trim()} --import FILE; where the answers are the same, leave out the column run_id`,
    },
  )
}

/** Refuses rows that show another response than the run has: somebody graded another answer. */
export async function refuseOtherResponses(
  store: Store,
  run: Run,
  graded: readonly (SheetRow & { grade: Grade })[],
): Promise<void> {
  const shown = graded.filter((one) => one.shown !== undefined)
  if (shown.length === 0) return
  const byKey = new Map<string, typeof shown>()
  for (const one of shown) byKey.set(responseKey(one.grade), [...(byKey.get(responseKey(one.grade)) ?? []), one])
  const ids = [...new Set(shown.map(({ grade }) => grade.test_case_id))]
  const others = new Set<SheetRow>()
  for await (const response of store.responses(run.id, { test_case_ids: ids })) {
    for (const one of byKey.get(responseKey(response)) ?? []) {
      if (!isSameText(one.shown ?? '', response.response ?? '')) others.add(one)
    }
  }
  const first = shown.find((one) => others.has(one))
  if (first === undefined) return
  const { configuration, test_case_id: id } = first.grade
  throw new RagstoneError(
    'other_response',
    `${placeText(first.row.place)}: response: run ${run.id} has another response to "${id}" under configuration "${configuration}" than the one graded here`,
    {
      hint: `name the run that was graded: ragstone grade RUN --import FILE; or write a new sheet of this one: ragstone grade ${run.id} --export FILE`,
    },
  )
}

/** Refuses two verdicts of one grader on one response in the same sheet: one of them would be lost. */
export function refuseContradictions(graded: readonly (SheetRow & { grade: Grade })[]): void {
  const first = new Map<string, SheetRow & { grade: Grade }>()
  for (const one of graded) {
    const key = JSON.stringify([responseKey(one.grade), one.grade.grader])
    const before = first.get(key)
    if (before === undefined) first.set(key, one)
    else if (before.grade.verdict !== one.grade.verdict || before.grade.mark !== one.grade.mark) {
      throw new RagstoneError(
        'contradicting_grades',
        `${placeText(one.row.place)}: ${one.grade.grader} says ${told(one.grade)} of "${one.grade.test_case_id}" under configuration "${one.grade.configuration}", and ${told(before.grade)} at ${placeText(before.row.place)}`,
        { hint: 'keep one of the two, or name two graders in the column grader' },
      )
    }
  }
}

function told({ verdict, mark }: Grade): string {
  return mark === undefined ? `"${verdict}"` : `"${verdict}" (${mark})`
}

/** What a spreadsheet keeps of a cell; Excel cuts longer ones. */
const CELL_LIMIT = 32_000

/** Whether two texts are the same but for what a spreadsheet does to a cell. */
export function isSameText(shown: string, stored: string): boolean {
  const [a, b] = [plain(shown), plain(stored)]
  if (a === b || (a.length >= CELL_LIMIT && b.startsWith(a))) return true
  return a !== '' && b !== '' && Number(a) === Number(b)
}

/** Without the guard, with one kind of line ends, without white space around; `True` as spreadsheets write it. */
function plain(text: string): string {
  const bare = unguardCell(text).replace(/\r\n?/g, '\n').trim()
  return /^(true|false)$/i.test(bare) ? bare.toUpperCase() : bare
}
