import { compareText } from './compare-text.ts'
import type { ResponseKey } from './response.ts'

/** By what a response of a run is named. */
export type ResponseName = Omit<ResponseKey, 'run_id'>

/** The name as one text, different for different names whatever they hold; for maps and sets. */
export function responseKey({ configuration, test_case_id, repeat }: ResponseName): string {
  return `${repeat}/${configuration.length}/${configuration}${test_case_id}`
}

/** An order of responses that depends on their names alone: by configuration, test case, repeat. */
export function compareResponses(a: ResponseName, b: ResponseName): number {
  return (
    compareText(a.configuration, b.configuration) || compareText(a.test_case_id, b.test_case_id) || a.repeat - b.repeat
  )
}
