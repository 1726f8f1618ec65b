import type { VerifierSettings } from '../core/judge-config.ts'
import type { Step } from '../core/score.ts'
import type { CallReading } from './engine.ts'
import { fingerprintOf } from './fingerprint.ts'
import { useOf } from './item-outcome.ts'
import type { Answer, Verifier } from './judge.ts'
import type { OpenModel } from './open-model.ts'
import { WORD_TOKENS } from './per-item.ts'
import type { ModelReply } from './provider.ts'
import { readWord } from './read-word.ts'
import { stepOf } from './recorder.ts'

type Verified = { supported: boolean; probability?: number }

const WORDS = { supported: 'Yes', not_mentioned: 'No' } as const
const CLASSES = ['supported', 'not_mentioned'] as const

/** Where neither the settings nor the provider tell it; small models of this kind read at least this much. */
const DEFAULT_WINDOW = 2048

/** Changes with everything that can change what the verifier says. */
export function verifierFingerprint(model: OpenModel, settings: VerifierSettings): string {
  return fingerprintOf(model.identity, { parameters: model.parameters, system: settings.system ?? null })
}

/** A verifier whose questions are handed to `record` as steps. Its prompt is the one that such models were trained with. */
export function recordingVerifier(
  model: OpenModel,
  settings: VerifierSettings,
  fingerprint: string,
  record: (step: Step) => void,
): Verifier {
  return {
    fingerprint,
    window: settings.window ?? model.facts.window ?? DEFAULT_WINDOW,
    async supports({ text, claim }): Promise<Answer<Verified>> {
      const called = await model.engine.ask({
        messages: [
          ...(settings.system === undefined ? [] : [{ role: 'system' as const, content: settings.system }]),
          { role: 'user' as const, content: `Document: ${text}\nClaim: ${claim}` },
        ],
        kind: 'word',
        schemaText: '',
        maxOutputTokens: WORD_TOKENS,
        repeat: 1,
        asked: {
          form: 'single',
          step: 'entailment',
          item: { id: '1', text: claim },
          classes: CLASSES,
          words: WORDS,
          typical: 'supported',
        },
        read: readYesNo,
      })
      const { result } = called
      record({
        ...stepOf('entailment', 'single', useOf(called, ['1']), called.cache),
        verifier: fingerprint,
        claim,
        ...(result.ok ? result.value : {}),
      })
      return result.ok ? { ok: true, value: result.value } : { ok: false, reason: result.reason, detail: result.detail }
    },
  }
}

function readYesNo(reply: ModelReply): CallReading<Verified> {
  const reading = readWord(reply, WORDS)
  if (!reading.ok) return reading
  const { verdict, probabilities } = reading
  const value: Verified = {
    supported: verdict === 'supported',
    ...(probabilities === undefined ? {} : { probability: probabilities.supported }),
  }
  return { ok: true, value, repairs: [], usable: true }
}
