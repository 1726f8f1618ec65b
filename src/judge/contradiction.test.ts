import { describe, expect, it } from 'vitest'
import { contradicts } from './contradiction.ts'

/** Reasons beside a verdict that they speak against. */
const AGAINST: readonly (readonly [string, string])[] = [
  ['The passage supports the claim.', 'not_mentioned'],
  ['The claim is directly supported by passage 2.', 'not_mentioned'],
  ['The claim is supported by the text.', 'contradicted'],
  ['This is stated in the passage.', 'not_mentioned'],
  ['The text gives the opening hours, so the claim is supported.', 'not_mentioned'],
  ['The statement is true.', 'contradicted'],
  ['The passage confirms the statement about the fee.', 'contradicted'],
  ['It is clearly mentioned in the context.', 'not_mentioned'],
  ['The claim follows from the passage.', 'not_mentioned'],
  ['The statement matches the text.', 'contradicted'],
  ['The claim is consistent with the passage.', 'contradicted'],
  ['The passage speaks of the lift; it says exactly this.', 'not_mentioned'],
  ['Supported by passage 1.', 'not_attributed'],
  ['The passage does not mention the price.', 'supported'],
  ["The passage doesn't mention the price.", 'supported'],
  ['The text does not say when the museum closes.', 'supported'],
  ['The claim is not supported by the passage.', 'supported'],
  ['There is no mention of parking in the documents.', 'supported'],
  ['Not mentioned.', 'supported'],
  ['The price is not stated.', 'supported'],
  ['No passage says so; it is not found in the text.', 'attributed'],
  ['The passage contradicts the claim.', 'supported'],
  ['The claim contradicts the passage.', 'supported'],
  ['The passage says otherwise.', 'supported'],
  ['The claim is false.', 'supported'],
  ['The passage covers ferries, however the price is not mentioned.', 'supported'],
  ['Nothing in the text speaks of students.', 'supported'],
  ['The passages provide no information on refunds.', 'supported'],
  ['資料支持該敘述。', 'not_mentioned'],
  ['敘述與資料一致。', 'contradicted'],
  ['该陈述得到了原文的支持。', 'not_mentioned'],
  ['原文写明七点开门，因此该说法成立。', 'not_mentioned'],
  ['这一点在资料中明确提到。', 'not_mentioned'],
  ['資料沒有提到票價。', 'supported'],
  ['文中并未提及价格。', 'supported'],
  ['该陈述与原文矛盾。', 'supported'],
  ['敘述與資料不符。', 'supported'],
  ['资料中没有任何信息说明退款。', 'supported'],
  ['無法從資料中得知開放時間。', 'supported'],
  ['该说法是错误的。', 'supported'],
  ['The passage is relevant to the question.', 'not_useful'],
  ['The chunk contains the reference answer.', 'not_useful'],
  ['The passage is unrelated to the question.', 'useful'],
  ['It does not contain any information about refunds.', 'useful'],
  ['這段資料與問題無關。', 'useful'],
  ['这段资料很有帮助。', 'not_useful'],
  ['The response matches the reference.', 'incorrect'],
  ['The answer contradicts the reference.', 'correct'],
  ['The response is wrong.', 'correct'],
  ['回答與參考答案一致。', 'incorrect'],
  ['回答与参考答案不符。', 'correct'],
]

/** Reasons that fit their verdict, or are not plain enough to say that they do not. */
const NOT_AGAINST: readonly (readonly [string, string])[] = [
  ['The passage supports the claim.', 'supported'],
  ['The claim is directly supported by passage 2.', 'attributed'],
  ['The passage says that the lift opens at eight.', 'contradicted'],
  ['The passage clearly states that the lift is closed on Mondays.', 'contradicted'],
  ['The passage states the opening hours only.', 'not_mentioned'],
  ['The passage mentions the lift but not its price.', 'not_mentioned'],
  ['The claim is partially supported by the passage.', 'not_mentioned'],
  ['The first half of the claim is supported, but the price is not mentioned.', 'not_mentioned'],
  ['If the claim is supported, the passage would say so.', 'not_mentioned'],
  ['It is unclear whether the claim is supported.', 'not_mentioned'],
  ['The passage does not support the claim.', 'not_mentioned'],
  ['Nothing in the passage supports the claim.', 'not_mentioned'],
  ['The claim would be supported only with a date.', 'not_mentioned'],
  ['The passage does not mention the price.', 'not_mentioned'],
  ['The office does not provide parking.', 'supported'],
  ['The passage says that the office does not provide parking.', 'supported'],
  ['Dogs are not allowed, as the claim says.', 'supported'],
  ['The passage says the fee is not refundable, so the claim is supported.', 'supported'],
  ['The passage does not say so word for word, but it follows from the dates.', 'supported'],
  ['Although the text does not mention Oban, the ferry can only be that one.', 'supported'],
  ['The passage does not contradict the claim; it says the same.', 'supported'],
  ['Nothing in the passage contradicts the claim.', 'supported'],
  ['The text does not mention a price, which is what the claim says.', 'supported'],
  ['Passage 1 does not mention it, passage 2 supports the claim.', 'supported'],
  ['Supported by passage 1, but passage 2 does not mention it.', 'supported'],
  ['The passage quotes "this is not stated in the text".', 'supported'],
  ['The passage says "the claim is supported by the documents".', 'not_mentioned'],
  ['No discount is given to students.', 'supported'],
  ['There is no evidence of asbestos in the building.', 'supported'],
  ['The museum is never closed on Sundays.', 'supported'],
  ['It is wrong to park there, says the passage, and the claim repeats it.', 'supported'],
  ['The reference date differs.', 'contradicted'],
  ['', 'supported'],
  ['ok', 'not_mentioned'],
  ['資料支持該敘述。', 'supported'],
  ['資料沒有提到票價。', 'not_mentioned'],
  ['資料寫的是八點，敘述說七點。', 'contradicted'],
  ['资料不支持该叙述。', 'not_mentioned'],
  ['该陈述与原文并不矛盾。', 'supported'],
  ['资料没有说明票价，但从表格可以推知。', 'supported'],
  ['该陈述只得到部分支持。', 'not_mentioned'],
  ['員工不可以報帳，敘述正是如此。', 'supported'],
  ['資料說「文中沒有提到」。', 'supported'],
  ['学生没有折扣。', 'supported'],
  ['虽然资料没有提到名称，说的就是它。', 'supported'],
  ['The passage is on the same topic but does not contain the answer.', 'not_useful'],
  ['The passage does not mention the price but gives the hours.', 'useful'],
  ['It is relevant only to staff.', 'not_useful'],
  ['The response does not mention the fee, which is not essential.', 'correct'],
  ['The answer is not correct.', 'incorrect'],
  ['The response matches the reference except for the year.', 'incorrect'],
  ['回答漏掉关键内容。', 'incorrect'],
  ['The passage supports the claim.', 'win'],
]

describe('contradicts', () => {
  it.each(AGAINST)('flags %j beside %s', (reason, verdict) => {
    expect(contradicts(reason, verdict)).toBe(true)
  })

  it.each(NOT_AGAINST)('does not flag %j beside %s', (reason, verdict) => {
    expect(contradicts(reason, verdict)).toBe(false)
  })

  it('flags a plain reason beside exactly one side of the verdicts', () => {
    for (const [reason, verdict] of AGAINST) {
      const opposite = { supported: 'not_mentioned', useful: 'not_useful', correct: 'incorrect', attributed: 'not_attributed' }
      const good = Object.entries(opposite).find(([a, b]) => a === verdict || b === verdict)?.[0] ?? 'supported'
      const other = verdict === good ? opposite[good as keyof typeof opposite] : good
      expect(contradicts(reason, other), `${reason} beside ${other}`).toBe(false)
    }
  })

  it('takes no longer for long and odd reasons', () => {
    const odd = ['not '.repeat(200_000), '"'.repeat(500_000), '资料'.repeat(300_000), 'the passage '.repeat(100_000)]
    const start = performance.now()
    for (const reason of odd) contradicts(reason, 'supported')
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})
