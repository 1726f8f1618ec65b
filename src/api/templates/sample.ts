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
    'leave.md': '新進同仁滿六個月有 3 天特休，滿一年有 7 天特休。',
    'hours.md': '上班時間是九點到十八點，八點到十點之間都可以開始上班。',
    'expenses.md': '出差單據要在 30 天內交出，超過一萬元的出差要事先核准。',
  },
  unknown: '我不知道，文件裡沒有提到。',
  cases: [
    sampleCase('leave-01', '滿一年有幾天特休？', '7 天。', 'leave.md', 'factual formal'),
    sampleCase('leave-02', '我來半年了，有特休嗎？', '有，3 天。', 'leave.md', 'factual colloquial'),
    sampleCase('hours-01', '上班時間是幾點到幾點？', '九點到十八點。', 'hours.md', 'factual formal'),
    sampleCase('hours-02', '最晚何時要進公司？', '最晚十點。', 'hours.md', 'boundary colloquial'),
    sampleCase('expenses-01', '哪些出差要事先核准？', '超過一萬元的出差。', 'expenses.md', 'factual formal'),
    sampleCase('expenses-02', '車票的單據可以晚點再給嗎？', '可以，要在 30 天內。', 'expenses.md', 'how_to colloquial'),
    sampleCase('unknown-01', '附近有餐廳嗎？', undefined, null, 'factual colloquial'),
    sampleCase('unknown-02', '可以在國外上班幾天？', undefined, null, 'factual formal'),
  ],
}

const SIMPLIFIED_CHINESE: Sample = {
  documents: {
    'leave.md': '新员工满六个月有 3 天年假，满一年有 7 天年假。',
    'hours.md': '上班时间是九点到十八点，八点到十点之间都可以开始上班。',
    'expenses.md': '出差单据要在 30 天内交出，超过一万元的出差要事先批准。',
  },
  unknown: '我不知道，文件里没有提到。',
  cases: [
    sampleCase('leave-01', '满一年有几天年假？', '7 天。', 'leave.md', 'factual formal'),
    sampleCase('leave-02', '我来半年了，有年假吗？', '有，3 天。', 'leave.md', 'factual colloquial'),
    sampleCase('hours-01', '上班时间是几点到几点？', '九点到十八点。', 'hours.md', 'factual formal'),
    sampleCase('hours-02', '最晚何时要进公司？', '最晚十点。', 'hours.md', 'boundary colloquial'),
    sampleCase('expenses-01', '哪些出差要事先批准？', '超过一万元的出差。', 'expenses.md', 'factual formal'),
    sampleCase('expenses-02', '车票的单据可以晚点再给吗？', '可以，要在 30 天内。', 'expenses.md', 'how_to colloquial'),
    sampleCase('unknown-01', '附近有餐厅吗？', undefined, null, 'factual colloquial'),
    sampleCase('unknown-02', '可以在国外上班几天？', undefined, null, 'factual formal'),
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
