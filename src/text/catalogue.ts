/** Languages in which Ragstone speaks to its users. */
export type CatalogueLanguage = 'en' | 'zh-Hant' | 'zh-Hans'

/** All text that a user sees in a report, in one language: plain strings, or small functions where a value is put in. */
export interface Messages {
  title: string
  configuration: string
  metric: string
  value: string
  interval: string
  /** Header of the column that counts the scored samples. */
  scored: string
  /** The cell under `scored`. */
  scoredOf: (n: number, total: number) => string
  na: string
  naByReason: (reason: string, n: number) => string
  retrieval: string
  generation: string
  cost: string
  refusals: string
  gates: string
}

const en: Messages = {
  title: 'Ragstone report',
  configuration: 'configuration',
  metric: 'metric',
  value: 'value',
  interval: '95 % interval',
  scored: 'scored',
  scoredOf: (n, total) => `${n} of ${total}`,
  na: 'NA',
  naByReason: (reason, n) => `${n} × ${reason}`,
  retrieval: 'Retrieval',
  generation: 'Generation',
  cost: 'Cost',
  refusals: 'Refusals',
  gates: 'Gates',
}

const zhHant: Messages = {
  title: 'Ragstone 報告',
  configuration: '設定',
  metric: '指標',
  value: '數值',
  interval: '95 % 信賴區間',
  scored: '已評分',
  scoredOf: (n, total) => `${n} / ${total}`,
  na: 'NA',
  naByReason: (reason, n) => `${reason} × ${n}`,
  retrieval: '檢索',
  generation: '生成',
  cost: '成本',
  refusals: '拒答',
  gates: '門檻',
}

const zhHans: Messages = {
  title: 'Ragstone 报告',
  configuration: '配置',
  metric: '指标',
  value: '数值',
  interval: '95 % 置信区间',
  scored: '已评分',
  scoredOf: (n, total) => `${n} / ${total}`,
  na: 'NA',
  naByReason: (reason, n) => `${reason} × ${n}`,
  retrieval: '检索',
  generation: '生成',
  cost: '成本',
  refusals: '拒答',
  gates: '门槛',
}

/** The texts of every language; the type makes a missing translation a compile error. */
export const catalogue: Record<CatalogueLanguage, Messages> = { en, 'zh-Hant': zhHant, 'zh-Hans': zhHans }

/** The texts of one language. */
export function messages(language: CatalogueLanguage): Messages {
  return catalogue[language]
}
