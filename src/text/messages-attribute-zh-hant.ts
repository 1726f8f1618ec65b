import type { AttributeMessages } from './messages-attribute.ts'

/** `attribute` 的文字，臺灣用語。 */
export const attributeZhHant: AttributeMessages = {
  attributeTitle: (name) => `哪一項改動造成什麼影響：${name}`,
  judgedBy: '依據',
  byMarks: (right, wrong) => `人工評分：${right} 對、${wrong} 錯`,
  baseLabel: '比較的起點',
  averagedRepeats: (n) => `每題最多 ${n} 筆回答，先取平均再比較`,
  reachedTitle: '各設定的成績',
  reached: '平均',
  scoredQuestions: '題數',

  pairsOfOne: '一次只改一項',
  change: '改動',
  wonLost: '勝/負',
  stage: '階段',
  stageNames: { generation: '生成', retrieval: '檢索有變', both: '兩者都有', unknown: '不詳' },
  pairsOfOneNote:
    '每一行是只差這一項的兩個設定。勝是後者較好的題目。中括號是平均差異（後者減前者）的 95% 信賴區間；Holm 依行數校正 p。階段：檢索到的段落相同時，勝負來自生成；段落不同時，檢索有變。',
  noPairs: '沒有任何兩個設定恰好只差一項，差異無法歸因於任何一項。',
  nonePossible: '每一組都不到 6 題不同，無論結果如何 p 都不可能低於 .05：需要更多題目。',
  wonNames: (names) => `勝：${names}`,
  lostNames: (names) => `負：${names}`,
  stageSentences: {
    generation: '這些題目檢索到的段落相同，差異出在生成。',
    retrieval: '這些題目檢索到的段落都不同。',
    both: '這些題目有的段落相同（差異出在生成），有的不同。',
    unknown: '並非每一題都知道檢索到什麼。',
  },
  leftOutPairs: (n) => `另有 ${n} 組只差一項；這裡只列出與起點比較的`,

  notAttributable: '無法歸因',
  changedTogether: (factors) => `${factors} 同時改動，差異無法歸因於其中一項。`,
  sameSettings: '設定相同，差異只是隨機。',
  severalCounted: (n) => `另有 ${n} 組同時改動多項。`,
  equalCounted: (n) => `另有 ${n} 組設定相同。`,

  factorsTitle: '各項設定值的影響',
  effect: '影響 [95%]',
  contexts: '組數',
  factorsNote: '影響是只改這一項的各組在每一題差異的平均；只對跑過的其他設定成立，p 未校正。',
  changedNothing: (factor) => `${factor}：無論取什麼值，回答都一字不差，系統似乎沒有採用這一項。`,
  changedWith: (factor, others) => `${factor} 每次都與 ${others} 一起改動，兩者的影響分不開。`,
  notEstimable: (factor) => `${factor}：這些設定分不出它與其他項目的影響。`,
  interactionsTitle: '主效應與交互作用',
  interactionsNote: '由全部設定一起求得，它們構成平衡的設計。交互作用（a x b）是 b 開與關時 a 的影響之差的一半。',
  aliasedWith: (effect, others) => `在這些設定中，${effect} 與 ${others} 混在一起。`,
  additivityLine: (all, base, gap) => `${all} 相對於 ${base}：全部一起改，比各項單獨影響的總和多了 ${gap}。`,
  additivityExcluded: '各項改動會互相加強或抵消：不要把改善分攤給個別項目。',
  additivityOpen: '這在隨機誤差之內，但不能證明可以相加。',

  kindsTitle: '依題目類型',
  questionKind: '類型',
  best: '最好',
  noneBetter: '都一樣',
  kindsNote: '只列平均，類型之間的差異未經檢定；題數少時說明不了什麼。',

  disagreeTitle: (metric) => `人工評分與 ${metric} 不一致之處`,
  disagreeKinds: {
    opposite: (marks, metric) => `方向相反：評分 ${marks}，指標 ${metric}`,
    one_decided: (marks, metric) => `只有一方有定論：評分 ${marks}，指標 ${metric}`,
  },
  agreeEverywhere: (metric) => `人工評分與 ${metric} 沒有方向相反之處。`,
}
