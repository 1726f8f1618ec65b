import { nearest } from '../core/nearest.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const KEEP =
  'give the column the format "text" before ids go into it, or import the file as it was before the spreadsheet'

/**
 * What most likely happened to an id that is not among the known ones, for an error's hint: a spreadsheet that made a date, a
 * rounded number or a number without leading zeros of it, a table program that added `.0`, or a slip of the pen. Nothing is
 * repaired. Undefined where nothing fits.
 */
export function idTrouble(id: string, known: readonly string[]): string | undefined {
  const written = id.trim()
  const number = asNumber(written, known)
  if (number !== undefined) return number
  const dates = known.filter((one) => datesOf(one).length > 0)
  const parts = dateIn(written)
  const [meant, second] =
    parts === undefined ? [] : dates.filter((one) => datesOf(one).some((date) => agrees(parts, date)))
  if (meant !== undefined) {
    const which = second === undefined ? `"${meant}"` : `"${meant}" or "${second}"`
    return `${which} may have become a date in a spreadsheet; ${KEEP}`
  }
  if ((parts !== undefined || isSerial(written)) && dates.length > 0) {
    return `ids such as "${dates[0]}" become dates in a spreadsheet, and this looks like one; ${KEEP}`
  }
  const near = nearest(written, known)
  return near === undefined ? undefined : `did you mean "${near}"?`
}

function asNumber(written: string, known: readonly string[]): string | undefined {
  const whole = /^(\d+)\.0+$/.exec(written)?.[1]
  if (whole !== undefined && known.includes(whole)) {
    return `"${whole}" was written as a number with decimals; write ids as whole numbers or texts (in pandas: dtype=str)`
  }
  if (/^\d+$/.test(written)) {
    const padded = known.find((one) => /^0+\d+$/.test(one) && one.replace(/^0+/, '') === written.replace(/^0+/, ''))
    if (padded !== undefined) return `"${padded}" may have lost its leading zeros in a spreadsheet; ${KEEP}`
  }
  const digits = /^(\d(?:[.,]\d+)?)e\+?(\d+)$/i.exec(written)
  if (digits === null) return undefined
  const start = (digits[1] ?? '').replace(/[.,]/, '')
  const length = Number(digits[2]) + 1
  const long = known.find((one) => /^\d+$/.test(one) && one.length === length && rounded(one, start.length) === start)
  if (long !== undefined) return `"${long}" may have become a rounded number in a spreadsheet; ${KEEP}`
  return `this looks like a long number that a spreadsheet rounded; ${KEEP}`
}

/** The first digits of a long number, rounded. */
function rounded(text: string, digits: number): string {
  const [head = ''] = Number(text)
    .toExponential(digits - 1)
    .split('e')
  return head.replace('.', '')
}

/** Day, month and year of a date, where each is known. */
interface DateParts {
  numbers: readonly number[]
  month?: number
}

/** A date as spreadsheets write it: `2-Jan`, `Jan-02`, `1/2/2026`, `2026-01-02`. */
function dateIn(text: string): DateParts | undefined {
  const bare = text.replace(/[T ]00:00(:00)?(\.0+)?$/, '')
  const named = /^(?:(\d{1,4})[-/. ])?([A-Za-z]{3})[a-z]*[-/. ](\d{1,4})$|^(\d{1,4})[-/. ]([A-Za-z]{3})[a-z]*$/.exec(
    bare,
  )
  if (named !== null) {
    const month = MONTHS.indexOf((named[2] ?? named[5] ?? '').toLowerCase()) + 1
    if (month === 0) return undefined
    return { month, numbers: [named[1], named[3], named[4]].filter((one) => one !== undefined).map(Number) }
  }
  const plain = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})$/.exec(bare)
  return plain === null ? undefined : { numbers: [plain[1], plain[3], plain[4]].map(Number) }
}

/** Day counts from 1900, as Excel writes a date in a cell without a format: 2009 to 2064. */
function isSerial(text: string): boolean {
  return /^\d{5}(\.0)?$/.test(text) && Number(text) >= 40_000 && Number(text) < 60_000
}

/** The numbers of an id that a spreadsheet takes for a date: `1-2`, `3/4`, `1-2-3`. */
function datesOf(id: string): number[][] {
  const match = /^(\d{1,4})[-/.](\d{1,2})(?:[-/.](\d{1,4}))?$/.exec(id)
  if (match === null) return []
  return [[match[1], match[2], match[3]].filter((one) => one !== undefined).map(Number)]
}

/** Whether a date may have been made of these numbers; the year of the day is added to two of them. */
function agrees({ numbers, month }: DateParts, id: readonly number[]): boolean {
  const all = month === undefined ? numbers : [...numbers, month]
  return id.every((one) => all.some((part) => part === one || part % 100 === one))
}
