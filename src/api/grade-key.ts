import type { Grade } from '../core/grade.ts'

/** By what a response of a run is named. */
export type ResponseName = Pick<Grade, 'configuration' | 'test_case_id' | 'repeat'>

/** An order of responses that depends on their names alone. */
export function compareKeys(a: ResponseName, b: ResponseName): number {
  const [first, second] = [keyOf(a), keyOf(b)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** One response among those of a run. */
export function keyOf(one: ResponseName): string {
  return JSON.stringify([one.configuration, one.test_case_id, one.repeat])
}
