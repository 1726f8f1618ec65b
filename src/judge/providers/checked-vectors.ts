import { ProviderError } from '../provider.ts'

/**
 * The vectors of an answer, when there is one for each text, all of one length and of finite numbers; otherwise a
 * ProviderError that says what is wrong. `from` names what answered.
 */
export function checkedVectors(value: unknown, count: number, from: string): number[][] {
  const bad = (problem: string) => new ProviderError('bad_reply', `${from} answered with ${problem}`)
  if (!Array.isArray(value)) throw bad('no list of vectors')
  if (value.length !== count) throw bad(`${value.length} vectors for ${count} texts`)
  const [first] = value
  for (const [index, vector] of value.entries()) {
    if (!Array.isArray(vector) || vector.length === 0) throw bad(`no numbers for text ${index + 1}`)
    if (vector.length !== first.length) throw bad(`vectors of ${first.length} and of ${vector.length} numbers`)
    const odd = vector.find((entry) => typeof entry !== 'number' || !Number.isFinite(entry))
    if (odd !== undefined) throw bad(`${String(odd)} in place of a number, for text ${index + 1}`)
  }
  return value
}
