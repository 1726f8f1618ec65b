import { exchangeIds } from '../analysis/case-page.ts'
import { exchangesOf } from '../analysis/judged-items.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { Exchange } from '../core/exchange.ts'
import { isScoreOfAny, type Run } from '../core/run.ts'
import type { Score, Step } from '../core/score.ts'
import { modelKeyOf } from '../judge/cache-key.ts'
import type { ModelFacts } from '../judge/provider.ts'
import { judgeRecording } from '../judge/providers/recording-format.ts'
import type { Store } from '../store/store.ts'
import { vectorLines } from './export-vectors.ts'
import { judgeOfConfig } from './judge-facts.ts'
import { rememberedFacts } from './model-memory.ts'

type Record_ = Record<string, unknown>

/** Scores whose exchanges are read at once. */
const AT_ONCE = 100

/** The steps of all scores, each step of a judge with what was sent and what came back. */
export async function* stepRecords(store: Store, run: Run): AsyncIterable<Record_> {
  for await (const scores of inGroups(store.scores(run.id))) {
    const exchanges = await exchangesById(store, scores)
    for (const { steps, outcome: _outcome, ...score } of scores) {
      for (const [index, step] of steps.entries()) {
        yield { ...score, position: index + 1, ...exchangePart(step, exchanges), ...step }
      }
    }
  }
}

/** What of an exchange stands beside its step; what the step has under the same name is its own. */
function exchangePart(step: Step, exchanges: ReadonlyMap<string, Exchange>): Record_ {
  const exchange = typeof step.exchange === 'string' ? exchanges.get(step.exchange) : undefined
  if (exchange === undefined) return {}
  const { provider, model, model_digest, request, reply, stop, usage, first_token, created_at, warnings, error } =
    exchange
  const { messages, parameters, json_schema, structured, max_output_tokens, num_ctx } = request
  const whole = {
    provider,
    model,
    model_digest,
    messages,
    reply,
    stop,
    parameters,
    max_output_tokens,
    num_ctx,
    structured,
    json_schema,
    usage,
    first_token,
    created_at,
    warnings,
    error,
  }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined))
}

/** The exchanges that the scores of the run are made of, each once, in the order of the scores. */
export async function* exchangesOfRun(store: Store, run: Run): AsyncIterable<Exchange> {
  const seen = new Set<string>()
  for await (const scores of inGroups(currentScores(store, run))) {
    const ids = exchangeIds(scores).filter((id) => !seen.has(id))
    for (const id of ids) seen.add(id)
    yield* await store.exchanges(ids)
  }
}

/**
 * A recording of the run: its exchanges and vectors in the form that the provider `recorded` plays again without any server,
 * each kind after the header that says which model answered.
 */
export async function* recording(store: Store, run: Run, loaded: LoadedConfig | undefined): AsyncIterable<string> {
  const exchanges: Exchange[] = []
  for await (const exchange of exchangesOfRun(store, run)) exchanges.push(exchange)
  const verified = await verifierExchanges(store, run)
  const own = exchanges.find(({ exchange_id }) => !verified.has(exchange_id)) ?? exchanges[0]
  if (own !== undefined) {
    const dates = exchanges.map(({ created_at }) => created_at).sort()
    const about = { recorded_at: dates.at(-1) ?? '', provider: own.provider, model: own.model }
    const facts = (await knownFacts(store, run, loaded, own)) ?? guessedFacts(exchanges, own)
    for (const line of judgeRecording({ ...about, facts }, exchanges)) yield `${line}\n`
  }
  for await (const line of vectorLines(store, run, currentScores(store, run), loaded)) yield `${line}\n`
}

async function* currentScores(store: Store, run: Run): AsyncIterable<Score> {
  const isCurrent = isScoreOfAny(run.metrics)
  for await (const score of store.scores(run.id)) {
    if (isCurrent(score)) yield score
  }
}

async function verifierExchanges(store: Store, run: Run): Promise<Set<string>> {
  const ids = new Set<string>()
  for await (const { steps } of currentScores(store, run)) {
    for (const step of steps) if (step.verifier !== undefined) for (const id of exchangesOf(step)) ids.add(id)
  }
  return ids
}

/** What the judge of the configuration told of itself, when it is the one that answered. */
async function knownFacts(store: Store, run: Run, loaded: LoadedConfig | undefined, own: Exchange) {
  const { address } = await judgeOfConfig(run, loaded)
  if (address === undefined) return undefined
  const { provider, model, model_digest: digest } = own
  const facts = (await rememberedFacts(store, { provider, model, address })) as ModelFacts | undefined
  if (facts === undefined || facts.digest !== digest) return undefined
  const identity = { provider, model, address, ...(digest === undefined ? {} : { digest }) }
  const wordLists = (await store.judgeFact(modelKeyOf(identity), 'word_lists')) as ModelFacts['wordLists']
  return wordLists === undefined ? facts : { ...facts, wordLists }
}

/** What the requests tell: the way of asking follows from it. */
function guessedFacts(exchanges: readonly Exchange[], own: Exchange): ModelFacts {
  const ways = [...new Set(exchanges.flatMap(({ request }) => request.structured ?? []))]
  const graded = exchanges.some(({ first_token }) => first_token !== undefined)
  return {
    canRaise: exchanges.some(({ request }) => request.num_ctx !== undefined),
    local: graded,
    logprobs: graded,
    structured: ways.length > 0 ? ways : ['json_schema', 'json', 'none'],
    ...(own.model_digest === undefined ? {} : { digest: own.model_digest }),
  }
}

async function exchangesById(store: Store, scores: readonly Score[]): Promise<Map<string, Exchange>> {
  const ids = exchangeIds(scores)
  if (ids.length === 0) return new Map()
  return new Map((await store.exchanges(ids)).map((exchange) => [exchange.exchange_id, exchange]))
}

async function* inGroups(scores: AsyncIterable<Score>): AsyncIterable<Score[]> {
  let group: Score[] = []
  for await (const score of scores) {
    group.push(score)
    if (group.length < AT_ONCE) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
