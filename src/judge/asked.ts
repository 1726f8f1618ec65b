import type { ModelRequest } from '../core/exchange.ts'
import type { Item } from './judge.ts'
import type { ModelReply, Provider } from './provider.ts'

/** What a request asks, in the question's own terms. Providers of models never see it; a plan or a fake answers from it. */
export type Asked =
  | { form: 'free'; step: string; typical: unknown }
  | {
      form: 'single'
      step: string
      item: Item
      classes: readonly string[]
      words: Readonly<Record<string, string>>
      typical: string
    }
  | {
      form: 'batched'
      step: string
      items: readonly Item[]
      classes: readonly string[]
      reasons: boolean
      typical: string
      typicalFields: Readonly<Record<string, unknown>>
    }

/** A provider in this process that is told the question beside the request. */
export interface InformedProvider extends Provider {
  /** Is asked at once, without pace. */
  readonly unpaced: boolean
  /** `promptTokens` is the estimate of the request. */
  chatAbout(
    request: ModelRequest,
    asked: Asked,
    about: { promptTokens: number; signal: AbortSignal },
  ): Promise<ModelReply>
}

/** Whether a provider answers from the question itself. */
export function isInformed(provider: Provider): provider is InformedProvider {
  return 'chatAbout' in provider
}

/** One verdict as it would be written in a reply. */
export interface WrittenVerdict {
  verdict: string
  /** Probability of that verdict among the classes, for the single form; default 1. */
  probability?: number
  reason?: string
  fields?: Readonly<Record<string, unknown>>
}

/** As long as reasons of models usually are. */
const TYPICAL_REASON =
  'Compared with the material word by word and number by number, this is what follows for the item.'

/** The text of a reply to the question, with a verdict for every item; first-token candidates for the single form. */
export function writeReply(
  asked: Asked,
  verdictOf: (item: Item) => WrittenVerdict,
): Pick<ModelReply, 'text' | 'first_token'> {
  if (asked.form === 'free') return { text: JSON.stringify(asked.typical) }
  if (asked.form === 'single') return writeWord(asked, verdictOf(asked.item))
  const verdicts = asked.items.map((item) => {
    const { verdict, reason = TYPICAL_REASON, fields = asked.typicalFields } = verdictOf(item)
    return { id: item.id, ...(asked.reasons ? { reason } : {}), verdict, ...fields }
  })
  return { text: JSON.stringify({ verdicts }) }
}

function writeWord(
  { classes, words }: Extract<Asked, { form: 'single' }>,
  { verdict, probability = 1 }: WrittenVerdict,
): Pick<ModelReply, 'text' | 'first_token'> {
  const rest = (1 - probability) / Math.max(1, classes.length - 1)
  const candidates = classes
    .map((name) => ({ token: words[name] ?? name, probability: name === verdict ? probability : rest }))
    .filter((candidate) => candidate.probability > 0)
    .sort((a, b) => b.probability - a.probability)
  return {
    text: words[verdict] ?? verdict,
    first_token: candidates.map(({ token, probability: p }) => ({ token, logprob: Math.log(p) })),
  }
}
