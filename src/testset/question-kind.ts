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
