import { type ModelFacts, ProviderError } from '../provider.ts'
import { isPlainlyUnknown } from './answer-error.ts'
import type { Connection } from './connection.ts'
import { ifTold } from './if-told.ts'
import { requestJson } from './json-request.ts'
import { knownWindow } from './known-window.ts'

/**
 * What a vendor tells of one model at `/models/NAME`, without a spend. A gateway that has no such route tells nothing; a wrong
 * key and a model that does not exist are errors.
 */
export async function hostedFacts(
  connection: Connection,
  asked: {
    model: string
    headers: Readonly<Record<string, string>>
    structured: ModelFacts['structured']
    windowField: string
  },
  signal: AbortSignal,
): Promise<{ facts: ModelFacts; told: Readonly<Record<string, unknown>> }> {
  const { model, headers, structured, windowField } = asked
  const path = `/models/${encodeURIComponent(model)}`
  const answer = await ifTold(async () => {
    try {
      return await requestJson(connection, { path, headers, model, task: 'chat' }, signal)
    } catch (error) {
      if (!(error instanceof ProviderError && isPlainlyUnknown(error))) throw error
      return error
    }
  })
  if (answer instanceof ProviderError) throw answer
  const told = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  const window = told[windowField]
  const known = typeof window === 'number' && Number.isSafeInteger(window) && window > 0 ? window : knownWindow(model)
  return {
    told,
    facts: { canRaise: false, local: connection.local, structured, ...(known === undefined ? {} : { window: known }) },
  }
}
