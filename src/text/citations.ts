import { sentences } from './sentences.ts'

export type CitationStyle = '[n]' | '【n】' | '(n)' | '（n）' | '[^n]'
export interface CitationOptions {
  styles?: readonly CitationStyle[]
  /** A regular expression with one group for the number, used instead of the styles. */
  pattern?: string
}
export interface CitationMarker {
  numbers: number[]
  start: number
  end: number
  text: string
}

export function citationMarkers(text: string, _options: CitationOptions = {}): CitationMarker[] {
  return [...text.matchAll(/[[【](\d+)[\]】]/gu)].map((match) => ({
    numbers: [Number(match[1])],
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
  }))
}

export function stripCitations(text: string, options: CitationOptions = {}): string {
  let out = ''
  let at = 0
  for (const marker of citationMarkers(text, options)) {
    out += text.slice(at, marker.start)
    at = marker.end
  }
  return out + text.slice(at)
}

export function claimSentences(
  text: string,
  _options: { phrases?: readonly string[] } & CitationOptions = {},
): string[] {
  return sentences(text)
}
