/** What a text is as a list: its items, `plain` when it is no list, `unreadable` when it looks like one and is not. */
export type CellList = { items: unknown[] } | 'plain' | 'unreadable'

/**
 * Reads a list out of a text, as spreadsheets and data frames hold it: a JSON list (`["a", "b"]`), or a list as Python
 * prints it (`['a', "b", None]`). A text that does not look like a list is plain.
 */
export function readListText(text: string): CellList {
  const trimmed = text.trim()
  if (!trimmed.startsWith('[')) return 'plain'
  try {
    const value: unknown = JSON.parse(trimmed)
    if (Array.isArray(value)) return { items: value }
  } catch {
    // Not JSON; perhaps Python.
  }
  const items = trimmed.length > MAX_PYTHON_LENGTH ? undefined : readPythonList(trimmed)
  if (items !== undefined) return { items }
  return trimmed.endsWith(']') || /^\[\s*["'{[]/.test(trimmed) ? 'unreadable' : 'plain'
}

/** Longer ones are not tried: matching them would need too much memory. */
const MAX_PYTHON_LENGTH = 1_000_000

const ITEM = /\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|(None|True|False)|(-?\d+(?:\.\d+)?))\s*([,\]])/y

/** The items of a Python list of texts, numbers, `None`, `True`, `False`; undefined when it is anything else. */
function readPythonList(text: string): unknown[] | undefined {
  const items: unknown[] = []
  if (/^\[\s*\]$/.test(text)) return items
  ITEM.lastIndex = 1
  for (;;) {
    const match = ITEM.exec(text)
    if (match === null) return undefined
    const [, single, double, word, number, stop] = match
    const source = single ?? double
    const item = source === undefined ? bareItem(word, number) : withoutEscapes(source)
    if (item === undefined) return undefined
    items.push(item)
    if (stop === ']') return ITEM.lastIndex === text.length ? items : undefined
    if (/^\s*\]$/.test(text.slice(ITEM.lastIndex))) return items
  }
}

function bareItem(word: string | undefined, number: string | undefined): unknown {
  if (number !== undefined) return Number(number)
  return word === 'None' ? null : word === 'True'
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' }

/** Undoes the escapes of a Python text; undefined for an escape that is not known. */
function withoutEscapes(source: string): string | undefined {
  if (!source.includes('\\')) return source
  let known = true
  const text = source.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/gs,
    (_all, x: string | undefined, u: string | undefined, long: string | undefined, char: string | undefined) => {
      const code = x ?? u ?? long
      if (code !== undefined) {
        const point = Number.parseInt(code, 16)
        if (point <= 0x10ffff) return String.fromCodePoint(point)
      }
      const plain = char === undefined ? undefined : ESCAPES[char]
      if (plain === undefined) known = false
      return plain ?? ''
    },
  )
  return known ? text.toWellFormed() : undefined
}
