import type { Exchanges } from '../core/exchanges.ts'
import type { CheckedMode, CheckMode, CheckRecord, ConcurrencyCheck } from '../core/judge-check.ts'
import type { JudgeSettings } from '../core/judge-config.ts'
import type { JudgeModel } from '../judge/judge-model.ts'
import type { Probe } from '../judge/probes/probe.ts'
import { canary } from './check-judge-canary.ts'
import { checkConcurrency } from './check-judge-concurrency.ts'
import { checkMode, checkStability, type ModeOptions } from './check-judge-mode.ts'
import type { OnProgress } from './progress.ts'

export interface CheckJudgeOptions {
  settings: JudgeSettings
  /**
   * Opens the judge with some of its settings changed; `apart`: with a cache of its own, so that every question is a real
   * call. Models are closed by the check, the provider behind them is not.
   */
  open(changes: Partial<JudgeSettings>, options?: { apart?: boolean; verifier?: boolean }): Promise<JudgeModel>
  exchanges: Exchanges
  probes: readonly Probe[]
  quick: boolean
  signal: AbortSignal
  /** Why the budget lets nothing through any more. */
  exhausted: () => string | undefined
  onProgress?: OnProgress
  log: (line: string) => void
}

const MODES: Readonly<Record<CheckMode, Pick<JudgeSettings, 'asking' | 'reasons'>>> = {
  per_item: { asking: 'per_item', reasons: 'first' },
  batched_with_reasons: { asking: 'batched', reasons: 'first' },
  batched: { asking: 'batched', reasons: 'none' },
}

const STABILITY_TIMES = { quick: 2, full: 3 } as const
const CANARY = { quick: { mostTokens: 4096, seconds: 120 }, full: { mostTokens: 131_072, seconds: 600 } } as const
/** A larger window may need more memory than this machine has. */
const MOST_LOCAL_TOKENS = 32_768

/** Puts the labelled set before a judge in every way of asking, and tries what it reads and how many questions at once. */
export async function checkJudge(options: CheckJudgeOptions): Promise<CheckRecord> {
  const { settings, probes, quick, signal } = options
  const steps = stepsOf(options)
  const first = await steps.mode('per_item', probes)
  const inUse = await steps.inUse()
  const modes = [first]
  for (const mode of ['batched_with_reasons', 'batched'] as const) {
    if (signal.aborted) break
    modes.push(await steps.mode(mode, quick && mode !== inUse ? entailmentOf(probes) : probes))
  }
  const used = modes.find(({ mode }) => mode === inUse)
  const stability = used === undefined || signal.aborted ? null : await steps.stability(used)
  const read = signal.aborted ? null : await steps.canary()
  const concurrency = signal.aborted ? notMeasured('interrupted') : await steps.concurrency()
  const verifier = settings.verifier === undefined || signal.aborted ? null : await steps.verifier()
  const cutShort = signal.aborted ? 'interrupted' : options.exhausted()
  return {
    in_use: inUse,
    modes,
    stability,
    canary: read,
    concurrency,
    verifier,
    complete: cutShort === undefined,
    cut_short: cutShort ?? null,
  }
}

/** How many items a check asks about, from the probes and the ways of asking; for progress and the time that it takes. */
export function itemsToAsk(probes: readonly Probe[], options: { quick: boolean; verifier: boolean }) {
  const { quick, verifier } = options
  const all = countItems(probes)
  const entailment = countItems(entailmentOf(probes))
  const again = countItems(repeated(probes)) * ((quick ? STABILITY_TIMES.quick : STABILITY_TIMES.full) - 1)
  return { per_item: all, batched: 2 * (quick ? entailment : all), again, verifier: verifier ? entailment : 0 }
}

/** Every third probe of each language. */
function repeated(probes: readonly Probe[]): Probe[] {
  return probes.filter((_probe, index) => index % 3 === 0)
}

function entailmentOf(probes: readonly Probe[]): Probe[] {
  return probes.filter(({ asks }) => asks === 'entailment')
}

function countItems(probes: readonly Probe[]): number {
  return probes.reduce((sum, { items }) => sum + items.length, 0)
}

function notMeasured(note: string): ConcurrencyCheck {
  return { recommended: null, measured: [], note }
}

function stepsOf(options: CheckJudgeOptions) {
  const { settings, open, exchanges, probes, quick, signal, log } = options
  const onItems = progressOf(options)

  /** The judge itself: a verifier would answer entailment in its place. */
  async function opened<T>(mode: CheckMode, work: (model: JudgeModel) => Promise<T>): Promise<T> {
    const model = await open(MODES[mode])
    try {
      return await work(model)
    } finally {
      await model.close()
    }
  }
  const modeOptions = (model: JudgeModel, asked: readonly Probe[]): ModeOptions => {
    return { model, exchanges, probes: asked, signal, onItems }
  }
  return {
    mode: (mode: CheckMode, asked: readonly Probe[]): Promise<CheckedMode> =>
      opened(mode, (model) => checkMode(mode, modeOptions(model, asked))),

    async inUse(): Promise<CheckMode> {
      const model = await open({})
      await model.close()
      if (model.asking === 'per_item') return 'per_item'
      return settings.reasons === 'first' ? 'batched_with_reasons' : 'batched'
    },

    stability: (used: CheckedMode) =>
      opened(used.mode, (model) =>
        checkStability(used, {
          ...modeOptions(model, repeated(probes)),
          times: quick ? STABILITY_TIMES.quick : STABILITY_TIMES.full,
        }),
      ),

    canary: () =>
      opened('per_item', (model) => {
        const { mostTokens, seconds } = CANARY[quick ? 'quick' : 'full']
        const most = model.facts.local ? Math.min(mostTokens, MOST_LOCAL_TOKENS) : mostTokens
        const window = Math.min(settings.window ?? Infinity, model.facts.window ?? Infinity)
        log(`reading prompts of growing length, up to ${seconds} s ...`)
        return canary({
          model,
          exchanges,
          window: Number.isFinite(window) ? window : undefined,
          mostTokens: most,
          seconds,
          signal,
        })
      }),

    concurrency(): Promise<ConcurrencyCheck> | ConcurrencyCheck {
      if (quick) return notMeasured('not measured with --quick')
      if (settings.requests_per_minute !== undefined || settings.tokens_per_minute !== undefined) {
        return notMeasured('not measured, as the settings limit requests or tokens a minute')
      }
      log('trying 1, 2, 4 and 8 requests in flight ...')
      const opens = (inFlight: number) => open({ ...MODES.per_item, concurrency: inFlight }, { apart: true })
      return checkConcurrency({ open: opens, probes: entailmentOf(probes), signal })
    },

    async verifier(): Promise<CheckRecord['verifier']> {
      const model = await open({}, { verifier: true })
      try {
        const fingerprint = model.recording(() => {}).verifier?.fingerprint ?? ''
        const { items } = await checkMode('per_item', modeOptions(model, entailmentOf(probes)))
        return { fingerprint, items }
      } finally {
        await model.close()
      }
    },
  }
}

/** Told how many items were asked, tells how far the check is. */
function progressOf({ probes, quick, settings, onProgress }: CheckJudgeOptions): (items: number) => void {
  const { per_item, batched, again, verifier } = itemsToAsk(probes, {
    quick,
    verifier: settings.verifier !== undefined,
  })
  const total = per_item + batched + again + verifier
  let done = 0
  return (items) => {
    done = Math.min(total, done + items)
    onProgress?.({ phase: 'check', done, total, errors: 0, na: 0 })
  }
}
