import { RagstoneError } from '../core/errors.ts'
import type { ResponseKey } from '../core/response.ts'
import { fromText } from './stored-text.ts'

/** The error for a run that the store does not have. */
export function unknownRun(runId: string, location: string): RagstoneError {
  return new RagstoneError('unknown_run', `there is no run "${runId}" in ${location}`, {
    hint: 'it may have been deleted; start a new one: ragstone run',
  })
}

/** The error for a response whose test case the run does not have. */
export function unknownTestCase(id: string, runId: string): RagstoneError {
  return new RagstoneError('unknown_test_case', `run "${runId}" has no test case "${id}"`, {
    hint: 'a response needs the id of a test case of its run',
  })
}

/** The error for a score or grade of a response that is not stored; the key as it would be stored. */
export function unknownResponse(key: ResponseKey): RagstoneError {
  const { test_case_id: id, configuration, repeat } = key
  const place = `test case "${fromText(id)}", configuration "${fromText(configuration)}", repeat ${repeat}`
  return new RagstoneError('unknown_response', `run "${key.run_id}" has no response for ${place}`, {
    hint: 'the three together must name a response of the run',
  })
}
