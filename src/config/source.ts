import type { KeyPath } from './key-path.ts'

/** A place in a file, counted from 1. */
export interface Place {
  line: number
  column: number
}

/** What a configuration file says, before anything is checked or filled in. */
export interface Source {
  /** Plain data: maps, lists, texts, finite numbers, true, false, null. */
  value: unknown
  /** How messages call the file: relative to where the user is, when it lies below. */
  label: string
  /** The file's own name, as stored records call it. */
  name: string
  /** Where the value at a path was written, or its key; undefined where that is not known. */
  placeOf(path: KeyPath, what: 'key' | 'value'): Place | undefined
  /** Where a value most likely was written; good enough to help with an error, not to be recorded. */
  likelyPlaceOf?(path: KeyPath): Place | undefined
  /** The keys of the map at a path, in the order of the file. */
  keysOf(path: KeyPath): readonly string[]
}
