import { badValue, type Cell } from './cell.ts'
import { isRecord } from './row.ts'

/** Expectations of promptfoo whose value is the text that a right answer says. */
const TEXT_TYPES = [
  'equals',
  'similar',
  'factuality',
  'model-graded-factuality',
  'context-recall',
  'answer-correctness',
]

/**
 * The reference answer in promptfoo's expectations: the value of the one that names the right answer's text. Others
 * (contains, regex, cost, ...) are rules of that tool and are not taken over. Several different texts are refused.
 */
export function referenceOfAsserts(value: unknown, cell: Cell): string | undefined {
  const asserts = Array.isArray(value) ? value : [value]
  const texts = new Set<string>()
  for (const one of asserts) {
    const { type, text } = typeof one === 'string' ? shorthand(one) : isRecord(one) ? longForm(one) : {}
    if (text !== undefined && text !== '' && TEXT_TYPES.includes(type ?? '')) texts.add(text)
  }
  if (texts.size > 1) {
    throw badValue(cell, value, 'one expectation that holds the right answer; add a column "reference" to choose')
  }
  return [...texts][0]
}

function longForm(assertion: Record<string, unknown>): { type?: string; text?: string } {
  const { type, value } = assertion
  return typeof type === 'string' && typeof value === 'string' ? { type, text: value } : {}
}

/** `similar(0.8): text`, `equals: text`; a text without a type must be equal. */
function shorthand(text: string): { type: string; text: string } {
  const match = /^([a-z][a-z-]*)(?:\([^)]*\))?:\s*(.*)$/s.exec(text)
  if (match === null) return { type: 'equals', text }
  return { type: match[1] ?? '', text: match[2] ?? '' }
}
