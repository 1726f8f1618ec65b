/** Where the elements of a list stand in JSON text, as positions in the text. */
export interface ListPlaces {
  /** Position of `[`. */
  open: number
  starts: number[]
  /** Position after the last element; after `[` in an empty list. */
  end: number
  /** Position of `]`. */
  close: number
}

/**
 * Finds a list in JSON text that is known to be valid: the document itself, or the value of `key` at its top level.
 * Undefined when there is no such list.
 */
export function findList(text: string, key?: string): ListPlaces | undefined {
  const open = key === undefined ? skipSpace(text, 0) : findValue(text, key)
  if (open === undefined || text[open] !== '[') return undefined
  const starts: number[] = []
  let end = open + 1
  let at = skipSpace(text, open + 1)
  while (at < text.length && text[at] !== ']') {
    starts.push(at)
    end = skipValue(text, at)
    at = skipSpace(text, end)
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return { open, starts, end, close: at }
}

function findValue(text: string, key: string): number | undefined {
  let at = skipSpace(text, 0)
  if (text[at] !== '{') return undefined
  at = skipSpace(text, at + 1)
  while (text[at] === '"') {
    const nameEnd = skipString(text, at)
    const value = skipSpace(text, skipSpace(text, nameEnd) + 1)
    if (JSON.parse(text.slice(at, nameEnd)) === key) return value
    at = skipSpace(text, skipValue(text, value))
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return undefined
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && text.charCodeAt(at) <= 32) at += 1
  return at
}

/** The position after the closing quote of a string that begins at `from`. */
function skipString(text: string, from: number): number {
  let at = from + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) return text.length
    let slashes = 0
    while (text[quote - 1 - slashes] === '\\') slashes += 1
    if (slashes % 2 === 0) return quote + 1
    at = quote + 1
  }
}

function skipValue(text: string, from: number): number {
  let depth = 0
  let at = from
  while (at < text.length) {
    const char = text[at]
    if (char === '"') {
      at = skipString(text, at)
      if (depth === 0) return at
      continue
    }
    if (char === '[' || char === '{') depth += 1
    else if (char === ']' || char === '}') {
      if (depth === 0) return at
      depth -= 1
      if (depth === 0) return at + 1
    } else if (depth === 0 && (char === ',' || text.charCodeAt(at) <= 32)) return at
    at += 1
  }
  return at
}

/** The 1-based lines of ascending positions. */
export function linesOf(text: string, positions: readonly number[]): number[] {
  let line = 1
  let from = text.indexOf('\n')
  return positions.map((position) => {
    while (from !== -1 && from < position) {
      line += 1
      from = text.indexOf('\n', from + 1)
    }
    return line
  })
}

/**
 * The 1-based line at which `JSON.parse` stopped, or undefined when its message does not tell. Engines name the
 * position, the end of the text, or quote the ten characters on either side.
 */
export function errorLine(text: string, message: string): number | undefined {
  const position = /at position (\d+)/.exec(message)?.[1]
  if (position !== undefined) return linesOf(text, [Number(position)])[0]
  if (message.includes('end of JSON input')) return linesOf(text, [text.trimEnd().length])[0]
  const quoted = /, (\.\.\.)?"(.*)"(?:\.\.\.)? is not valid JSON$/s.exec(message)
  const excerpt = quoted?.[2]
  if (excerpt === undefined) return undefined
  if (quoted?.[1] === undefined) return linesOf(text, [wrongPosition(text, 0, excerpt.length)])[0]
  let tries = 0
  for (let at = text.indexOf(excerpt); at !== -1 && tries < 20; at = text.indexOf(excerpt, at + 1)) {
    tries += 1
    const wrong = wrongPosition(text, at, excerpt.length)
    if (wrong < at + excerpt.length) return linesOf(text, [wrong])[0]
  }
  return undefined
}

/** The first position from `from` at which the text up to there is wrong rather than unfinished. */
function wrongPosition(text: string, from: number, length: number): number {
  for (let at = from; at < from + length; at += 1) {
    try {
      JSON.parse(text.slice(0, at + 1))
    } catch (error) {
      if (String(error).includes('Unexpected token')) return at
    }
  }
  return from + length
}
