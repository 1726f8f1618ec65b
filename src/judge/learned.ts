import type { Exchanges } from '../core/exchanges.ts'
import { hideSettingSecrets } from '../core/hide-secrets.ts'
import { formText, type RequestForm } from './cache-key.ts'
import { type Candidates, candidates } from './learned-candidates.ts'
import { type Demand, type Demanding, demanding } from './learned-demand.ts'
import type { ModelFacts } from './provider.ts'

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
  const [dropped, demand, most, probabilities, words] = await Promise.all(
    ['dropped_parameters', 'structured', 'top_logprobs', 'probabilities', 'word_lists'].map((name) =>
      exchanges.judgeFact(modelKey, name),
    ),
  )
  const keeper = factKeeper(exchanges, modelKey)
  return createLearned({
    modelKey,
    parameters,
    keeper,
    dropped: new Set(Array.isArray(dropped) ? dropped.map(String) : []),
    demands: demanding(facts.structured, demand, keeper.keep),
    words: candidates(facts.logprobs, { most, probabilities }, keeper.keep),
    lists: new Map(Object.entries((words ?? facts.wordLists ?? {}) as Record<string, number>)),
  })
}

interface Parts {
  modelKey: string
  parameters: Readonly<Record<string, unknown>>
  keeper: FactKeeper
  dropped: Set<string>
  demands: Demanding
  words: Candidates
  lists: Map<string, number>
}

function createLearned({ modelKey, parameters, keeper, dropped, demands, words, lists }: Parts): Learned {
  const forms = new Map<string, { form: RequestForm; text: string }>()
  function makeForm(kind: 'json' | 'word', maxOutputTokens: number, demand: Demand): RequestForm {
    return {
      max_output_tokens: maxOutputTokens,
      parameters: Object.fromEntries(Object.entries(parameters).filter(([name]) => !dropped.has(name))),
      ...(kind === 'json' ? { structured: demand } : {}),
      ...(kind === 'word' && words.most > 0 ? { top_logprobs: words.most } : {}),
    }
  }
  return {
    get dropped() {
      return [...dropped]
    },
    get probabilities() {
      return words.given
    },
    get demand() {
      return demands.inUse
    },
    form(kind, maxOutputTokens, demand = demands.inUse) {
      const name = `${kind} ${maxOutputTokens} ${demand} ${words.most} ${dropped.size}`
      const known = forms.get(name)
      if (known !== undefined) return known
      const form = makeForm(kind, maxOutputTokens, demand)
      const made = { form, text: formText(modelKey, { ...form, parameters: hideSettingSecrets(form.parameters) }) }
      forms.set(name, made)
      return made
    },
    refuse(parameter, form) {
      if (/logprob/i.test(parameter)) return words.refuse(form.top_logprobs)
      if (!(parameter in form.parameters)) return demands.refuse(parameter, form.structured)
      if (!dropped.has(parameter)) keeper.keep('dropped_parameters', [...dropped.add(parameter)])
      return true
    },
    otherDemand: (form) => demands.other(form.structured),
    proveDemand: (form) => demands.prove(form.structured),
    sawProbabilities: (given) => words.saw(given),
    wordList: (name) => lists.get(name) ?? 0,
    changeWordList(name, index) {
      if ((lists.get(name) ?? 0) >= index) return
      lists.set(name, index)
      keeper.keep('word_lists', Object.fromEntries(lists))
    },
    kept: keeper.kept,
  }
}

interface FactKeeper {
  keep(name: string, value: unknown): void
  kept(): Promise<void>
}

/** Keeps facts without anyone waiting for it; what went wrong is thrown at the end. */
function factKeeper(exchanges: Exchanges, modelKey: string): FactKeeper {
  const failures: unknown[] = []
  let last: Promise<void> = Promise.resolve()
  return {
    // One after another, so that the newest value stays.
    keep(name, value) {
      last = last
        .then(() => exchanges.saveJudgeFact(modelKey, name, value))
        .catch((error: unknown) => void failures.push(error))
    },
    async kept() {
      await last
      if (failures.length > 0) throw failures[0]
    },
  }
}
