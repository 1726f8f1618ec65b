import { foldHan } from './han-scripts.ts'

/**
 * The cheap test before all patterns of `refusal-patterns.ts`, `refusal-context.ts` and `claims.ts`: every one of them
 * needs a word of these lists. A new pattern needs its words here; a test compares both ways.
 */

/** Words without which no English pattern matches, wherever they stand. */
const WORDS_EN = [
  // what declines, and what is about some contexts only
  '(?:not?|none|neither|nothing|unable|unclear|impossible|unknown|insufficient|lack(?:s|ing)?|beyond|outside|unanswerable|not_answerable|n/a|i would need)\\b',
  // where the answer is, what was asked, what is given back from the prompt
  'answer|question|inquiry|respon|reply|option',
  // what is about the documents
  'context|document|text|passage|source|material|excerpt|article|handbook|manual|search result|snippet',
  // where to turn to
  'contact|consult|reach out|check with|refer|get in touch',
  // the heading of a list of sources
  'citation|bibliography',
]

/** Words with which English questions, instructions, courtesy, advice and labels begin, and remarks about documents. */
const BEGINS_EN =
  'please|note|now|possible|valid|available|select|choose|yes|no|true|false|now|explanation|analysis|final|' +
  'hello|hi|hey|sure|certainly|of|okay|ok|great|thanks?|you|i|sorry|apologies|unfortunately|let|feel|do|is|' +
  'what|who|whom|whose|which|when|where|why|how|are|does|did|can|could|would|will|should|has|have|' +
  'if|in|it|consider|for|to|check|try|visit|more|' +
  'however|instead|while|although|but|and|or|so|rather|they|these|this|some|others?|most|both|all|each|the (?:first|second)|' +
  'therefore|thus|hence|as|without|unless|those|such'

/** The same in Chinese, written in either script. */
const WORDS_ZH = [
  '[不沒無未難缺超恕抱歉憾]|資料|資訊|信息|查無|對不起|答案',
  '[只僅則]|主要|大多|多半|都是|著重|集中|側重|因為|由於|可能',
  '建議|請[您你向與洽聯諮詢參查提直再另補改告換檢以注遵確嘗]|可以?[向洽聯諮詢參]|[您你]|有更多|能提供|歡迎|以獲|希望|需要更多|我[將會]|樂意',
  '哪|多少|是誰|什麼|如何|是否|參考|來源|出處|引用',
]
const BEGINS_ZH = '[請答結說註注回很好當沒謝感是否對如若]'

/** Kana, questions, colons, replacement characters. */
const MARKS = /[\u3040-\u30ff\uff66-\uff9f?:\ufffd]/

const BEGINS = new RegExp(foldHan(`^(?:(?:${BEGINS_EN})\\b|${BEGINS_ZH}|[a-d]\\)|.{0,2}$)`))
const HOLDS_EN = new RegExp(`\\b(?:${WORDS_EN.join('|')})`)
const HOLDS_ZH = new RegExp(foldHan(WORDS_ZH.join('|')))
/** Words of which the unfinished beginning of a sentence is made; see STUB. */
const STUB =
  /^(?:(?:however|they|the|these|this|it|none|of|some|other|in|for|and|or|also|but|ex|that)\b|[\s\d[\](),.*])+$/

/** Whether a prepared sentence states something and nothing else, which no word in it calls in question. */
export function statesPlainly(prepared: string): boolean {
  const first = prepared.charCodeAt(0)
  const letter = (first >= 0x61 && first <= 0x7a) || (first >= 0x4e00 && first <= 0x9fff)
  if (!letter || BEGINS.test(prepared) || HOLDS_EN.test(prepared) || MARKS.test(prepared)) return false
  return !HOLDS_ZH.test(prepared) && !STUB.test(prepared)
}
