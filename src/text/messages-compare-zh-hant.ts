import type { CompareMessages } from './messages-compare.ts'

/** `compare` 的文字，臺灣用語。 */
export const compareZhHant: CompareMessages = {
  sentenceGap: '',
  compareTitle: (a, b) => `從 ${a} 換成 ${b}，有什麼不同`,
  sideLine: (configuration, run, day) => `${configuration}，執行 ${run}，${day}`,
  changedSettings: '改動的設定值',
  settingsEqual: '沒有：兩邊設定相同，差異來自隨機或設定以外的因素',
  settingsUnknown: '不詳：回答來自檔案，請用 --configurations 檔案 提供',
  settingUnset: '（未設定）',
  settingLine: (factor, from, to) => `${factor}：${from} → ${to}`,
  sharedQuestions: (n) => `${n} 題，兩邊相同`,
  sharedOf: (n, a, b, altered) =>
    `兩次執行共有 ${n} 題（A 有 ${a} 題，B 有 ${b} 題）${altered > 0 ? `；另有 ${altered} 題編號相同但內容不同，未納入` : ''}`,
  averagedFirst: (a, b) => `每題最多 A ${a} 筆、B ${b} 筆，先取平均再比較`,
  clustersOf: (n, tag) => `依 ${tag} 分成 ${n} 群，同一群的回答可能彼此相關`,
  failedLine: (a, b) => `系統沒有回答：A ${a} 筆、B ${b} 筆`,

  uncontrolledTitle: '設定以外的不同',
  uncontrolledNote: '以下每一項都可能是原因，所以下面的差異不能只歸因於設定。',
  uncontrolledKinds: {
    test_set: () => '測試集',
    system: () => '連接系統的方式',
    version: (name) => `${name} 的版本`,
    judge: () => '裁判',
    metric_version: (name) => `指標 ${name} 的版本`,
    metric_judge: (name) => `指標 ${name} 由誰評分`,
    commit: () => '專案的 commit',
    repeats: () => '重複次數',
    date: () => '日期',
  },
  fromTo: (from, to) => `${from} → ${to}`,
  notKnown: '（不詳）',

  changesTitle: '逐一比較指標',
  difference: 'B - A [95%]',
  wonLostTied: '勝/負/平',
  finding: '結論',
  findings: { a: 'A 較好', b: 'B 較好', open: '尚無定論', neutral: '不分好壞' },
  changesNote:
    '勝是 B 比 A 好的題目，負是 B 比 A 差的題目；只計兩邊都有分數的題目。中括號是平均差異的 95% 信賴區間。p：對錯用 McNemar 精確檢定，其他分數以隨機變換差異的正負號求得（超過 500 題改用 t 檢定）。Holm 依比較的行數校正 p，結論以校正後 .05 為準。',
  gradesName: '人工評分',
  noneDiffers: (names) => `依 ${names}，沒有任何一題不同。`,
  neverSignificant: (name, n) => `${name}：只有 ${n} 題不同；不到 6 題時，無論結果如何 p 都不可能低於 .05。`,
  noDifferenceInterval: {
    no_questions: (name) => `${name}：沒有任何題目兩邊都有分數。`,
    one_question: (name) => `${name}：只有一題，沒有離散程度，無法計算區間。`,
    equal_differences: (name) => `${name}：每一題的差異都一樣，無法計算區間。`,
  },
  missingScores: (name, a, b) => `${name}：有分數的回答，A ${a}，B ${b}。`,
  missingBounds: (low, high) => `無論缺少的分數是多少，全部題目的差異都在 ${low} 到 ${high} 之間。`,
  marginFinding: {
    not_worse: (name, margin) => `${name}：B 至多比 A 差 ${margin}。`,
    worse: (name, margin) => `${name}：B 比 A 差了超過 ${margin}。`,
    undecided: (name, margin) => `${name}：既未證明 B 至多比 A 差 ${margin}，也未證明差得更多。`,
  },
  marginNoInterval: (name) => `${name}：沒有區間，無法判斷是否在容許範圍內。`,
  identicalAnswers: (n, of) => `${of} 題中有 ${n} 題，兩邊的回答一字不差。`,
  identicalRetrieved: (n, of) => `${of} 題中有 ${n} 題，兩邊檢索到的段落與順序完全相同。`,

  costsTitle: '代價',
  costNames: {
    latency_ms: '延遲（毫秒）',
    prompt_tokens: '提示 token',
    completion_tokens: '回答 token',
    total_tokens: 'token 總數',
    cost_usd: '費用（美元）',
  },
  costsNote: '每筆回答的平均，只計兩邊都有記錄的題目。',

  answersTitle: (metric, n) => `依 ${metric} 分出勝負的題目：${n} 題`,
  wonQuestion: '勝',
  lostQuestion: '負',
  noAnswer: '（沒有回答）',
  moreAnswers: (n) => `另有 ${n} 題；--json 列出全部`,
}
