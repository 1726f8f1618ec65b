import type { CaseItem, CasePage, CaseResponse, CaseScore } from '../analysis/case-page.ts'
import { exchangesOf } from '../analysis/judged-items.ts'
import { quoted } from '../core/quoted.ts'
import type { Step } from '../core/score.ts'
import { type Messages, messages } from '../text/catalogue.ts'
import { formatRate } from '../text/format-number.ts'
import type { Block, ListItem, Section } from './blocks.ts'
import { exchangeSection } from './exchange-section.ts'
import { verdictWords } from './verdict-words.ts'

export interface CaseLayoutOptions {
  /** Show every text whole. */
  raw?: boolean
  /** What printed commands must repeat. */
  commandFlags?: string
}

/** Lines of one text that are shown unless `raw`. */
const MOST_LINES = 4
/** Everything a printed number of a metric may be. */
const written = (value: number): string =>
  value >= 0 && value <= 1 ? formatRate(value) : String(Number(value.toFixed(3)))

/** A case page as sections: the case, each response with its scores, then the raw exchanges that the steps refer to. */
export function layOutCase(page: CasePage, { raw = false, commandFlags = '' }: CaseLayoutOptions = {}): Section[] {
  const text = messages(page.language)
  const numbers = new Map(page.exchanges.map(({ exchange_id }, index) => [exchange_id, index + 1]))
  const cut = raw ? undefined : MOST_LINES
  const command = `npx ragstone report ${page.run.id} --case ${quoted(page.test_case.id)} --raw${commandFlags}`
  return [
    head(page, text, raw ? undefined : command),
    ...(page.responses.length === 0
      ? [{ title: text.scores, blocks: [{ kind: 'paragraph', text: text.noResponses } as const] }]
      : []),
    ...page.responses.map((response) => responseSection(response, page, { text, numbers, cut })),
    ...exchangeSection(page.exchanges, text, cut),
  ]
}

/** `command` shows what is cut; undefined where nothing is. */
function head({ run, test_case: one }: CasePage, text: Messages, command: string | undefined): Section {
  const tags = Object.entries(one.tags).map(([name, value]) => `${name} ${value}`)
  const pairs: [string, string][] = [
    [text.run, run.name === run.id ? run.id : text.bracketed(run.id, run.name)],
    [text.question, one.user_input],
    [text.reference, one.reference ?? text.noReference],
    [text.kind, one.answerable ? text.caseAnswerable : text.caseUnanswerable],
    ...((one.expected_sources ?? []).length > 0
      ? [[text.expectedSources, (one.expected_sources ?? []).join(text.comma)] as [string, string]]
      : []),
    ...(tags.length > 0 ? [[text.tags, tags.join(text.comma)] as [string, string]] : []),
  ]
  const blocks: Block[] = [{ kind: 'facts', pairs, ...(command === undefined ? limit(undefined) : {}) }]
  if (command !== undefined) blocks.push({ kind: 'list', items: [{ head: text.cutNote(command), command, lines: [] }] })
  return { title: text.caseTitle(one.id), blocks }
}

interface Shown {
  text: Messages
  /** Number of each exchange. */
  numbers: ReadonlyMap<string, number>
  /** Lines of a text; undefined = all. */
  cut: number | undefined
}

function responseSection(one: CaseResponse, page: CasePage, shown: Shown): Section {
  const { text, cut } = shown
  const isRepeated = page.responses.some(({ repeat }) => repeat > 1)
  const where = isRepeated ? text.repeat(one.configuration, one.repeat) : one.configuration
  const said = one.response === null || one.response.trim() === '' ? text.blankResponse : one.response
  const blocks: Block[] = [
    one.error === undefined
      ? { kind: 'text', label: text.response, text: said, ...limit(cut) }
      : { kind: 'paragraph', text: text.labelled(text.systemError, `${one.error.code}: ${one.error.message}`) },
    ...chunkBlocks(one, text, cut),
    one.scores.length === 0
      ? { kind: 'paragraph', text: text.noScores }
      : { kind: 'list', items: one.scores.map((score) => scoreItem(score, shown)), ...limit(cut) },
  ]
  return { title: text.scoresTitle(where), blocks }
}

function limit(cut: number | undefined): { mostLines: number } {
  return { mostLines: cut ?? Number.POSITIVE_INFINITY }
}

function chunkBlocks({ retrieved_contexts: chunks }: CaseResponse, text: Messages, cut: number | undefined): Block[] {
  if (chunks.length === 0) return [{ kind: 'paragraph', text: text.nothingRetrieved }]
  return [
    { kind: 'paragraph', text: text.retrieved(chunks.length) },
    ...chunks.map(({ rank, id, source, score, text: content }): Block => {
      const names = [source, id, ...(score === undefined ? [] : [text.chunkScore(written(score))])]
      const label = [String(rank), ...names.filter((name) => name !== undefined)].join(text.clause)
      return { kind: 'text', label, text: content, ...limit(cut) }
    }),
  ]
}

function scoreItem(score: CaseScore, shown: Shown): ListItem {
  const { text } = shown
  return {
    head: text.labelled(score.metric, outcomeLine(score, text)),
    lines: [
      ...score.items.flatMap((item) => itemLines(item, shown)),
      ...score.steps.flatMap((step) => stepLines(step, score, shown)),
      ...(score.arithmetic === null ? [] : [text.arithmetic(score.arithmetic)]),
    ],
  }
}

/** The value in its form with the other form beside it, k of n with what so few can tell, or why there is none. */
function outcomeLine({ outcome, resolution }: CaseScore, text: Messages): string {
  if (outcome.status === 'na') {
    const name = text.naNames[outcome.reason] ?? outcome.reason
    const bounds = outcome.bounds
    const left = bounds === undefined ? [] : [text.bounds(written(bounds[0]), written(bounds[1]))]
    return [text.naFor(name, outcome.reason, outcome.detail), ...left].join(text.semicolon)
  }
  const { value, k, n, label, grading, verdict_value } = outcome
  const figure = label === undefined ? written(value) : text.bracketed(written(value), label)
  const parts = [grading === undefined ? figure : text.bracketed(figure, text.forms[grading])]
  if (verdict_value !== undefined) parts.push(text.byWords(written(verdict_value)))
  if (k !== undefined && n !== undefined && resolution !== null) {
    parts.push(text.resolution(k, n, formatRate(resolution[0]), formatRate(resolution[1])))
  }
  return parts.join(text.semicolon)
}

function itemLines(item: CaseItem, { text, numbers }: Shown): string[] {
  const probability = item.probabilities?.[item.verdict]
  const byVerifier = item.step === 'verifier'
  const isFound = !byVerifier || item.verdict === 'supported'
  const others = Object.entries(item.probabilities ?? {})
    .filter(([name]) => name !== item.verdict)
    .map(([name, p]) => verdictWords(name, p, text, byVerifier))
  const number = item.exchange === undefined ? undefined : numbers.get(item.exchange)
  const facts = [
    verdictWords(item.verdict, probability, text, byVerifier),
    ...others,
    ...(item.chunks === undefined || !isFound ? [] : [text.ofText(item.chunks.join(text.comma))]),
    ...(number === undefined ? [] : [text.exchange(number)]),
  ]
  return [
    `${item.id}. [${facts.join(text.semicolon)}] ${item.text ?? ''}`.trim(),
    ...(item.reason === undefined ? [] : [text.reason(item.reason)]),
    ...(item.contradiction === true ? [text.contradicts] : []),
  ]
}

/** Rules whose content stands in the lines of the items already. */
const SHOWN_WITH_ITEMS = ['arithmetic', 'explanations', 'carried_by_shared_words']

function stepLines(step: Step, score: CaseScore, shown: Shown): string[] {
  const { text } = shown
  if (step.kind === 'embedding') return [text.embedded(Number(step.texts ?? 0), failureOf(step, text) ?? '')]
  if (step.kind === 'judge') return judgeLines(step, shown)
  if (SHOWN_WITH_ITEMS.includes(step.step)) return []
  if (step.step === 'verifier') return [text.verifierNote]
  const { kind: _kind, step: name, ...detail } = step
  const isKnown = name.endsWith('_claims') && score.items.length > 0
  const told = isKnown ? Object.fromEntries(Object.entries(detail).filter(([key]) => key !== 'claims')) : detail
  return [text.rule(name, Object.keys(told).length === 0 ? '' : JSON.stringify(told))]
}

function judgeLines(step: Step, { text, numbers }: Shown): string[] {
  const states: Readonly<Record<string, string>> = text.cacheStates
  const own = typeof step.exchange === 'string' ? numbers.get(step.exchange) : undefined
  const name = own === undefined ? text.exchangeGone : text.exchange(own)
  const earlier = exchangesOf(step)
    .filter((id) => id !== step.exchange)
    .flatMap((id) => numbers.get(id) ?? [])
  const failure = failureOf(step, text)
  const extras = [
    ...earlier.map((number) => text.earlierExchange(number)),
    ...(Array.isArray(step.repairs) ? [text.repairs(step.repairs.join(text.comma))] : []),
    ...(step.problems === undefined ? [] : [text.problems(JSON.stringify(step.problems))]),
    ...(failure === undefined ? [] : [failure]),
    ...(step.value === undefined ? [] : [text.value(JSON.stringify(step.value))]),
    ...verifiedIn(step, text),
  ]
  const line = text.stepLine(step.step, name, states[String(step.cache)] ?? String(step.cache))
  return [[line, ...extras].join(text.semicolon)]
}

/** What a verifier said of a claim, which has no number in its step. */
function verifiedIn({ claim, supported, probability }: Step, text: Messages): string[] {
  if (typeof claim !== 'string' || typeof supported !== 'boolean') return []
  const share = typeof probability === 'number' ? (supported ? probability : 1 - probability) : undefined
  return [text.unsupportedClaim(claim, verdictWords(supported ? 'supported' : 'not_mentioned', share, text, true))]
}

function failureOf({ failed }: Step, text: Messages): string | undefined {
  if (typeof failed !== 'object' || failed === null) return undefined
  const { reason, detail } = failed as { reason?: unknown; detail?: unknown }
  return text.failed(String(reason ?? ''), String(detail ?? ''))
}
