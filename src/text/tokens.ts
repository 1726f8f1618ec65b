import { normalize } from './normalize.ts'

export interface TokenOptions {
  /** Compare Traditional and Simplified forms of a word as equal. Default false. */
  foldScript?: boolean
}
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

export function tokens(text: string, _options: TokenOptions = {}): string[] {
  return normalize(text).match(/\p{sc=Han}|[\p{L}\p{N}]+(?:[.,'’-][\p{L}\p{N}]+)*/gu) ?? []
}

export function contentTokens(text: string, options: TokenOptions = {}): string[] {
  return tokens(text, options)
}

export function characters(text: string): string[] {
  return [...graphemes.segment(text)].map((part) => part.segment).filter((part) => part.trim() !== '')
}
