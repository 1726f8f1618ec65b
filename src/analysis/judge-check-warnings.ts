import type { CheckShare, JudgeCheckResult, VerifierFigures } from '../core/judge-check.ts'
import type { Language } from '../core/language.ts'
import { CHECK_THRESHOLDS } from './judge-check-advice.ts'
import { shareOf } from './judge-check-figures.ts'

type Figures = Omit<JudgeCheckResult, 'warnings' | 'usable' | 'advice'>

/** Words of a list should have most of the probability, or the model was about to say something else. */
const LEAST_MASS = 0.5

/** What a user should know beside the advice, one sentence each. */
export function warningsFor(figures: Figures, { cutShort }: { cutShort: string | null }): string[] {
  const { by_language, verifier, words, in_use, contradictions, canary } = figures
  const sentences = [
    cutShort === null
      ? undefined
      : `the check is not complete: ${cutShort}; what was asked is kept and is not paid again`,
    weakerChinese('the judge', by_language),
    verifier === null ? undefined : weakerChinese('the verifier', verifier.by_language),
    verifier === null ? undefined : unreadVerifier(verifier),
    in_use === 'per_item' && !words.probabilities
      ? 'the model gives no probabilities: scores are made of its words alone'
      : undefined,
    words.mass !== null && words.mass < LEAST_MASS
      ? `the words asked for have only ${Math.round(100 * words.mass)} % of the probability of the first token: the model tends to say something else`
      : undefined,
    contradictions.count > 0
      ? `${contradictions.count} of ${contradictions.of} reasons speak against their own verdict`
      : undefined,
    canarySentence(canary),
  ]
  return sentences.filter((one) => one !== undefined)
}

function unreadVerifier({ format_failures: failed, accuracy: { n } }: VerifierFigures): string | undefined {
  if (failed <= CHECK_THRESHOLDS.most_format_failures * (failed + n)) return undefined
  return `the verifier gave no verdict that can be read on ${failed} of ${failed + n} claims: is it a model that answers Yes or No?`
}

/** Traditional and Simplified Chinese together against English. */
function weakerChinese(who: string, shares: Partial<Record<Language, CheckShare>>): string | undefined {
  const english = shares.en
  const parts = [shares['zh-Hant'], shares['zh-Hans']].filter((one) => one !== undefined)
  const chinese = shareOf(
    parts.reduce((sum, { k }) => sum + k, 0),
    parts.reduce((sum, { n }) => sum + n, 0),
  )
  if (english?.low == null || chinese.high === null || chinese.high >= english.low) return undefined
  const [zh, en] = [chinese.value ?? 0, english.value ?? 0].map((share) => Math.round(100 * share))
  return `${who} is weaker in Chinese (${zh} % right) than in English (${en} %), beyond chance: measure it on your own texts`
}

function canarySentence(canary: JudgeCheckResult['canary']): string | undefined {
  const last = canary?.tries.at(-1)
  if (canary == null || last === undefined || last.outcome === 'found') return undefined
  const read =
    canary.largest === null ? 'no prompt was read to its beginning' : `about ${canary.largest} tokens were read`
  return `${read}, then ${canary.stopped}: set \`judge.window\` to what is really read`
}
