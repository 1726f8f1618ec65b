import type { AttributeMessages } from './messages-attribute.ts'

/** `attribute` 的文字，大陆用语。 */
export const attributeZhHans: AttributeMessages = {
  attributeTitle: (name) => `哪一项改动造成什么影响：${name}`,
  judgedBy: '依据',
  byMarks: (right, wrong) => `人工评分：${right} 对、${wrong} 错`,
  baseLabel: '比较的起点',
  averagedRepeats: (n) => `每个问题最多 ${n} 条回答，先取平均再比较`,
  reachedTitle: '各配置的成绩',
  reached: '平均',
  scoredQuestions: '问题数',

  pairsOfOne: '一次只改一项',
  change: '改动',
  wonLost: '胜/负',
  stage: '阶段',
  stageNames: { generation: '生成', retrieval: '召回有变', both: '两者都有', unknown: '不详' },
  pairsOfOneNote:
    '每一行是只差这一项的两个配置。胜是后者更好的问题。方括号是平均差异（后者减前者）的 95% 置信区间；Holm 按行数校正 p。阶段：召回的段落相同时，胜负来自生成；段落不同时，召回有变。',
  noPairs: '没有任何两个配置恰好只差一项，差异无法归因于任何一项。',
  nonePossible: '每一组都不足 6 个问题不同，无论结果如何 p 都不可能低于 .05：需要更多问题。',
  wonNames: (names) => `胜：${names}`,
  lostNames: (names) => `负：${names}`,
  stageSentences: {
    generation: '这些问题召回的段落相同，差异出在生成。',
    retrieval: '这些问题召回的段落都不同。',
    both: '这些问题有的段落相同（差异出在生成），有的不同。',
    unknown: '并非每个问题都知道召回了什么。',
  },
  leftOutPairs: (n) => `另有 ${n} 组只差一项；这里只列出与起点比较的`,

  notAttributable: '无法归因',
  changedTogether: (factors) => `${factors} 同时改动，差异无法归因于其中一项。`,
  sameSettings: '参数相同，差异只是随机。',
  severalCounted: (n) => `另有 ${n} 组同时改动多项。`,
  equalCounted: (n) => `另有 ${n} 组参数相同。`,

  factorsTitle: '各项参数的影响',
  effect: '影响 [95%]',
  contexts: '组数',
  factorsNote: '影响是只改这一项的各组在每个问题上差异的平均；只对跑过的其他参数成立，p 未校正。',
  changedNothing: (factor) => `${factor}：无论取什么值，回答都一字不差，系统似乎没有采用这一项。`,
  changedWith: (factor, others) => `${factor} 每次都与 ${others} 一起改动，两者的影响分不开。`,
  notEstimable: (factor) => `${factor}：这些配置分不出它与其他参数的影响。`,
  interactionsTitle: '主效应与交互作用',
  interactionsNote: '由全部配置一起求得，它们构成平衡的设计。交互作用（a x b）是 b 开与关时 a 的影响之差的一半。',
  aliasedWith: (effect, others) => `在这些配置中，${effect} 与 ${others} 混在一起。`,
  additivityLine: (all, base, gap) => `${all} 相对于 ${base}：全部一起改，比各项单独影响的总和多了 ${gap}。`,
  additivityExcluded: '各项改动会互相加强或抵消：不要把改善分摊给个别项目。',
  additivityOpen: '这在随机误差之内，但不能证明可以相加。',

  kindsTitle: '按问题类型',
  questionKind: '类型',
  best: '最好',
  noneBetter: '都一样',
  kindsNote: '只列平均，类型之间的差异未经检验；问题少时说明不了什么。',

  disagreeTitle: (metric) => `人工评分与 ${metric} 不一致之处`,
  disagreeKinds: {
    opposite: (marks, metric) => `方向相反：评分 ${marks}，指标 ${metric}`,
    one_decided: (marks, metric) => `只有一方有定论：评分 ${marks}，指标 ${metric}`,
  },
  agreeEverywhere: (metric) => `人工评分与 ${metric} 没有方向相反之处。`,
}
