import { APICallError } from '@ai-sdk/provider'
import type { ModelReply } from '../provider.ts'
import { aiSdkError, type FailedCall } from './ai-sdk-error.ts'
import type { Generated } from './ai-sdk-reply.ts'
import { vendorError } from './vendor-error.ts'

/** Codes of servers that look at the prompt before any model does, and withhold the reply. */
const FILTERED = /content_?filter|content_policy|responsibleaipolicy|data_?inspection_?failed|content exists risk/i

/** Calls a model object: its reply, an abort's own reason, or a ProviderError. A prompt that a filter stopped is a refused reply. */
export async function generate(
  run: () => PromiseLike<Generated>,
  read: (generated: Generated) => ModelReply,
  call: FailedCall,
  signal: AbortSignal,
): Promise<ModelReply> {
  try {
    return read(await run())
  } catch (error) {
    if (signal.aborted) throw signal.reason
    const filtered = filterOf(error)
    if (filtered !== undefined) return { text: '', stop: 'refused', stop_detail: call.mask(filtered), usage: null }
    throw aiSdkError(error, call)
  }
}

function filterOf(error: unknown): string | undefined {
  if (!APICallError.isInstance(error) || error.statusCode !== 400) return undefined
  const vendor = vendorError(error.responseBody ?? '')
  if (vendor === undefined) return undefined
  return [...vendor.codes, vendor.message].some((text) => FILTERED.test(text)) ? vendor.message : undefined
}
