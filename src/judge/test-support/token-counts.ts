/** Tokenizers that `counts` were made with, by their public implementations: two of OpenAI, Llama 3, Mistral 1 and Qwen 2. */
export const TOKENIZERS = ['o200k', 'cl100k', 'llama3', 'mistral', 'qwen2'] as const

/** Texts with their true number of tokens for each of {@link TOKENIZERS}. */
export const COUNTED: readonly { text: string; counts: readonly number[] }[] = [
  {
    text: 'The library opens at nine on weekdays and at ten on Saturdays. Readers may borrow up to six books for three weeks, and a loan can be renewed twice unless somebody else has reserved the book.',
    counts: [39, 39, 39, 44, 39],
  },
  {
    text: 'Whoever returns a device late pays a fee of 2.50 euro a day, at most 40 euro. The fee is waived during the first week of a semester, and for staff of the university.',
    counts: [43, 43, 43, 49, 45],
  },
  {
    text: '圖書館平日上午九點開門，星期六十點開門。每位讀者最多可以借六本書，借期三個星期；如果沒有其他人預約，可以續借兩次。',
    counts: [46, 75, 48, 63, 42],
  },
  {
    text: '图书馆工作日上午九点开门，星期六十点开门。每位读者最多可以借六本书，借期三个星期；如果没有其他人预约，可以续借两次。',
    counts: [44, 61, 48, 58, 34],
  },
  {
    text: '逾期歸還設備者，每天須繳交費用二點五歐元，最多四十歐元。學期第一週免收費用，大學職員亦免收。',
    counts: [46, 68, 44, 66, 37],
  },
  {
    text: '図書館は平日の午前九時に開きます。利用者は六冊まで三週間借りることができ、予約がなければ二回まで延長できます。',
    counts: [42, 66, 38, 61, 36],
  },
  {
    text: '도서관은 평일 오전 아홉 시에 문을 엽니다. 이용자는 책을 여섯 권까지 삼 주 동안 빌릴 수 있습니다.',
    counts: [36, 55, 35, 71, 39],
  },
  {
    text: 'Библиотека открывается в девять часов утра по будням. Читатель может взять не более шести книг на три недели.',
    counts: [30, 51, 34, 44, 34],
  },
  {
    text: '| device | fee a day | at most |\n|---|---:|---:|\n| camera | 2.50 | 40.00 |\n| laptop | 5.00 | 80.00 |\n| tripod | 1.00 | 16.00 |',
    counts: [58, 58, 57, 69, 67],
  },
  {
    text: 'export function mean(values: readonly number[]): number {\n  if (values.length === 0) return Number.NaN\n  return values.reduce((sum, value) => sum + value, 0) / values.length\n}',
    counts: [46, 45, 45, 52, 45],
  },
  {
    text: 'Tel. 020 7946 0128, ISBN 978-3-16-148410-0, 2026-11-30T08:15:00Z, 51.5072, -0.1276, 1234567890',
    counts: [56, 56, 56, 88, 87],
  },
  {
    text: 'NOTICE: ALL READERS MUST LEAVE THE BUILDING BY 21:00. SEE ALSO THE RULES OF UNESCO AND ISO 9001.',
    counts: [30, 31, 31, 43, 35],
  },
]
