import { hideSettingSecrets } from '../core/hide-secrets.ts'
import { formText, type RequestForm } from './cache-key.ts'
import type { Exchanges } from './exchanges.ts'
import type { ModelFacts } from './provider.ts'

export type Demand = ModelFacts['structured'][number]

/** Asked for first; models that refuse it are asked for {@link FEW_CANDIDATES}. */
const MANY_CANDIDATES = 20
const FEW_CANDIDATES = 5

/** Parameters by which a schema is demanded, in the spellings of the providers. */
const DEMAND_PARAMETER = /response_?format|json|schema|^format$|tool|grammar|structured/i

/**
 * What one model takes and gives, learnt by use and kept with the store: parameters that it refuses, the strongest way of
 * demanding JSON that works, whether it gives probabilities. Each is learnt once a model.
 */
export interface Learned {
  /** Parameters that were refused and are no longer sent. */
  readonly dropped: readonly string[]
  /** false: asked for probabilities the model gave none. undefined: not known. */
  readonly probabilities: boolean | undefined
  /** The way of demanding JSON in use. */
  readonly demand: Demand
  /** The form of a request as it is sent now, with its text for keys; in another way of demanding JSON when one is given. */
  form(kind: 'json' | 'word', maxOutputTokens: number, demand?: Demand): { form: RequestForm; text: string }
  /** Whether a request of this form may be sent again in another form, after the model refused a parameter of it. */
  refuse(parameter: string, form: RequestForm): boolean
  /** The next way of demanding JSON to try, when this one led to nothing readable and never has. */
  otherDemand(form: RequestForm): Demand | undefined
  /** A reply in this way of demanding JSON was read: the first that is read stays in use. */
  proveDemand(form: RequestForm): void
  sawProbabilities(given: boolean): void
  /** The place of the word list in use among a question's lists. */
  wordList(lists: string): number
  changeWordList(lists: string, index: number): void
  /** Waits until what was learnt is kept. */
  kept(): Promise<void>
}

/** Reads what is known of a model. `parameters` are those of the configuration. */
export async function loadLearned(options: {
  modelKey: string
  facts: ModelFacts
  exchanges: Exchanges
  parameters: Readonly<Record<string, unknown>>
}): Promise<Learned> {
  const { modelKey, facts, exchanges, parameters } = options
  const [dropped, demand, candidates, probabilities, words] = await Promise.all(
    ['dropped_parameters', 'structured', 'top_logprobs', 'probabilities', 'word_lists'].map((name) =>
      exchanges.judgeFact(modelKey, name),
    ),
  )
  const kept: Kept = {
    dropped: Array.isArray(dropped) ? dropped.map(String) : [],
    demand: facts.structured.find((mode) => mode === demand),
    candidates: typeof candidates === 'number' ? candidates : undefined,
    probabilities: typeof probabilities === 'boolean' ? probabilities : undefined,
    words: new Map(Object.entries((words ?? {}) as Record<string, number>)),
  }
  return createLearned(modelKey, facts, parameters, kept, exchanges)
}

interface Kept {
  dropped: string[]
  demand: Demand | undefined
  /** How many candidates may be asked for; 0 = the model gives none. */
  candidates: number | undefined
  probabilities: boolean | undefined
  words: Map<string, number>
}

function createLearned(
  modelKey: string,
  facts: ModelFacts,
  given: Readonly<Record<string, unknown>>,
  kept: Kept,
  exchanges: Exchanges,
): Learned {
  const dropped = new Set(kept.dropped)
  let demand: Demand = kept.demand ?? facts.structured[0] ?? 'none'
  let demandProven = kept.demand !== undefined
  let candidates = facts.logprobs === false ? 0 : (kept.candidates ?? MANY_CANDIDATES)
  let probabilities = candidates === 0 ? false : (facts.logprobs ?? kept.probabilities)
  let forms = new Map<string, { form: RequestForm; text: string }>()
  const saving = new Set<Promise<void>>()
  const failures: unknown[] = []

  function keep(name: string, value: unknown): void {
    const work: Promise<void> = exchanges
      .saveJudgeFact(modelKey, name, value)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => saving.delete(work))
    saving.add(work)
    forms = new Map()
  }
  function lowerCandidates(asked: number): void {
    if (asked < candidates) return
    candidates = candidates > FEW_CANDIDATES ? FEW_CANDIDATES : 0
    if (candidates === 0) probabilities = false
    keep('top_logprobs', candidates)
  }
  const after = (used: Demand): Demand | undefined => facts.structured[facts.structured.indexOf(used) + 1]
  function weaken(used: Demand): boolean {
    if (used !== demand) return true
    const next = after(used)
    if (next === undefined) return false
    demand = next
    demandProven = false
    forms = new Map()
    return true
  }

  return {
    get dropped() {
      return [...dropped]
    },
    get probabilities() {
      return probabilities
    },
    get demand() {
      return demand
    },
    form(kind, maxOutputTokens, inPlace = demand) {
      const name = `${kind} ${maxOutputTokens} ${inPlace}`
      const known = forms.get(name)
      if (known !== undefined) return known
      const form: RequestForm = {
        max_output_tokens: maxOutputTokens,
        parameters: Object.fromEntries(Object.entries(given).filter(([key]) => !dropped.has(key))),
        ...(kind === 'json' ? { structured: inPlace } : {}),
        ...(kind === 'word' && candidates > 0 ? { top_logprobs: candidates } : {}),
      }
      const made = { form, text: formText(modelKey, { ...form, parameters: hideSettingSecrets(form.parameters) }) }
      forms.set(name, made)
      return made
    },
    refuse(parameter, form) {
      if (/logprob/i.test(parameter)) {
        if (form.top_logprobs === undefined) return false
        lowerCandidates(form.top_logprobs)
        return true
      }
      if (parameter in form.parameters) {
        if (dropped.has(parameter)) return true
        dropped.add(parameter)
        keep('dropped_parameters', [...dropped])
        return true
      }
      const demanded = form.structured !== undefined && form.structured !== 'none'
      return demanded && DEMAND_PARAMETER.test(parameter) && weaken(form.structured ?? 'none')
    },
    otherDemand(form) {
      if (form.structured === undefined) return undefined
      if (!demandProven) return after(form.structured)
      return form.structured === demand ? undefined : demand
    },
    proveDemand(form) {
      if (demandProven || form.structured === undefined) return
      demand = form.structured
      demandProven = true
      keep('structured', demand)
    },
    sawProbabilities(given) {
      if (given) probabilities = true
      else if (probabilities === undefined) {
        probabilities = false
        keep('probabilities', false)
      }
    },
    wordList: (lists) => kept.words.get(lists) ?? 0,
    changeWordList(lists, index) {
      if ((kept.words.get(lists) ?? 0) >= index) return
      kept.words.set(lists, index)
      keep('word_lists', Object.fromEntries(kept.words))
    },
    async kept() {
      while (saving.size > 0) await Promise.all(saving)
      if (failures.length > 0) throw failures[0]
    },
  }
}
