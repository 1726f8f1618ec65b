import type { TestCase } from '../core/test-case.ts'

/** Kinds of questions that a test set should hold; `boundary` = the documents do not say, or only just do. */
export const QUESTION_KINDS = ['factual', 'how_to', 'comparison', 'boundary'] as const

const HOW_TO =
  /\bhow (?:do|can|should|would|to)\b|\bsteps?\b|\bway to\b|如何|怎[麼么樣样]|步[驟骤]|流程|手[續续]|方法|どうやって|やり方|方法/iu
const COMPARISON =
  /\bdifferen(?:ce|t)\b|\bcompar|\bversus\b|\bvs\.?\b|\bbetter\b|\brather than\b|[區区]別|[區区]别|差[別别異异]|不同|比較|比较|哪[一個个]*比|還是|还是|違い|比べ/iu

/** The kind of a case: its tag `type` where it has one, else by the wording of the question. */
export function questionKind(testCase: TestCase): string {
  const tag = testCase.tags.type
  if (tag !== undefined) return tag
  if (!testCase.answerable) return 'boundary'
  if (COMPARISON.test(testCase.user_input)) return 'comparison'
  return HOW_TO.test(testCase.user_input) ? 'how_to' : 'factual'
}

const INFORMAL =
  /\b(?:hey|hi|gonna|wanna|gotta|kinda|dunno|pls|plz|thx|stuff|guys|asap|how come|what if i|what's|where's|who's|i'm|i've|can't|don't)\b|[吧啦嘛耶欸诶咧呀喔哦囉啰唄呗]|啥|咋|幹嘛|干嘛|怎麼辦|怎么办|是不是|可不可以|能不能|有沒有|有没有|我想|想問|想问|請問一下|请问一下|東西|东西|那[個个]|っけ|かな|んだけど/iu

/**
 * Whether a question is asked as people ask when they are in a hurry: everyday words, no stop at the end, or a small
 * letter at the beginning.
 */
export function isColloquial(testCase: TestCase): boolean {
  const tag = testCase.tags.phrasing
  if (tag !== undefined) return tag !== 'formal'
  const question = testCase.user_input.trim()
  return INFORMAL.test(question) || !/[?？.。!！:：]["”」』)）]?$/.test(question) || /^[a-z]/.test(question)
}
