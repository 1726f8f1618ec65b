const segmenter = new Intl.Segmenter('zh-Hant', { granularity: 'word' })
const STOP_WORDS = new Set(
  (
    '的 了 著 過 嗎 呢 吧 啊 喔 嘛 是 在 有 沒有 有沒有 會不會 能不能 也 都 就 才 還 還有 還要 要 會 能 得 該 請 想 ' +
    '可以 可 不 不要 要不要 沒 和 與 跟 或 及 而 之 其 者 為 到 去 來 從 對 用 做 拿 我 你 您 他 她 我們 人 這 這裡 那 那個 那邊 個 一個 ' +
    '一定 被 把 給 讓 請問 誰 什麼 什麼時候 怎麼 怎麼辦 怎樣 如何 多少 多久 哪 哪裡 哪些 哪種 幾 為何 何時 多 很 好 公司'
  ).split(' '),
)

/** One spelling for full-width and half-width characters and for upper and lower case. */
export function normalize(text) {
  return text.normalize('NFKC').toLowerCase()
}

/**
 * The words of a text without those that say nothing. Neighbouring words of one character are also joined, because the
 * segmenter's dictionary lacks words like 特休 and 筆電 and takes them apart.
 */
export function tokenize(text) {
  // The segmenter dies of a text of 100,000 characters without a break, and a question may be one.
  const pieces = [...segmenter.segment(normalize(text).slice(0, 2000))]
  const words = pieces.map(({ segment, isWordLike }) => (isWordLike && !STOP_WORDS.has(segment) ? segment : ''))
  const pairs = words.slice(1).map((word, i) => (word.length === 1 && words[i].length === 1 ? words[i] + word : ''))
  return [...words, ...pairs].filter((word) => word !== '')
}
