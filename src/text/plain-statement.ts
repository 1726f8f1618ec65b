import { foldHan } from './han-scripts.ts'
import { ABOUT_DOCUMENTS, ADVICE, BARE_WORD, COURTESY, STUB } from './refusal-context.ts'

/*
 * The cheap test before the patterns of `refusal.ts`, `refusal-units.ts` and `claims.ts`: each of them needs one of the
 * words below, so most sentences are done with after a few looks. Whoever adds a pattern adds its words here; a test
 * compares what comes out with and without this test.
 */

/** Without one of these words no English sentence declines, speaks of an answer, of its source or of the prompt. */
const WORDS_EN = new RegExp(
  `\\b(?:${[
    '(?:not?|none|neither|nothing|unable|unclear|impossible|unknown|insufficient|lack(?:s|ing)?|beyond|outside)\\b',
    'unanswerable|not_answerable|n/a|i would need',
    'answer|question|query|inquiry|respon|reply|option',
    'context|document|text|passage|source|material|excerpt|article|handbook|manual|search result|snippet',
    'reference|citation|bibliography',
  ].join('|')})`,
)
/**
 * The same for Chinese, folded to Simplified: without one no sentence declines, speaks of an answer or of a list of sources.
 * Japanese (any kana), questions and what was cut off inside a character are left to the patterns.
 */
const WORDS_ZH = new RegExp(
  foldHan('[不沒無未難缺超恕抱歉憾\u3040-\u30ff\uff66-\uff9f?\ufffd]|資料|資訊|信息|查無|答案|參考|來源|出處|引用'),
)
/** Words with which instructions, verdicts, labels and courtesy begin. */
const BEGINS = new RegExp(
  foldHan(
    '^(?:(?:please|note|now|possible|valid|available|select|choose|read|final|explanation|analysis|i|sorry|unfortunately|' +
      'hello|hi|hey|sure|certainly|of course|okay|ok|great|thanks?|apologies|let me|feel free|do|is there|and|or)\\b|' +
      '(?:yes|no)(?![a-z])|[請答結說註注回是否對])',
  ),
)
/** Questions, also those that were cut off before their mark. */
const ASKS = new RegExp(
  foldHan(
    '^(?:what|who|whom|whose|which|when|where|why|how|is|are|do|does|did|can|could|would|will|should|has|have)\\b|' +
      '哪|多少|是誰|什麼|如何|是否',
  ),
)
/** Without one of these words a sentence is neither a remark about the documents nor advice nor courtesy. */
const REMARKS = new RegExp(
  foldHan(
    `^(?:${[
      'they|it|these|this|some|others?|most|both|all|each|the (?:first|second)|those|such',
      'however|instead|while|although|but|and|so|rather|therefore|thus|hence|as|without|unless',
      'you|if|consider|for|to|check|try|visit|more|would',
      '[很好當沒謝感希如若]',
    ].join('|')})|\\b(?:contact|consult|reach out|check with|refer|get in touch)|${[
      '[只僅則]|主要|大多|多半|都是|著重|集中|側重|因為|由於|可能',
      '建議|請[您你向與洽聯諮詢參查提直再另補改告換檢以注遵確嘗]|可以?[向洽聯諮詢參]|[您你]',
      '有更多|能提供|歡迎|以獲|希望|需要更多|我[將會]|樂意',
    ].join('|')}`,
  ),
)
const SHORTEST = 4

/**
 * Whether a prepared sentence, without what leads it, states something and nothing else, whatever stands around it. A no
 * says nothing: the patterns may still find that it does.
 */
export function statesPlainly(core: string): boolean {
  if (core.length < SHORTEST || !(beginsWithLetter(core) || /^\d/.test(core)) || /[:*]$/.test(core.slice(-1)))
    return false
  if (BEGINS.test(core) || WORDS_EN.test(core) || WORDS_ZH.test(core) || STUB.test(core) || BARE_WORD.test(core))
    return false
  if (!endsInStop(core) && ASKS.test(core)) return false
  return !REMARKS.test(core) || !(COURTESY.test(core) || ABOUT_DOCUMENTS.test(core) || ADVICE.test(core))
}

/** Whether a prepared text begins with a plain Latin letter or a Han character. */
export function beginsWithLetter(prepared: string): boolean {
  const first = prepared.charCodeAt(0)
  return (first >= 0x61 && first <= 0x7a) || (first >= 0x4e00 && first <= 0x9fff)
}

/** Whether a prepared text ends in a full stop or an exclamation mark, so that nothing was cut off. */
export function endsInStop(prepared: string): boolean {
  const last = prepared.charAt(prepared.length - 1)
  return last === '.' || last === '。' || last === '!'
}
