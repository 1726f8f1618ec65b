/** Emphasis beside the words, never instead of them. */
export type Tone = 'good' | 'bad' | 'unsure'

/** A cell of one or more lines. */
export type Cell = readonly string[]

/** A table whose first column names the rows. Every row has as many cells as the header. */
export interface Table {
  kind: 'table'
  header: readonly Cell[]
  rows: readonly (readonly Cell[])[]
  /** Whether all columns but the first hold numbers and stand on the right. */
  numeric?: boolean
}

export interface ListItem {
  /** A word before the head, with its tone. */
  mark?: { word: string; tone: Tone }
  head: string
  /** The command with which the head ends; it is never broken, so that it can be pasted. */
  command?: string
  lines: readonly string[]
}

/** Cases or messages, one item each. `rest` says how many are left out. */
export interface List {
  kind: 'list'
  items: readonly ListItem[]
  rest?: string
  /** Lines that one text may take where lines are counted; default a few. */
  mostLines?: number
}

/** A sentence or two. */
export interface Paragraph {
  kind: 'paragraph'
  text: string
}

/** Label and value, one pair a line. */
export interface Facts {
  kind: 'facts'
  pairs: readonly (readonly [string, string])[]
  /** As of {@link List}. */
  mostLines?: number
}

/** A text with its own line breaks, under a label. Beyond `mostLines` it says how many lines are left out. */
export interface Text {
  kind: 'text'
  label: string
  text: string
  mostLines?: number
}

export type Block = Table | List | Paragraph | Facts | Text

/** A part of a report under its own heading. All texts are data as stored: each form makes them safe in its own way. */
export interface Section {
  title: string
  blocks: Block[]
}
