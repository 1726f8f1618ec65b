import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { citationMarkers } from './citations.ts'
import { claimSentences } from './claims.ts'
import { refusalState } from './refusal.ts'
import { read, unitKinds } from './refusal-units.ts'
import { sentences } from './sentences.ts'

const NOMIRACL = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'nomiracl-zh', 'zh_visible.jsonl')

const PLACES = [true, false].flatMap((first) =>
  [true, false].flatMap((last) => [true, false].map((afterEcho) => ({ first, last, afterEcho }))),
)

/** Something for every pattern to find: refusals, remarks, advice, courtesy, echoes, and the ordinary around them. */
const PIECES = [
  'I do not know',
  'I lack the details',
  'unknown',
  'the documents do not say',
  'none of these mentions it',
  'insufficient context',
  'outside the scope of my knowledge',
  'the answer is present',
  'the passage contains the question',
  'the question asks about leave',
  'the inquiry is about',
  'the contexts cover it',
  'the handbook mentions it',
  'It only describes them',
  'these are about leave',
  'some discuss',
  'Therefore',
  'however',
  'is listed in the manual',
  'contact the office',
  'check with your manager',
  'get in touch with support',
  'refer to the website',
  'For more',
  'To find',
  'you may ask',
  'it is best',
  'if you have other questions',
  'Sure',
  'thank you',
  'of course',
  'I apologize',
  'Let me know',
  'yes',
  'yesno',
  'no',
  'Please answer the question',
  'respond with "yes"',
  'Possible outputs',
  'the following options',
  'Query 8:',
  'Read the contexts',
  'What is it',
  'when leave ends',
  'is it so',
  'Explanation:',
  'Note.',
  'the of',
  'none',
  'n/a',
  '我不知道',
  '資料不足',
  '文件沒有提到',
  '超出範圍',
  '無法回答',
  '答案在第三段',
  '這些文件主要介紹',
  '只提到',
  '可能有誤',
  '因為',
  '建議',
  '請您聯絡',
  '可向人資洽詢',
  '我會努力',
  '希望有用',
  '您好',
  '好的',
  '當然',
  '如果您還有問題',
  '請以',
  '有多少',
  '是否',
  '參考資料',
  '来源',
  '是的',
  '不對',
  '答：',
  'わかりません',
  'お問い合わせ',
]
const FILLERS = [
  'request 12 is approved',
  'by the tenth',
  'A manager',
  'The',
  '2024',
  '公司',
  '特休七天',
  '經主管核准',
  '[1]',
  '【2】',
  '"quoted"',
  '「名」',
  'n\u200b’t',
]
const JOINS = ['', ' ', ', ', '，', '. ', '。', ': ', '; ', '? ', '\u3000']
const LEADS = ['', '', '', '- ', '1. ', 'a) ', '# ', '**']
const ENDS = ['', '.', '。', '!', '?', ':', '**', '\ufffd']

const sentence = fc
  .tuple(
    fc.constantFrom(...LEADS),
    fc.array(fc.tuple(fc.constantFrom(...PIECES, ...FILLERS, ...FILLERS), fc.constantFrom(...JOINS)), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.constantFrom(...ENDS),
  )
  .map(([lead, parts, end]) => `${lead}${parts.flat().join('')}${end}`)

/** What the patterns find, with the short cut out of the way. */
function byPatterns(text: string): string[] {
  const reading = read(text)
  const found = PLACES.map((place) => unitKinds({ ...reading, plain: false, kinds: undefined }, place).join())
  return [...new Set(found)]
}

describe('a plain statement', () => {
  it.each([
    'Request 12 is approved by the tenth [1].',
    'A manager signs it [2].',
    '- The fee is 30 euros.',
    '特休七天。',
    '2024 年調薪。',
  ])('is told without patterns: %s', (text) => {
    expect(read(text).plain).toBe(true)
  })

  it.each(['I do not know.', 'Is it paid', 'The documents describe leave.', '建議洽人資。', '3.', 'the'])(
    'is not what %s is',
    (text) => {
      expect(read(text).plain).toBe(false)
    },
  )

  it.each(['Sources', '## Reference', 'Citations', 'Bibliography', '參考文獻', '资料来源', '出處', '引用來源'])(
    'is not what heads a list of sources: %s',
    (heading) => {
      expect(read(heading).plain).toBe(false)
      expect(claimSentences(`Leave is three days.\n${heading}\nThe staff handbook of 2024.`)).toHaveLength(1)
    },
  )

  it('is a statement and nothing else by the patterns too, whatever stands around it', () => {
    fc.assert(
      fc.property(sentence, (text) => {
        fc.pre(read(text).plain)
        expect(byPatterns(text)).toEqual(['states'])
      }),
      { numRuns: 3000 },
    )
  })

  it.skipIf(!existsSync(NOMIRACL))('is one by the patterns too in the replies of eight models', () => {
    const rows = readFileSync(NOMIRACL, 'utf8').trim().split('\n').slice(0, 150)
    const replies = rows.flatMap((row) =>
      Object.values((JSON.parse(row) as { results: Record<string, string> }).results),
    )
    const plain = replies.flatMap(sentences).filter((text) => read(text).plain)
    expect(plain.length).toBeGreaterThan(100)
    for (const text of plain) expect(byPatterns(text), text).toEqual(['states'])
  })
})

describe('what is known of a response', () => {
  const response = 'Leave is three days [1]. I do not know the rest. Ask me again.'

  it('does not carry phrases or styles from one question to the next', () => {
    const before = [refusalState(response), claimSentences(response)]
    expect(refusalState(response, { phrases: ['ask me again'] }).evidence).toContain('ask me again')
    expect(claimSentences(response, { phrases: ['leave is'] })).not.toContain('Leave is three days [1].')
    expect(citationMarkers(response, { styles: ['(n)'] })).toEqual([])
    expect([refusalState(response), claimSentences(response)]).toEqual(before)
  })

  it('stays as it is when a caller changes what it was given', () => {
    refusalState(response).evidence.push('x')
    claimSentences(response).push('x')
    expect(refusalState(response).evidence).not.toContain('x')
    expect(claimSentences(response)).not.toContain('x')
  })
})
