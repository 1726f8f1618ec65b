import type { Language } from '../../core/config.ts'

/** One question of the sample test set; `source: null` = the documents do not say. */
export interface SampleCase {
  id: string
  question: string
  reference?: string
  source: string | null
  type: string
  phrasing: string
}

/** A tiny staff handbook with questions about it, in one language. */
export interface Sample {
  documents: Record<string, string>
  /** What the sample systems say when they find nothing. */
  unknown: string
  cases: SampleCase[]
}

const ENGLISH: Sample = {
  documents: {
    'leave.md': 'New staff get 3 days of annual leave after six months and 7 days after one year.',
    'hours.md': 'Working hours are 9:00 to 18:00; you may start at any time between 8:00 and 10:00.',
    'expenses.md': 'Hand in travel receipts within 30 days; trips above 500 dollars need approval beforehand.',
  },
  unknown: 'I do not know: the documents do not say.',
  cases: [
    sampleCase(
      'leave-01',
      'How many days of annual leave do I get after one year?',
      '7 days.',
      'leave.md',
      'factual formal',
    ),
    sampleCase('leave-02', 'I joined six months ago, any leave yet?', 'Yes, 3 days.', 'leave.md', 'factual colloquial'),
    sampleCase('hours-01', 'What are the working hours?', 'From 9:00 to 18:00.', 'hours.md', 'factual formal'),
    sampleCase('hours-02', 'Can I come in at ten?', 'Yes, between 8:00 and 10:00.', 'hours.md', 'boundary colloquial'),
    sampleCase(
      'expenses-01',
      'Which trips need approval beforehand?',
      'Trips above 500 dollars.',
      'expenses.md',
      'factual formal',
    ),
    sampleCase(
      'expenses-02',
      'I bought a train ticket. How many days can the bill wait?',
      'Within 30 days.',
      'expenses.md',
      'how_to colloquial',
    ),
    sampleCase('unknown-01', 'Is there a canteen nearby?', undefined, null, 'factual colloquial'),
    sampleCase('unknown-02', 'How many days may I work from abroad?', undefined, null, 'factual formal'),
  ],
}

const TRADITIONAL_CHINESE: Sample = {
  documents: {
    'leave.md': '到職滿六個月有 3 天特休，滿一年有 7 天特休。',
    'hours.md': '上班時間為九點到十八點，八點到十點之間到班都可以。',
    'expenses.md': '出差單據須在 30 天內繳回報帳，超過一萬元的出差須事先核准。',
  },
  unknown: '我不知道，文件裡沒有提到。',
  cases: [
    sampleCase('leave-01', '滿一年有幾天特休？', '7 天。', 'leave.md', 'factual formal'),
    sampleCase('leave-02', '我來半年了，有特休嗎？', '有，3 天。', 'leave.md', 'factual colloquial'),
    sampleCase('hours-01', '上班時間是幾點到幾點？', '九點到十八點。', 'hours.md', 'factual formal'),
    sampleCase('hours-02', '最晚幾點要進公司？', '最晚十點。', 'hours.md', 'boundary colloquial'),
    sampleCase('expenses-01', '哪些出差須事先核准？', '超過一萬元的出差。', 'expenses.md', 'factual formal'),
    sampleCase(
      'expenses-02',
      '高鐵票的單據可以晚點再補嗎？',
      '可以，30 天內補齊就行。',
      'expenses.md',
      'how_to colloquial',
    ),
    sampleCase('unknown-01', '公司附近有餐廳嗎？', undefined, null, 'factual colloquial'),
    sampleCase('unknown-02', '一年可以在國外上班幾天？', undefined, null, 'factual formal'),
  ],
}

const SIMPLIFIED_CHINESE: Sample = {
  documents: {
    'leave.md': '员工入职满六个月可休 3 天年假，满一年可休 7 天年假。',
    'hours.md': '上班时间为早九点到晚六点，早八点到十点之间到岗都可以。',
    'expenses.md': '差旅费须在出差结束后 30 天内提交报销，单次超过一万元的出差须提前审批。',
  },
  unknown: '抱歉，资料里没有提到，我无法回答。',
  cases: [
    sampleCase('leave-01', '入职满一年可以休几天年假？', '7 天。', 'leave.md', 'factual formal'),
    sampleCase('leave-02', '我入职半年了，有年假吗？', '有，3 天。', 'leave.md', 'factual colloquial'),
    sampleCase('hours-01', '上班时间是几点到几点？', '早九点到晚六点。', 'hours.md', 'factual formal'),
    sampleCase('hours-02', '早上最迟几点来公司？', '最迟十点。', 'hours.md', 'boundary colloquial'),
    sampleCase('expenses-01', '哪些出差须提前审批？', '单次超过一万元的出差。', 'expenses.md', 'factual formal'),
    sampleCase(
      'expenses-02',
      '火车票可以过两周再报销吗？',
      '可以，30 天内提交就行。',
      'expenses.md',
      'how_to colloquial',
    ),
    sampleCase('unknown-01', '公司附近有食堂吗？', undefined, null, 'factual colloquial'),
    sampleCase('unknown-02', '上班期间可以炒股吗？', undefined, null, 'factual formal'),
  ],
}

/** The sample in each language of reports. */
export const SAMPLES: Record<Language, Sample> = {
  en: ENGLISH,
  'zh-Hant': TRADITIONAL_CHINESE,
  'zh-Hans': SIMPLIFIED_CHINESE,
}

function sampleCase(
  id: string,
  question: string,
  reference: string | undefined,
  source: string | null,
  tags: string,
): SampleCase {
  const [type = '', phrasing = ''] = tags.split(' ')
  return { id, question, source, type, phrasing, ...(reference === undefined ? {} : { reference }) }
}
