import type { Exchanges } from '../core/exchanges.ts'
import { hideSettingSecrets } from '../core/hide-secrets.ts'
import type { JudgeSettings } from '../core/judge-config.ts'
import type { Step } from '../core/score.ts'
import { type BatchedAsking, createBatchedAsking } from './batched.ts'
import type { Budget } from './budget.ts'
import { fingerprintOf } from './fingerprint.ts'
import { jsonSchemaOf } from './json-schema.ts'
import type { Answer, Judge, Question, VerdictQuestion, Verdicts } from './judge.ts'
import type { JudgeModel, Spent } from './judge-model.ts'
import { type OpenModel, openModel } from './open-model.ts'
import { askEach } from './per-item.ts'
import { type Prompt, renderPrompt, unpairedSurrogates } from './prompt.ts'
import type { Provider } from './provider.ts'
import { freeStep, verdictSteps } from './recorder.ts'
import { readReply } from './reply.ts'
import { checkIds, verdictsOf } from './verdicts.ts'
import { recordingVerifier, verifierFingerprint } from './verifier.ts'

export interface OpenJudgeOptions {
  provider: Provider
  /** The model that answers entailment; needed when the settings name a verifier. */
  verifier?: Provider
  /** Where exchanges are kept and found again. */
  exchanges: Exchanges
  /** The settings as they may be stored and shown: values of the environment as `${NAME}`. Default the settings. */
  written?: Pick<JudgeSettings, 'parameters' | 'verifier'>
  /** Shared with the other models of the run. */
  budget?: Budget
  signal: AbortSignal
  /** Every verdict is to be explained by one further call. */
  explain?: boolean
  /** Told what a user should know while it runs, one line each. */
  log?: (note: string) => void
}

/**
 * Opens a judge: one model with its cache, pace and budget, shared by all metrics of a run. Throws RagstoneError with a code
 * that begins with `judge_` or `verifier_` when a model cannot be opened.
 */
export async function openJudge(settings: JudgeSettings, options: OpenJudgeOptions): Promise<JudgeModel> {
  const { provider, exchanges, budget, signal, explain = false, log = () => {}, written = settings } = options
  const model = await openModel(settings, {
    role: 'judge',
    written: written.parameters,
    provider,
    exchanges,
    budget,
    signal,
    log,
  })
  const second = await openVerifier(settings, options, log)
  const asking = askingOf(settings, model)
  const claims = settings.claims === 'auto' ? (asking === 'per_item' ? 'sentences' : 'judge') : settings.claims
  const reasons = settings.reasons === 'first'
  const maxOutputTokens = settings.max_output_tokens
  const fingerprint = fingerprintOf(model.identity, {
    parameters: hideSettingSecrets(model.parameters),
    asking,
    claims,
    reasons: settings.reasons,
    language: settings.language,
    max_output_tokens: maxOutputTokens,
    verifier: second?.fingerprint ?? null,
  })
  const { engine, learned, tally } = model
  const batched = createBatchedAsking({ engine, exchanges, learned, tally, reasons, maxOutputTokens })
  const shown = { fingerprint, language: settings.language, asking, claims, explain } as const
  return {
    ...shown,
    modelKey: model.modelKey,
    facts: model.facts,
    get grading() {
      return asking === 'per_item' && learned.probabilities !== false ? 'probability' : 'verdict'
    },
    // Questions of one score wait for each other; twice as many scores keep the model busy all the same.
    concurrency: 2 * model.concurrency,
    recording: (record) => ({
      ...shown,
      ...(second === undefined
        ? {}
        : { verifier: recordingVerifier(second.model, second.settings, second.fingerprint, record) }),
      ask: (question) => askFree(model, maxOutputTokens, question, record),
      verdicts: (question) => askVerdicts(model, asking, batched, question, record),
    }),
    spent: () => (second === undefined ? model.spent() : sum(model.spent(), second.model.spent())),
    async close() {
      try {
        await model.close()
      } finally {
        await second?.model.close()
      }
    },
  }
}

async function openVerifier(settings: JudgeSettings, options: OpenJudgeOptions, log: (note: string) => void) {
  const { verifier: provider, exchanges, budget, signal, written = settings } = options
  if (settings.verifier === undefined || provider === undefined) return undefined
  const model = await openModel(settings.verifier, {
    role: 'verifier',
    written: (written.verifier ?? settings.verifier).parameters,
    provider,
    exchanges,
    budget,
    signal,
    log,
  })
  return { model, settings: settings.verifier, fingerprint: verifierFingerprint(model, settings.verifier) }
}

/**
 * One call an item where the model runs on this machine, or its server keeps prefixes, and is not known to give no
 * probabilities; else many items a call.
 */
function askingOf({ asking, provider }: JudgeSettings, { facts, learned }: OpenModel): Judge['asking'] {
  if (asking !== 'auto') return asking
  const cheapCalls = facts.local || provider === 'llama-cpp' || provider === 'ollama'
  return cheapCalls && learned.probabilities !== false ? 'per_item' : 'batched'
}

type RecordStep = (step: Step) => void

async function askFree<T>(
  { engine }: OpenModel,
  mostTokens: number,
  question: Question<T>,
  record: RecordStep,
): Promise<Answer<T>> {
  const { step, prompt, schema, typical, maxOutputTokens = mostTokens, repeat = 1 } = question
  const written = jsonSchemaOf(schema)
  const called = await engine.ask<T>({
    messages: renderPrompt(prompt),
    kind: 'json',
    schema: written.schema,
    schemaText: written.text,
    maxOutputTokens,
    repeat,
    asked: { form: 'free', step, typical },
    read(reply) {
      const reading = readReply(reply, schema)
      return reading.ok ? { ...reading, usable: true } : reading
    },
  })
  record({ ...freeStep(step, called, repeat), ...replacedIn(prompt) })
  const { result } = called
  return result.ok ? { ok: true, value: result.value } : { ok: false, reason: result.reason, detail: result.detail }
}

async function askVerdicts<C extends string>(
  { engine, learned }: OpenModel,
  asking: Judge['asking'],
  batched: BatchedAsking,
  question: VerdictQuestion<C>,
  record: RecordStep,
): Promise<Verdicts<C>> {
  const { step, items } = question
  checkIds(step, items)
  const form = asking === 'per_item' ? 'single' : 'batched'
  const { outcomes, asked } =
    asking === 'per_item'
      ? { outcomes: await askEach(engine, learned, question), asked: [] }
      : await batched.ask(question)
  const replaced = replacedIn(question.batched(items, { reasons: false }))
  for (const [index, one] of verdictSteps(step, form, outcomes, asked).entries()) {
    record(index === 0 ? { ...one, ...replaced } : one)
  }
  return verdictsOf(outcomes)
}

/** Halves of surrogate pairs in the material, each of which was sent as U+FFFD. */
function replacedIn(prompt: Prompt | string): { replaced_surrogates?: number } {
  const count = unpairedSurrogates(prompt)
  return count === 0 ? {} : { replaced_surrogates: count }
}

function sum(a: Spent, b: Spent): Spent {
  const failed = { ...a.failed }
  for (const [reason, count] of Object.entries(b.failed)) failed[reason] = (failed[reason] ?? 0) + count
  return {
    calls: a.calls + b.calls,
    hits: a.hits + b.hits,
    prompt_tokens: a.prompt_tokens + b.prompt_tokens,
    completion_tokens: a.completion_tokens + b.completion_tokens,
    cost_usd: a.cost_usd === null || b.cost_usd === null ? null : a.cost_usd + b.cost_usd,
    failed,
    dropped_parameters: [...new Set([...a.dropped_parameters, ...b.dropped_parameters])],
  }
}
