import { unguardCell } from '../core/cell-guard.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Grade } from '../core/grade.ts'
import type { Run } from '../core/run.ts'
import { shownPath } from '../core/shown-path.ts'
import { FIELD_NAMES, meaningOf } from '../files/field-names.ts'
import { type CanonicalRow, fieldReader } from '../files/fields.ts'
import { placeText, readRows } from '../files/rows.ts'
import type { Store } from '../store/store.ts'

/** A row of a file of grades that has a verdict. */
export interface SheetRow {
  row: CanonicalRow
  verdict: Grade['verdict']
  /** The run that the row says it is of; undefined where it does not say. */
  runId: string | undefined
  /** The response that was graded, as the sheet shows it; undefined where it shows none. */
  shown: string | undefined
}

/** The rows with a verdict. A row that cannot be read is an error, and so is a file that has no place for verdicts. */
export async function readSheet(file: string): Promise<SheetRow[]> {
  const reader = fieldReader({ expects: 'grade' })
  const rows: SheetRow[] = []
  let columns: string[] | undefined = []
  for await (const raw of readRows(file)) {
    const row = reader.read(raw)
    if (columns !== undefined) columns = hasVerdict(raw.value) ? undefined : Object.keys(raw.value)
    if (row.verdict === undefined) continue
    rows.push({ row, verdict: row.verdict, runId: textOf(raw.value.run_id), shown: textOf(raw.value.response) })
  }
  reader.finish()
  if (columns !== undefined && columns.length > 0) {
    throw new RagstoneError(
      'missing_column',
      `${shownPath(file)}: no column for the verdict; the columns are ${columns.join(', ')}`,
      { hint: `names for it: ${FIELD_NAMES.verdict.join(', ')}` },
    )
  }
  return rows
}

function hasVerdict(row: Record<string, unknown>): boolean {
  return Object.keys(row).some((name) => {
    const meaning = meaningOf(name)
    return meaning.kind === 'field' && meaning.field === 'verdict'
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
  for (const one of shown) byKey.set(keyOf(one.grade), [...(byKey.get(keyOf(one.grade)) ?? []), one])
  const ids = [...new Set(shown.map(({ grade }) => grade.test_case_id))]
  const others = new Set<SheetRow>()
  for await (const response of store.responses(run.id, { test_case_ids: ids })) {
    for (const one of byKey.get(keyOf(response)) ?? []) {
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
    const key = JSON.stringify([keyOf(one.grade), one.grade.grader])
    const before = first.get(key)
    if (before === undefined) first.set(key, one)
    else if (before.grade.verdict !== one.grade.verdict) {
      throw new RagstoneError(
        'contradicting_grades',
        `${placeText(one.row.place)}: ${one.grade.grader} says "${one.grade.verdict}" of "${one.grade.test_case_id}" under configuration "${one.grade.configuration}", and "${before.grade.verdict}" at ${placeText(before.row.place)}`,
        { hint: 'keep one of the two, or name two graders in the column grader' },
      )
    }
  }
}

/** One response among those of a run. */
export function keyOf(one: Pick<Grade, 'configuration' | 'test_case_id' | 'repeat'>): string {
  return JSON.stringify([one.configuration, one.test_case_id, one.repeat])
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
