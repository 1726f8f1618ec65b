import { hashText } from '../core/hash.ts'
import type { Run } from '../core/run.ts'
import type { Store } from '../store/store.ts'

/** Which configurations of a run gave an answer: names in the order of the run, once each. */
export type GaveAnswer = (testCase: string, answer: string) => string[]

/** Reads which configuration gave which answer, for files that show answers and do not say whose they are. Memory: a hash an answer. */
export async function gaveAnswer(store: Store, run: Run): Promise<GaveAnswer> {
  const by = new Map<string, Set<string>>()
  for await (const { test_case_id, configuration, response } of store.responses(run.id)) {
    if (response === null || response === undefined) continue
    const key = answerKey(test_case_id, response)
    const names = by.get(key)
    if (names === undefined) by.set(key, new Set([configuration]))
    else names.add(configuration)
  }
  return (testCase, answer) => {
    const names = by.get(answerKey(testCase, answer))
    return run.configurations.map(({ name }) => name).filter((name) => names?.has(name) === true)
  }
}

/** Line ends and white space at the ends are what other tools change. */
function answerKey(testCase: string, answer: string): string {
  return `${hashText(answer.replace(/\r\n?/g, '\n').trim())}/${testCase}`
}
