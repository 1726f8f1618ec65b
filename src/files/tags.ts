import { badValue, type Cell, isNothing } from './cell.ts'
import { readListText } from './cell-list.ts'
import { isRecord } from './row.ts'

/** A tag with the column that it came from. */
export interface ReadTag {
  name: string
  value: string
}

/**
 * Tags out of a column: an object of names and values; a list (`["urgent", "type:factual"]`: a name with its value, or
 * a name alone as `yes`); an object or list written as JSON; any other text as the tag named `tag`. Within `metadata`
 * only plain values count, since other tools keep anything there.
 */
export function readTags(value: unknown, cell: Cell): ReadTag[] {
  const content = typeof value === 'string' ? parsed(value) : value
  if (isNothing(content)) return []
  const lenient = /metadata$/i.test(cell.column)
  if (isRecord(content)) {
    return Object.entries(content).flatMap(([name, item]) => {
      if (lenient && typeof item === 'object') return []
      return readTag(name, item, { ...cell, column: `${cell.column}.${name}` })
    })
  }
  if (Array.isArray(content)) {
    return content.flatMap((item) => (lenient && typeof item !== 'string' ? [] : listedTag(item, cell)))
  }
  return readTag('tag', content, cell)
}

function parsed(text: string): unknown {
  const trimmed = text.trim()
  if (trimmed.startsWith('[')) {
    const list = readListText(trimmed)
    return typeof list === 'object' ? list.items : text
  }
  if (!trimmed.startsWith('{')) return text
  try {
    return JSON.parse(trimmed)
  } catch {
    return text
  }
}

function listedTag(item: unknown, cell: Cell): ReadTag[] {
  if (typeof item !== 'string') throw badValue(cell, item, 'a list of texts, or an object of names and values')
  const [name, value] = item.split(/[:=](.*)/s, 2)
  return readTag(name ?? item, value ?? 'yes', cell)
}

/** One tag; a list of plain values is joined with commas. Nothing written is no tag. */
export function readTag(name: string, value: unknown, cell: Cell): ReadTag[] {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return readTag(name, value.join(', '), cell)
  if (isNothing(value)) return []
  if (name.trim() === '') throw badValue(cell, value, 'a tag with a name')
  if (typeof value === 'object') throw badValue(cell, value, 'a text, a number, or true or false')
  return [{ name: name.trim(), value: String(value).trim().toWellFormed() }]
}
