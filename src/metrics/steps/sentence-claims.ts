import { stripCitations } from '../../text/citations.ts'
import { claimSpans } from '../../text/claims.ts'
import { matchKey } from '../../text/normalize.ts'
import { readText } from '../../text/readings.ts'
import { refusalState } from '../../text/refusal.ts'
import { sentences } from '../../text/sentences.ts'

export interface SentenceClaimOptions {
  /** The question that the text answers: a claim that cannot stand alone is shown with it. */
  user_input: string
  /** The system's own refusals; a sentence that holds one claims nothing. */
  phrases?: readonly string[]
}

/** A claim needs this many words; a Chinese character counts as three quarters of a word, a kana as half. */
const LEAST_WORDS = 3
/** A list item of fewer words is shown with the line that leads the list in. */
const SHORT_ITEM = 8
/** Of a longer question only the last sentence is shown. */
const LONGEST_QUESTION = 300

const LIST_MARK =
  /^(?:[-*+•·◦▪‣–—]\s+|\(?\d{1,3}(?:[.)]\s+|[、．）]\s*)|[（(][一二三四五六七八九十\d]{1,3}[）)]\s*|[a-zA-Z][.)]\s+)+/u
const LEADS_IN = /[:：]\s*[*_]*$/u
const CONNECTIVE =
  /^(?:(?:and|but|so|or|also|however|moreover|furthermore|additionally|then|thus|therefore|hence|instead|still|in addition|as a result|for example|for instance|of course|note that),?\s+|(?:但是?|不過|不过|然而|因此|所以|另外|此外|而且|並且|并且|而|同時|同时|例如|比如|還有|还有|另|且|また|しかし|そして|なお)[，,、]?\s*)+/iu
const LEANS =
  /^(?:(?:it|its|they|their|them|he|she|his|her|him|this|that|these|those|such|both|neither|the (?:former|latter|same))(?:['’]\w+)?(?![\p{L}\p{N}-])|(?:它|牠|祂)|(?:他|她)(?:們|们)?(?!人)|(?:這|这)(?!裡是|里是)|該|该(?!不)|此(?!外)|其(?!實|实)|上述|前者|後者|后者|兩者|两者|それ|これ|その|この|彼)/iu
/** A link as Markdown writes it; its label is what is said. */
const LINK = /\[([^\][]+)\]\((?:https?:\/\/|\/|#|mailto:)[^\s)]*\)/gu
const LINK_ALONE = /^\[[^\][]+\]\((?:https?:\/\/|\/|#|mailto:)[^\s)]*\)[.,;]?$/u
/** Says where to read on, and nothing of the matter itself. */
const POINTER =
  /^(?:for (?:more|further|additional|detailed) (?:information|details|instructions|steps|guidance|help)\b|(?:please )?(?:see|refer to|consult|visit|check out) (?:the|this|our|these|also)\b.{0,80}\b(?:documentation|docs|guide|page|pages|website|link|links|article)\b|(?:如需|欲知|若要了解|想了解)?(?:更多|詳細|详细|進一步|进一步)(?:的)?(?:資訊|信息|說明|说明|內容|内容|資料|资料|步驟|步骤|細節|细节).{0,20}(?:參閱|参阅|參考|参考|請見|请见|詳見|详见|查看))/iu

/**
 * The claims of a text by rule: the sentences that bear one (see `text/claims.ts`: no question, courtesy, heading, refusal,
 * code or list of sources), without list marks, emphasis, citation markers and addresses of links, at least three words
 * each. Links alone and sentences that only say where to read on are left out when there are other claims. What cannot be
 * understood alone is shown with what it leans on: a sentence that begins with "it", "they", 它, 該 ... with the last
 * sentence before it that stands alone or, as the first, with the question; a short list item with the line that leads in; and when the whole text is
 * shorter than a claim ("Two years.", "Yes.", 五味子), it is shown with the question that it answers.
 */
export function sentenceClaims(text: string, { user_input, phrases = [] }: SentenceClaimOptions): string[] {
  const question = shownQuestion(user_input)
  const starts = new Set(claimSpans(text, { phrases }).map(({ start }) => start))
  const long: string[] = []
  const short: string[] = []
  const pointers: string[] = []
  let lead: string | undefined
  let inItem = false
  /** The last sentence that stands alone, outside of lists and within a list item: an item does not lean on its neighbours. */
  let outside: string | undefined
  let item: string | undefined
  for (const span of readText(text).spans) {
    const isItem = LIST_MARK.test(span.text)
    if (beginsLine(text, span.start)) {
      inItem = isItem
      if (isItem) item = undefined
      else lead = undefined
    }
    const before = inItem ? item : outside
    const shown = bare(span.text)
    if (starts.has(span.start)) {
      const words = wordsOf(shown)
      if (isPointer(span.text, shown)) pointers.push(shown)
      else if (isItem && lead !== undefined && words < SHORT_ITEM) long.push(joined(lead, shown))
      else if (words < LEAST_WORDS) short.push(shown)
      else long.push(leans(shown) ? joined(before ?? lead ?? question, shown) : shown)
    }
    const leadsIn = LEADS_IN.test(span.text)
    if (leadsIn) lead = shown
    if (leadsIn || shown === '' || (before !== undefined && leans(shown))) continue
    if (inItem) item = shown
    else outside = shown
  }
  if (long.length > 0) return long
  if (pointers.length > 0) return pointers
  if (short.length > 0) return short.map((shown) => joined(question, shown))
  return isBareAnswer(text, phrases) ? [joined(question, bare(text))] : []
}

function isPointer(sentence: string, shown: string): boolean {
  return POINTER.test(shown) || LINK_ALONE.test(sentence.replace(LIST_MARK, '').trim())
}

/** An answer without a sentence of its own, like a bare yes or no. */
function isBareAnswer(text: string, phrases: readonly string[]): boolean {
  const key = matchKey(text)
  return key !== '' && key.length <= 40 && refusalState(text, { phrases }).state === 'answered'
}

function shownQuestion(question: string): string {
  const whole = question.trim()
  return whole.length <= LONGEST_QUESTION
    ? whole
    : (sentences(whole.slice(-2 * LONGEST_QUESTION)).at(-1) ?? '').slice(-LONGEST_QUESTION)
}

function beginsLine(text: string, start: number): boolean {
  return start === 0 || /[\n\r\u2028\u2029]$/.test(text.slice(Math.max(0, start - 2), start))
}

/** Whether a sentence begins with a word that stands for something said before. */
function leans(sentence: string): boolean {
  return LEANS.test(sentence.replace(CONNECTIVE, ''))
}

/** The words alone: no list mark, heading mark, quote mark, emphasis, citation marker. */
function bare(sentence: string): string {
  return stripCitations(sentence)
    .replace(/^[>#\s]+/, '')
    .replace(LIST_MARK, '')
    .replace(LINK, '$1')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.。,，;；!！?？]$)/u, '')
    .trim()
}

function wordsOf(text: string): number {
  const han = text.match(/\p{sc=Han}/gu)?.length ?? 0
  const kana = text.match(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0
  const others = text.match(/(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])[\p{L}\p{N}\p{M}'’.,_-])+/gu) ?? []
  return others.filter((word) => /[\p{L}\p{N}]/u.test(word)).length + han * 0.75 + kana * 0.5
}

function joined(before: string, sentence: string): string {
  if (before === '') return sentence
  return /[\u3000-\u303f\uff00-\uffef]$/u.test(before) ? `${before}${sentence}` : `${before} ${sentence}`
}
