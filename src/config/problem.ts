import { RagstoneError } from '../core/errors.ts'
import type { KeyPath } from './key-path.ts'
import type { Place, Source } from './source.ts'

/** One mistake in a configuration file. `text` is a sentence that names the key path. */
export interface Problem {
  code: string
  text: string
  place?: Place | undefined
  hint?: string | undefined
}

/** A problem at the key or value of a path; where the path is not in the file, at what encloses it. */
export function problemAt(
  source: Source,
  path: KeyPath,
  what: 'key' | 'value',
  problem: Omit<Problem, 'place'>,
): Problem {
  for (let length = path.length; length > 0; length -= 1) {
    const place = source.placeOf(path.slice(0, length), length === path.length ? what : 'key')
    if (place !== undefined) return { ...problem, place }
  }
  const place = source.likelyPlaceOf?.(path)
  return place === undefined ? problem : { ...problem, place }
}

/** `ragstone.yaml:7:16: ` or `ragstone.yaml: ` in front of a sentence. */
export function located(label: string, place: Place | undefined, text: string): string {
  return place === undefined ? `${label}: ${text}` : `${label}:${place.line}:${place.column}: ${text}`
}

/** All problems of a file as one error: the first in the order of the file is the message, the others are details. */
export function problemsError(label: string, problems: readonly Problem[]): RagstoneError {
  const sorted = [...problems].sort((a, b) => compare(a.place, b.place))
  const [first, ...others] = sorted
  if (first === undefined) throw new TypeError('no problem to report')
  return new RagstoneError(first.code, located(label, first.place, first.text), {
    ...(first.hint === undefined ? {} : { hint: first.hint }),
    details: others.map((problem) => {
      const line = located(label, problem.place, problem.text)
      return problem.hint === undefined ? line : `${line} (${problem.hint})`
    }),
  })
}

function compare(a: Place | undefined, b: Place | undefined): number {
  if (a === undefined || b === undefined) return Number(b === undefined) - Number(a === undefined) || 0
  return a.line - b.line || a.column - b.column
}
