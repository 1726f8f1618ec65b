import type { TrustMessages } from './messages-trust.ts'

/** `trust` 的文字，臺灣用語。 */
export const trustZhHant: TrustMessages = {
  trustTitle: (name) => `這裡哪些指標可信：${name}`,
  graded: '人工評分',
  gradedLine: (n, of, right, wrong) => `${of} 筆回答中評了 ${n} 筆：${right} 對、${wrong} 錯`,
  graders: '評分者',
  sample: '取樣',
  samplings: {
    random: '隨機抽出，因此也能代表其他回答',
    chosen: '由人挑選，無法由此推估其他回答的正確率',
    all: '全部回答都有評分',
    mixed: '部分隨機、部分挑選，無法由此推估其他回答的正確率',
    unknown: '評分來自檔案，不知道當初怎麼挑選',
  },
  skippedLine: (n) => `抽到但跳過 ${n} 筆`,
  clusteredBy: '分群',
  clusterLine: (clusters, by, effect) =>
    `依 ${by} 分成 ${clusters} 群，同一群的回答可能彼此相關${effect === null ? '' : `（評分的設計效應 ${effect}，1 表示互不相關）`}`,
  splitLabel: '未納入',
  splitLine: (n, ids) => `評分者對錯各半，共 ${n} 筆：${ids}`,

  briefTitle: '重點',
  briefUse: (names) => `在這裡可信，分得出對錯（AUC 越接近 1 越好）：${names}`,
  briefNone: '在這裡還沒有指標證明分得出對錯。',
  briefBetter: (names, baseline) => `值得用模型：${names}，已證明優於不用模型的 ${baseline}。`,
  briefNoneBetter: (baseline) => `裁判與匯入的指標都看不出優於 ${baseline}；後者只數共同的字詞，不用模型。`,
  briefOpen: (names) => `尚無定論，先別依賴：${names}`,
  briefNeeded: (n) => `約再評 ${n} 筆`,
  briefFew: (names) => `評分太少，還無法判斷：${names}`,
  briefAllFew: (right, wrong) =>
    `評分太少，還無法判斷：目前 ${right} 對、${wrong} 錯。要有結論，對與錯至少各 5 筆、至少 6 題；多數指標要評幾十筆。`,
  briefUseless: (names) => `在這裡分不出對錯，別用來判斷對錯：${names}`,
  briefReversed: (names) => `錯的回答分數反而較好，請檢查方向：${names}`,

  trustTable: '分數能否分辨對錯',
  means: '平均',
  gradedCount: '評分',
  gap: '差距',
  trustVerdict: '結論',
  formOf: { probability: '依機率', verdict: '依判定結果' },
  fromElsewhere: '匯入',
  baselineMark: '對照基準，不用模型',
  verdictNames: {
    separates: '能分辨',
    does_not_separate: '不能分辨',
    undecided: '尚無定論',
    too_few_grades: '評分太少',
  },
  trustNote: (level) =>
    `AUC：任取對的、錯的回答各一筆，對的分數較好的機率（同分算一半）；0.5 等於亂猜，1 是完美。中括號是 ${level} 信賴區間，已考慮同一群回答彼此相似。p：純屬巧合也會出現這種 AUC 的機率，已依檢定的指標數校正（Holm）。`,
  permutationNote: (replicates) =>
    replicates === null
      ? 'p 列舉了評分在各群之間所有可能的分配方式。'
      : `p 來自 ${replicates} 次把評分在各群之間隨機對調。`,

  metricByMetric: '逐一說明',
  trustReasons: {
    separates: ({ right, wrong, low, p }) => `${right} 對、${wrong} 錯：AUC 高於亂猜（至少 ${low}），p ${p}。`,
    reversed: ({ high }) => `答錯的分數反而比較好（AUC 至多 ${high}）：請檢查分數的方向。`,
    below_bar: ({ high, bar }) => `AUC 至多 ${high}，低於標準 ${bar}：用它分辨這些回答沒有意義。`,
    interval_holds_half: ({ low, high }) => `AUC 可能在 ${low} 到 ${high} 之間，亂猜與有用都還有可能。`,
    not_after_holm: ({ p }) => `單獨看高於亂猜，但依檢定的指標數校正後不顯著（p ${p}）。`,
    between: ({ low, high }) => `AUC 在 ${low} 到 ${high} 之間：既未證明能分辨，也未證明不能。`,
    few_of_one_class: (right, wrong) => `有分數的評分只有 ${right} 對、${wrong} 錯；兩者至少各要 5 筆。`,
    p_unreachable: (right, wrong) => `只有 ${right} 對、${wrong} 錯，再好的指標也無法與巧合區別。`,
    few_clusters: (clusters) => `只有 ${clusters} 群，至少要 6 群。`,
    no_right: '有分數的評分沒有一筆是對的，無從比較。',
    no_wrong: '有分數的評分沒有一筆是錯的，無從比較。',
    no_scores: '評過的回答都沒有這個指標的分數。',
    all_equal: '所有分數都相同，無法分辨任何兩筆回答。',
  },
  neededLine: (right, wrong, shows) =>
    `若 AUC 不變，再評約 ${right} 筆對的、${wrong} 筆錯的，就能證明它${shows === 'separates' ? '能分辨' : '不能分辨'}。`,
  neededNever: '離界線太近，評再多也難有定論。',
  againstBaseline: ({ difference, low, high, sign, n }, calls, baseline) => {
    const cost = calls === null ? '' : `為此問了裁判 ${calls} 次。`
    const interval = `在兩者都有分數的 ${n} 筆上，AUC 相差 ${difference} [${low}, ${high}]`
    if (sign === 'better') return `優於不用模型的 ${baseline}：${interval}。${cost}`
    if (sign === 'worse') return `不如不用模型的 ${baseline}：${interval}。${cost}`
    return `看不出優於 ${baseline}（不用模型，只數共同的字詞）：${interval}。${cost}`
  },
  againstWords: ({ difference, low, high, sign }) => {
    const interval = `AUC 相差 ${difference} [${low}, ${high}]`
    if (sign === 'better') return `優於只看判定結果：${interval}。`
    if (sign === 'worse') return `不如只看判定結果：${interval}。`
    return `看不出與只看判定結果有差別：${interval}。`
  },
  thresholdLine: (value, sensitivity, specificity, lower) =>
    `以 ${value} ${lower ? '以下' : '以上'}為對，可認出對的 ${sensitivity}、錯的 ${specificity}（以未參與選定界線的題目計算）。`,
  leftOutNa: (n, counts) => `${n} 筆評過的回答沒有分數：${counts}。`,
  leftOutReference: (n) =>
    `${n} 筆回答與參考答案完全相同，而這個指標會讀參考答案：拿文字和它自己比沒有意義，因此略去。`,
  atMaximum: (share) => `${share} 的分數已在最高值，這些回答之間無法分辨。`,
  coarse: (values) => `只有 ${values} 種分數。`,
  saturationFlags: {
    deep_cut: '取回的數量達語料的一半以上',
    chance_hits: '隨機排序也有 80% 以上命中',
    at_maximum: '每個設定都有 90% 以上的題目已達最高值',
    no_differences: '各設定之間沒有任何題目不同',
    few_values: '分數不到三種',
  },
  saturatedLine: (flags) => `已飽和：${flags}。可改用較小的 k、較大的語料，或看第一個相關片段的名次（mrr）。`,
  chanceLine: (chance, above) => `隨機排序的分數是 ${chance}；目前走完了從那裡到 1 的 ${above}。`,
  repeatsLine: (kind, items, flips, icc) =>
    kind === 'judge'
      ? `同樣的 ${items} 筆回答重新評分，裁判改變了其中 ${flips} 的分數${icc === null ? '' : `（ICC ${icc}）`}。`
      : `同樣的 ${items} 題重新作答再評分，其中 ${flips} 的分數改變${icc === null ? '' : `（ICC ${icc}）`}。`,
  repeatsNeeded: (n) => `取 ${n} 次的平均，信度可達 0.9。`,
  brierLine: (brier, platt) =>
    `當成「答對的機率」來讀：Brier 分數 ${brier}（0 最好，一律猜 0.5 是 0.25）${platt === null ? '' : `；用其他題目重新校準後為 ${platt}`}。`,

  agreementTitle: '人與人的一致程度',
  agreementPair: (a, b, n) => `${a} 與 ${b}，${n} 筆`,
  agreementLine: (agreement, kappa, ac1) => `判斷相同 ${agreement}；kappa ${kappa}，AC1 ${ac1}`,
  agreementTable: (bothRight, onlyA, onlyB, bothWrong, a, b) =>
    `兩人都判對 ${bothRight}，只有 ${a} 判對 ${onlyA}，只有 ${b} 判對 ${onlyB}，兩人都判錯 ${bothWrong}`,
  kappaParadox: '幾乎所有回答都屬同一類，兩人再一致 kappa 也會偏低：請看 AC1 與筆數。',
  alphaLine: (alpha, graders, n) =>
    `對錯評分的 Krippendorff alpha ${alpha}（${graders} 位評分者，${n} 筆有兩人以上評分）`,
  alphaMarksLine: (ordinal, nominal, interval) =>
    `分級評分的 alpha：順序尺度 ${ordinal}、名目尺度 ${nominal}、等距尺度 ${interval}`,
  ceilingNote:
    'kappa、AC1、alpha：扣除巧合之後的一致程度，1 是完全一致，0 等於巧合。不能要求指標與人的一致程度高過人與人之間。',
  oneGrader: '只有一位評分者，無從得知人與人有多一致，也就不知道指標的上限。請第二位評分者評同樣的回答。',

  pairsTitle: '依評分比較設定',
  pairColumn: 'a / b',
  onlyFirst: '只有 a 對',
  onlySecond: '只有 b 對',
  pairNever: '不同的題目不到 6 題，p < .05 不可能成立',
  pairsNote:
    'a - b：答對比例之差與 95% 信賴區間。p：純屬巧合也會差這麼多的機率（McNemar 精確檢定），未依比較的組數校正。',

  ratesTitle: '正確率',
  rate: '正確率',
  rateMethod: '依據',
  judgeAlone: '只看裁判',
  rateMethods: {
    human_only: '只用人工評分',
    ppi_plus_plus: '人工評分加上分數（PPI++）',
    lang_reiczigel: '修正後的裁判（Rogan-Gladen）',
  },
  rateReasons: {
    ppi_narrower: '未評回答的分數讓區間變窄',
    few_grades: '評過的題目不到 30 題，還不能把分數算進來',
    weak_correlation: '分數與評分相關太低，幫不上忙',
    no_metric: '沒有可代替評分的指標；請用 --rate-from 指標 指定',
    no_scores: '未評的回答沒有分數',
    human_narrower: '加入分數也不會讓區間變窄',
    all_graded: '全部回答都有評分',
    calibrated: '裁判的誤差已由校準集得知（Lang-Reiczigel 區間）',
    uninformative_judge: '裁判在校準集上毫無鑑別力，無法由它推估正確率',
    not_random: '無法推估其他回答：評過的不是隨機抽出',
    sampling_unknown: '無法推估其他回答：沒有記錄評過的是怎麼挑選的（ragstone grade 會隨機抽）',
    many_skipped: '無法推估其他回答：抽到的有一成以上被跳過',
    run_grew: '無法推估其他回答：抽樣之後這次執行又增加了回答',
    other_judge: '校準集是由另一個裁判或另一版指標評的',
    no_grades: '沒有評分',
  },
  rateCounts: (graded, scoredOnly) => `評分 ${graded} 筆，只有分數 ${scoredOnly} 筆`,

  spotTitle: (metric) => `裁判抽查：${metric}`,
  spotLine: (agreement, n, kappa) => `${n} 筆回答中，裁判與人判斷相同 ${agreement}；kappa ${kappa}`,
  spotTable: (bothRight, judgeWrong, judgeRight, bothWrong) =>
    `都判對 ${bothRight}；人判對、裁判判錯 ${judgeWrong}；人判錯、裁判判對 ${judgeRight}；都判錯 ${bothWrong}`,
  spotPerson: (verdict, names, notes) => `${names}：${verdict}${notes === null ? '' : `（${notes}）`}`,
  spotJudge: (verdict, value, reasons) => `裁判：${verdict}，分數 ${value}${reasons === null ? '' : `（${reasons}）`}`,

  warningsTitle: '請注意',
  trustWarnings: {
    few_clusters: (clusters) =>
      `只有 ${clusters} 群：不到 40 群左右時，區間本身也不夠準，因此略為放寬（改用 t 分配）。`,
    na_differs: (metric, right, wrong) =>
      `${metric} 在答錯的回答中有 ${wrong} 沒有分數，答對的有 ${right}：遇到差的回答就沒有分數，會讓它看起來比實際好。`,
    split_grades: (n) => `${n} 筆未納入：評分者對錯各半。`,
    other_judges: '有些分數是由其他裁判或其他版本評的，未納入。',
    few_replicates: (n) => `回答太多，只做了 ${n} 次隨機對調：很小的 p 值不夠精細。`,
    configurations_missing: '並非每個設定都有評分：在評過的設定成立的，在其他設定未必成立。',
  },
  nextGrade: (command) => `多評一些：${command}`,
  nextCases: '這次執行的回答已全部評完，仍有指標尚無定論：要增加題目才能確定',
  nextReport: (command) => `在分數旁看到這些結論：${command}`,

  trustMark: (verdict, auc) =>
    ({
      separates: `能分辨對錯${auc === null ? '' : `（AUC ${auc}）`}`,
      does_not_separate: `不能分辨對錯${auc === null ? '' : `（AUC ${auc}）`}`,
      undecided: '尚無定論',
      too_few_grades: '評分太少',
    })[verdict],
  notValidated: '尚未在此驗證',
  notValidatedNote: (command) =>
    `尚未在此驗證：這次執行沒有人工評分，不知道哪些指標在這份語料上分得出對錯。評幾十筆就能知道：${command}`,
  validatedNote: (command) => `名稱下方是這個指標在這裡分不分得出對錯（依人工評分）。原因與程度：${command}`,
}
