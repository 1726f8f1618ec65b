import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { refusalState } from './refusal.ts'

const state = (response: string) => refusalState(response).state

describe('declined: the response cannot say, or the documents do not say', () => {
  it.each([
    "I don't know",
    'I don’t know.',
    'I could not find that in the documents.',
    "I couldn't find any information about parking in the handbook. Please contact HR.",
    'There is no information about parental leave in the provided context.',
    'no information about X in the provided context',
    'The contexts do not contain the answer.',
    "The provided documents don't mention it.",
    "Sorry, I can't answer that based on the given documents.",
    'The answer is not in the documents.',
    'This question cannot be answered from the given context.',
    'None of the passages mention it.',
    'The handbook does not specify the number of days.',
    "There isn't enough information to answer.",
    'No relevant documents were found.',
    'Unknown.',
    "I'm not sure.",
    "I don't know. The question asks for athletes, but the contexts are about cooks. They only mention recipes.",
    'The provided documents only cover travel and do not say anything about leave.',
    'I don\'t know (unless the question is about gases, in which case the answer would be "Yes, answer is present").',
    '"I don\'t know."',
  ])('%s', (response) => {
    expect(state(response)).toBe('declined')
  })

  it.each([
    '根據目前的文件，我找不到相關資訊',
    '根据目前的文件，我找不到相关信息。',
    '手冊裡沒有提到',
    '手冊裡沒有提到這件事，建議洽詢人資部門。',
    '抱歉，根據提供的資料無法回答您的問題',
    '查無',
    '查无相关资料。',
    '文件中未提及停車位的規定。',
    '資料中沒有關於育嬰假的說明。',
    '提供的上下文中没有足够的信息来回答这个问题。',
    '不知道',
    '这个问题我不清楚。',
    '員工手冊未載明這項規定',
    '無法從提供的內容得知',
    '文件沒有說',
    '這部分手冊沒寫',
    '文件裡面沒有這個資訊',
    '此問題超出文件範圍。',
    '您詢問的員工停車位問題，手冊沒有提到。',
    '對不起，我无法提供这个信息。您可能需要查閱官網。',
    '資料中並未提供2023年的數據。',
  ])('%s', (response) => {
    expect(state(response)).toBe('declined')
  })

  it.each([
    '申し訳ありませんが、資料には記載がありません。',
    'わかりません。',
    'その情報は見つかりませんでした。',
    'お答えできません。',
    '提供された文書からは判断できません。',
  ])('%s', (response) => {
    expect(state(response)).toBe('declined')
  })
})

describe('answered: a factual negative, a condition or a quoted message is no refusal', () => {
  it.each([
    'Employees cannot carry over leave.',
    'the store does not open on Sunday',
    'The policy does not cover dental care.',
    'We cannot provide refunds after 30 days.',
    'Meals are not included.',
    'There is no limit on sick days.',
    'Information is not shared with third parties.',
    'If you cannot find your payslip, contact HR.',
    "You will see 'No results found' when the list is empty.",
    'The error "We are unable to process your request" means that the card was declined.',
    'Nobody knows when the museum was built.',
    'No, most mathematicians do not know most topics; it is impossible for any one person to know all.',
    'None of these claims have been proven.',
    'Please submit the form to HR.',
    'No.',
  ])('%s', (response) => {
    expect(state(response)).toBe('answered')
  })

  it.each([
    '不可以報帳',
    '沒有上限',
    '不能遞延，未休完的特休折算工資。',
    '如果找不到發票，可以用收據報帳。',
    '若查無資料，請洽資訊室。',
    '系統顯示「查無資料」時，請重新登入。',
    '規定未滿六個月的員工沒有特休。',
    '申請文件未附證明者，不予受理。',
    '經查無誤後付款。',
    '主管無法確認時，由人資代為確認。',
    '員工不知道密碼時可重設。',
    '沒有規定上限',
    '没有证据表明O型血的人更容易患胃溃疡。',
    '土曜日は営業していません。',
    '送料は含まれていません。',
    '7 天',
    '是',
  ])('%s', (response) => {
    expect(state(response)).toBe('answered')
  })

  it('says where the answer is', () => {
    expect(refusalState('[3] answers the question: 589年')).toEqual({
      state: 'answered',
      evidence: ['[3] answers the question: 589年'],
    })
    expect(state('答案在第一段。')).toBe('answered')
    expect(state('Yes, answer is present in [1].\nNo, answer is not present in [2].')).toBe('answered')
  })
})

describe('both: one part declines, another answers', () => {
  it.each([
    '特休有七天，但手冊沒有提到能否遞延。',
    '特休為七天，沒有提到是否可遞延。',
    '手冊沒有提到育嬰假。特休則為七天。',
    'I could not find the deadline. However, claims are paid within 30 days.',
    'Full-time staff get 10 days, but the documents do not mention part-time staff.',
  ])('%s', (response) => {
    expect(state(response)).toBe('both')
  })

  it('does not take advice after a refusal for an answer', () => {
    expect(state('抱歉，我找不到相關資訊。建議您洽詢人資部門，或提供更多細節。')).toBe('declined')
    expect(state("I don't have that information. You may want to check the website. Is there anything else?")).toBe(
      'declined',
    )
  })
})

describe('neither: nothing is said', () => {
  it.each([
    '',
    ' \u200b\n',
    '。。。',
    '\ufffd\ufffd\ufffd',
    '哈'.repeat(40),
    '[1]',
    '特休有幾天？',
    'How many days of leave?',
    '您好！',
    'Hello! How can I help you?',
    'Please respond with "Yes, answer is present" or "I don\'t know" for each question.',
    'Please answer the following question:\n\nHow many days?\n\nPlease answer "Yes" or "I don\'t know".',
    "Please select one of the following options:\n\n1. Yes, answer is present.\n2. I don't know.",
  ])('%j', (response) => {
    expect(refusalState(response)).toEqual({ state: 'neither', evidence: [] })
  })
})

describe('the phrases of the user', () => {
  it('count wherever they stand, whatever their script, width or case', () => {
    const phrases = ['此題恕難奉陪', 'ASK HR']
    expect(refusalState('此题恕难奉陪！', { phrases })).toEqual({
      state: 'declined',
      evidence: ['此題恕難奉陪', '此题恕难奉陪！'],
    })
    expect(refusalState('ａｓｋ　ｈｒ', { phrases }).state).toBe('declined')
    expect(refusalState('特休有七天。此題恕難奉陪。', { phrases }).state).toBe('both')
  })

  it('may run over several sentences', () => {
    const phrases = ['Good question. Let us talk later.']
    expect(refusalState('Good question. Let us talk later.', { phrases }).state).toBe('declined')
    expect(refusalState('Good question. It is seven days.', { phrases }).state).toBe('answered')
  })

  it('match whole words only', () => {
    expect(refusalState('John Adams was president.', { phrases: ['N/A'] }).state).toBe('answered')
    expect(refusalState('Take the task.', { phrases: ['ask'] }).state).toBe('answered')
  })

  it('that are blank match nothing', () => {
    expect(refusalState('Seven days.', { phrases: ['', '  ', '!!'] }).state).toBe('answered')
  })
})

describe('evidence', () => {
  it('names the sentences that decided, verbatim', () => {
    const { evidence } = refusalState('您好！根據手冊，我找不到相關資訊。請洽人資。')
    expect(evidence).toEqual(['根據手冊，我找不到相關資訊。'])
  })
})

describe('a repetitive end', () => {
  it.each([`Leave is paid. ${'1'.repeat(60)}x`, `It ends. ${'1 of. '.repeat(40)}B`, `${'不是'.repeat(60)}x`])(
    'is dealt with at once: %s',
    (response) => {
      const started = performance.now()
      refusalState(response)
      expect(performance.now() - started).toBeLessThan(1000)
    },
  )
})

const MTRAG = join(import.meta.dirname, '../../../shared/data/mtrag-human-eval/responses.jsonl')

describe.skipIf(!existsSync(MTRAG))('the answers of the MTRAG evaluation', () => {
  const rows = (existsSync(MTRAG) ? readFileSync(MTRAG, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { answerability: string[]; response: string })
  const count = (answerability: string, wanted: readonly string[]) =>
    rows.filter((row) => row.answerability[0] === answerability && wanted.includes(state(row.response))).length

  it('are not called refusals when the question is answerable, but for the three that do say the text is silent', () => {
    const declining = rows.filter((row) => row.answerability[0] === 'ANSWERABLE' && state(row.response) !== 'answered')
    expect(declining.length).toBeLessThanOrEqual(3)
    for (const { response } of declining)
      expect(response).toMatch(/^The (?:text|documents) do(?:es)? not (?:specifically mention|provide)/)
  })

  it('are called refusals where they decline an unanswerable question', () => {
    const unanswerable = rows.filter((row) => row.answerability[0] === 'UNANSWERABLE')
    const declining = unanswerable.filter(({ response }) =>
      /don't have|do not have specific|do not include/.test(response),
    )
    expect(declining.length).toBeGreaterThan(0)
    for (const { response } of declining) expect(state(response)).toBe('declined')
    expect(count('UNANSWERABLE', ['declined', 'both'])).toBe(declining.length)
  })

  it('are neither when they only take leave', () => {
    expect(count('CONVERSATIONAL', ['neither'])).toBe(3)
  })
})
