import { candidates, defaultVector, schemaOf, valueFor, wordProbabilities } from './default-reply.ts'
import type { CompleteReply, Fault, ScriptedReply } from './scripted-reply.ts'
import { countTokens, type ServedRequest } from './served-request.ts'

/** How a reply is filled in where the script leaves it open. */
export interface ReplyDefaults {
  words: readonly string[] | undefined
  embed: ((text: string) => readonly number[]) | undefined
  /** Probabilities of tokens are given when they are asked for. */
  logprobs: boolean
  /** Tokens of the prompt that the model reads; fewer than the prompt has when it is cut in silence. */
  readTokens: number
}

/** A scripted reply with everything that it leaves open filled in, after its faults `cut` and `prompt_cut`. */
export function completeReply(request: ServedRequest, scripted: ScriptedReply, defaults: ReplyDefaults): CompleteReply {
  const graded = scripted.probabilities ?? gradedByDefault(request, scripted, defaults)
  const whole = scripted.text ?? textOf(request, scripted, graded)
  const { text, stop } = cutTo(request, whole, scripted)
  const usage =
    scripted.usage === undefined ? usageOf(text, promptTokens(request, scripted.fault, defaults)) : scripted.usage
  const wanted = defaults.logprobs && request.topLogprobs !== undefined
  return {
    text,
    stop,
    usage,
    vectors: scripted.vectors ?? request.texts.map((value) => (defaults.embed ?? defaultVector)(value)),
    ...(scripted.thinking !== undefined && { thinking: scripted.thinking }),
    ...(wanted && { firstToken: candidates(graded ?? { [text]: 1 }) }),
  }
}

function gradedByDefault(request: ServedRequest, scripted: ScriptedReply, defaults: ReplyDefaults) {
  const open = scripted.text === undefined && scripted.json === undefined && request.kind === 'chat'
  const asksForWord = open && request.structured === 'none' && schemaOf(request) === undefined
  return asksForWord ? wordProbabilities(request, defaults.words) : undefined
}

function textOf(
  request: ServedRequest,
  scripted: ScriptedReply,
  graded: Readonly<Record<string, number>> | undefined,
): string {
  if (scripted.json !== undefined) return JSON.stringify(scripted.json)
  if (graded !== undefined) return candidates(graded)[0]?.token ?? ''
  return request.kind === 'chat' ? JSON.stringify(valueFor(schemaOf(request) ?? { type: 'object' })) : ''
}

/** The text up to the request's output limit, or half of it by a fault. */
function cutTo(request: ServedRequest, text: string, scripted: ScriptedReply): Pick<CompleteReply, 'text' | 'stop'> {
  if (scripted.fault?.kind === 'cut') return { text: text.slice(0, Math.floor(text.length / 2)), stop: 'length' }
  const limit = request.maxOutputTokens
  const tokens = countTokens(text)
  if (limit !== undefined && tokens > limit) {
    return { text: text.slice(0, Math.floor((text.length * limit) / tokens)), stop: 'length' }
  }
  return { text, stop: scripted.stop ?? 'stop' }
}

function promptTokens(request: ServedRequest, fault: Fault | undefined, { readTokens }: ReplyDefaults): number {
  if (fault?.kind !== 'prompt_cut') return readTokens
  return fault.promptTokens ?? Math.floor(request.promptTokens / 2)
}

function usageOf(text: string, prompt: number) {
  return { prompt_tokens: prompt, completion_tokens: countTokens(text) }
}
