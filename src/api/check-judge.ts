import { judgeCheckOf } from '../analysis/judge-check.ts'
import type { LoadedConfig } from '../config/load.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Exchanges } from '../core/exchanges.ts'
import type { JudgeCheckResult } from '../core/judge-check.ts'
import type { JudgeSettings } from '../core/judge-config.ts'
import type { Language } from '../core/language.ts'
import type { Budget } from '../judge/budget.ts'
import { memoryExchanges } from '../judge/exchanges.ts'
import type { JudgeModel } from '../judge/judge-model.ts'
import type { Probe } from '../judge/probes/probe.ts'
import type { Provider } from '../judge/provider.ts'
import { type CheckJudgeOptions as AskOptions, checkJudge as askJudge, itemsToAsk } from '../pipeline/check-judge.ts'
import type { OnProgress } from '../pipeline/progress.ts'
import { secondsForCheck } from './check-judge-time.ts'
import { measuredSpeed, measuring, rememberWhatItTells } from './model-memory.ts'
import { openProject, openProjectStore, type ProjectOptions, withPlaceLater } from './project.ts'

export interface CheckJudgeOptions extends ProjectOptions {
  /** Fewer items, no long prompts and no concurrency: for slow models. */
  quick?: boolean
  /** Only the items in this language. */
  language?: Language
  signal?: AbortSignal
  onProgress?: OnProgress
  log?: (line: string) => void
}

export interface CheckJudgeResult {
  check: JudgeCheckResult
  /** 0, or 101 when the judge is unusable. */
  exit_code: 0 | 101
  interrupted: boolean
  /** The check is kept with the model; not so when it is not complete, or shorter than the one that is kept. */
  kept: boolean
}

const EXIT_UNUSABLE = 101

/**
 * Tests the judge of a configuration with a labelled set, through the same steps that metrics go through. Whatever was asked is
 * in the cache, so a check that was interrupted goes on where it stopped. RagstoneError `no_judge` without a judge, and what
 * only the user can mend (server not running, wrong key, unknown model).
 */
export async function checkJudge(options: CheckJudgeOptions = {}): Promise<CheckJudgeResult> {
  const loaded = await openProject(options)
  const settings = judgeOf(loaded)
  const { probesFor } = await import('../judge/probes/by-language.ts')
  const probes = probesFor({ language: options.language, quick: options.quick === true })
  const store = await openProjectStore(options, loaded, { create: true })
  try {
    return await check({ loaded, settings, probes, exchanges: store }, options)
  } finally {
    await store.close()
  }
}

interface Subject {
  loaded: LoadedConfig
  settings: JudgeSettings
  probes: readonly Probe[]
  exchanges: Exchanges
}

async function check(subject: Subject, options: CheckJudgeOptions): Promise<CheckJudgeResult> {
  const { settings, probes, loaded } = subject
  const { signal = new AbortController().signal, quick = false } = options
  const log = once(options.log)
  const { createBudget } = await import('../judge/budget.ts')
  const budget = createBudget(loaded.config.budget ?? {})
  const providers = await withPlaceLater(loaded, 'judge', () =>
    openProviders(settings, loaded.folder, subject.exchanges),
  )
  const measured = measuring(subject.exchanges, providers.all)
  const written = loaded.written.config.judge ?? settings
  const open = opener({ settings, written, exchanges: measured.exchanges, providers, budget, signal, log })
  try {
    const whole = await withPlaceLater(loaded, 'judge', () => open({}, { verifier: true }))
    const { fingerprint, modelKey, asking, facts, concurrency } = whole
    await whole.close()
    const items = itemsToAsk(probes, { quick, verifier: settings.verifier !== undefined })
    const speed = await measuredSpeed(subject.exchanges, providers.judge)
    const time = secondsForCheck(items, { speed, local: facts.local, inFlight: concurrency / 2, asking })
    log(timeLine(time, quick))
    const record = await askJudge({
      settings,
      open,
      exchanges: measured.exchanges,
      probes,
      quick,
      signal,
      exhausted: () => budget.exhausted,
      log,
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    })
    const { provider, model } = providers.judge
    const result = judgeCheckOf(record, {
      model: `${provider}:${model}`,
      fingerprint,
      checked_at: new Date().toISOString(),
      quick,
    })
    const kept = await keep(subject.exchanges, modelKey, result)
    return {
      check: result,
      exit_code: result.usable === 'no' ? EXIT_UNUSABLE : 0,
      interrupted: signal.aborted,
      kept,
    }
  } finally {
    await measured.keep()
    await providers.close()
  }
}

function judgeOf({ config, file }: LoadedConfig): JudgeSettings {
  if (config.judge !== undefined) return config.judge
  throw new RagstoneError('no_judge', `${file} names no judge to check`, {
    hint: `add \`judge: {provider: ollama, model: "qwen2.5:7b-instruct"}\`; docs/judges.md has every provider`,
  })
}

/** Every line is said once: the judge is opened several times. */
function once(log: (line: string) => void = () => {}): (line: string) => void {
  const said = new Set<string>()
  return (line) => {
    if (said.has(line)) return
    said.add(line)
    log(line)
  }
}

/** Providers that stay open while judges over them are opened and closed. */
interface Providers {
  judge: Provider
  verifier: Provider | undefined
  all: readonly Provider[]
  close(): Promise<void>
}

async function openProviders(settings: JudgeSettings, folder: string, exchanges: Exchanges): Promise<Providers> {
  const { openProvider } = await import('../judge/providers/open.ts')
  const judge = await openProvider(settings, { folder })
  const verifier = settings.verifier === undefined ? undefined : await openProvider(settings.verifier, { folder })
  const all = [judge, ...(verifier === undefined ? [] : [verifier])]
  for (const one of all) rememberWhatItTells(one, exchanges)
  const close = async () => void (await Promise.all(all.map((one) => one.close())))
  return { judge, verifier, all, close }
}

/** The same provider, not closed with the judge over it, and asked once for what it tells of its model. */
function shared(provider: Provider): Provider {
  let facts: ReturnType<Provider['facts']> | undefined
  const tell: Provider['facts'] = (signal) => {
    facts ??= provider.facts(signal)
    return facts
  }
  return Object.create(provider, { close: { value: async () => {} }, facts: { value: tell } }) as Provider
}

interface OpenerParts {
  settings: JudgeSettings
  /** The same, as they may be stored. */
  written: JudgeSettings
  exchanges: Exchanges
  providers: Providers
  budget: Budget
  signal: AbortSignal
  log: (line: string) => void
}

function opener({ settings, written, exchanges, providers, budget, signal, log }: OpenerParts): AskOptions['open'] {
  const { verifier: verifierSettings, ...own } = settings
  const judge = shared(providers.judge)
  const verifier = providers.verifier === undefined ? undefined : shared(providers.verifier)
  return async (changes, { apart = false, verifier: asked = false } = {}): Promise<JudgeModel> => {
    const { openJudge } = await import('../judge/open-judge.ts')
    const second = asked && verifier !== undefined && verifierSettings !== undefined
    return openJudge(
      { ...own, ...changes, ...(second ? { verifier: verifierSettings } : {}) },
      {
        provider: judge,
        written,
        ...(second ? { verifier } : {}),
        exchanges: apart ? besides(exchanges) : exchanges,
        budget,
        signal,
        log,
      },
    )
  }
}

/** An empty cache over the same knowledge of models. */
function besides({ judgeFact, saveJudgeFact }: Exchanges): Exchanges {
  return { ...memoryExchanges(), judgeFact, saveJudgeFact }
}

function timeLine({ seconds, measured }: { seconds: number; measured: boolean }, quick: boolean): string {
  const time = seconds < 90 ? `${Math.max(1, seconds)} s` : `${Math.round(seconds / 60)} min`
  const basis = measured ? 'as its calls were measured before' : 'as models of this kind usually take'
  const more = quick
    ? 'up to 2 min for long prompts'
    : 'up to 10 min for long prompts, and trying several requests at once'
  return `this takes about ${time}, ${basis}; then ${more}${quick ? '' : ' (--quick asks less)'}`
}

/** Keeps a complete check, unless the one that is kept of the same judge asked more. */
async function keep(exchanges: Exchanges, modelKey: string, result: JudgeCheckResult): Promise<boolean> {
  if (!result.complete) return false
  if (result.recommended_concurrency !== null) {
    await exchanges.saveJudgeFact(modelKey, 'concurrency', result.recommended_concurrency)
  }
  const before = (await exchanges.judgeFact(modelKey, 'check_judge')) as Partial<JudgeCheckResult> | undefined
  const more = before?.fingerprint === result.fingerprint && Number(before.items) > result.items
  if (more) return false
  await exchanges.saveJudgeFact(modelKey, 'check_judge', JSON.parse(JSON.stringify(result)))
  return true
}
