import type { Answer, Item, Verdict, Verdicts, Verifier } from '../../judge/judge.ts'
import { tokenEstimator } from '../../judge/token-estimate.ts'
import { sentenceSpans } from '../../text/sentences.ts'
import type { RuleRecorder } from '../metric.ts'
import type { EntailmentClass } from '../prompts/prompts.ts'
import { sharedWordCounter } from './shared-words.ts'

type Support = Answer<{ supported: boolean; probability?: number }>
interface Piece {
  /** Number of the passage. */
  id: string
  text: string
}
interface Supported {
  answer: Support
  /** Numbers of the passages that were read together for the answer. */
  read: readonly string[]
}

/**
 * Asks the verifier about every claim. Passages that fit its window are read together. Otherwise a claim is asked passage by
 * passage (one that is too long by itself in parts), is supported when any supports it, and when none does is asked once
 * more with as many passages joined as fit, those first that share most words with it. The rule `verifier` says for each claim
 * which passages were read for the verdict. Two classes only: this kind of model does not tell contradiction apart.
 */
export async function verify(
  { claims, passages }: { claims: readonly Item[]; passages: readonly Item[] },
  { verifier, rule }: { verifier: Verifier } & RuleRecorder,
): Promise<Verdicts<EntailmentClass>> {
  const size = tokenCounter()
  const room = verifier.window - Math.max(...claims.map(({ text }) => size(text))) - size.frame
  const whole = joined(passages)
  if (size(whole) <= room) {
    const read = passages.map(({ id }) => id)
    const answers = claims.map((claim) => askOnce(verifier, claim, { text: whole, read }))
    return gathered(claims, await Promise.all(answers), rule)
  }
  const pieces = passages.flatMap((passage) => piecesOf(passage, room, size))
  if (pieces.some(({ text }) => size(text) > room)) {
    const detail = `a claim and a sentence together are longer than the verifier's window of ${verifier.window} tokens`
    return { ok: false, reason: 'context_truncated', detail, known: [] }
  }
  const shared = sharedWordCounter(pieces)
  const answers = claims.map((claim) => askApart(verifier, claim, { pieces, room, size, shared }))
  return gathered(claims, await Promise.all(answers), rule)
}

async function askOnce(
  verifier: Verifier,
  claim: Item,
  { text, read }: { text: string; read: readonly string[] },
): Promise<Supported> {
  return { answer: await verifier.supports({ text, claim: claim.text }), read }
}

interface Apart {
  pieces: readonly Piece[]
  room: number
  size: (text: string) => number
  shared: (claim: string) => number[]
}

async function askApart(verifier: Verifier, claim: Item, { pieces, room, size, shared }: Apart): Promise<Supported> {
  const apart = await Promise.all(pieces.map(({ id, text }) => askOnce(verifier, claim, { text, read: [id] })))
  const failed = apart.find(({ answer }) => !answer.ok)
  const best = likeliest(apart)
  if (best !== undefined && isSupport(best.answer)) return best
  if (failed !== undefined || best === undefined) return failed ?? { answer: unasked(), read: [] }
  const together = fitting(pieces, shared(claim.text), room, size)
  if (together.length < 2) return best
  const read = [...new Set(together.map(({ id }) => id))]
  const again = await askOnce(verifier, claim, { text: joined(together), read })
  return again.answer.ok ? (likeliest([best, again]) ?? again) : again
}

function unasked(): Support {
  return { ok: false, reason: 'context_truncated', detail: 'no text fits the window of the verifier' }
}

function isSupport(answer: Support): boolean {
  return answer.ok && answer.value.supported
}

/** The answer with most support: a supporting one before others, then by probability. */
function likeliest(answers: readonly Supported[]): Supported | undefined {
  const rank = ({ answer }: Supported): number =>
    answer.ok ? (answer.value.supported ? 2 : 0) + (answer.value.probability ?? 0) : -1
  return answers.reduce<Supported | undefined>(
    (best, one) => (rank(one) > (best === undefined ? -1 : rank(best)) ? one : best),
    undefined,
  )
}

/** The pieces that share most words with the claim, as many as fit together, in the order of the list. */
function fitting(
  pieces: readonly Piece[],
  shared: readonly number[],
  room: number,
  size: (text: string) => number,
): Piece[] {
  const order = pieces.map((_piece, index) => index).sort((a, b) => (shared[b] ?? 0) - (shared[a] ?? 0) || a - b)
  const chosen = new Set<number>()
  let used = 0
  for (const index of order) {
    const needed = size(pieces[index]?.text ?? '') + 2
    if (used + needed > room) continue
    used += needed
    chosen.add(index)
  }
  return pieces.filter((_piece, index) => chosen.has(index))
}

function joined(parts: readonly { text: string }[]): string {
  return parts.map(({ text }) => text).join('\n')
}

/** The passage, or when it is too long by itself its sentences in groups that fit. */
function piecesOf({ id, text }: Item, room: number, size: (text: string) => number): Piece[] {
  if (size(text) <= room) return [{ id, text }]
  const pieces: Piece[] = []
  let group: { text: string }[] = []
  let used = 0
  for (const sentence of sentenceSpans(text)) {
    const needed = size(sentence.text) + 1
    if (group.length > 0 && used + needed > room) {
      pieces.push({ id, text: joined(group) })
      group = []
      used = 0
    }
    group.push(sentence)
    used += needed
  }
  if (group.length > 0) pieces.push({ id, text: joined(group) })
  return pieces
}

type TokenCounter = ((text: string) => number) & { frame: number }

/** The most tokens that a text adds to a question; `frame`: those of the question without text and claim. */
function tokenCounter(): TokenCounter {
  const estimator = tokenEstimator()
  const most = (text: string) => estimator.estimate([{ role: 'user', content: text }]).high
  const empty = most('')
  const known = new Map<string, number>()
  const size = (text: string): number => {
    const counted = known.get(text) ?? most(text) - empty
    known.set(text, counted)
    return counted
  }
  return Object.assign(size, { frame: most('Document: \nClaim: ') })
}

function gathered(
  claims: readonly Item[],
  answers: readonly Supported[],
  rule: RuleRecorder['rule'],
): Verdicts<EntailmentClass> {
  const known: Verdict<EntailmentClass>[] = []
  let failure: Extract<Support, { ok: false }> | undefined
  for (const [index, { answer, read }] of answers.entries()) {
    const id = claims[index]?.id ?? ''
    if (answer.ok) known.push(verdictOf(id, answer.value, read))
    else failure ??= answer
  }
  rule('verifier', {
    note: 'not supported: this verifier does not tell contradiction apart',
    verdicts: known.map(({ id, verdict, fields, probabilities }) => ({
      id,
      verdict,
      ...fields,
      ...(probabilities === undefined ? {} : { probabilities: twoClasses(probabilities) }),
    })),
  })
  if (failure !== undefined) return { ok: false, reason: failure.reason, detail: failure.detail, known }
  const graded = known.every(({ probabilities }) => probabilities !== undefined)
  return { ok: true, grading: graded ? 'probability' : 'verdict', verdicts: known }
}

/** Contradiction is no class of a verifier. */
const twoClasses = ({ supported, not_mentioned }: Readonly<Record<EntailmentClass, number>>) => ({
  supported,
  not_mentioned,
})

function verdictOf(
  id: string,
  { supported, probability }: { supported: boolean; probability?: number },
  read: readonly string[],
): Verdict<EntailmentClass> {
  const verdict = supported ? 'supported' : 'not_mentioned'
  const fields = { passages: read }
  if (probability === undefined) return { id, verdict, fields }
  const probabilities = { supported: probability, contradicted: 0, not_mentioned: 1 - probability }
  return { id, verdict, probabilities, fields }
}
