import type { TrustMessages } from './messages-trust.ts'

/** `trust` 的文字，大陆用语。 */
export const trustZhHans: TrustMessages = {
  trustTitle: (name) => `这里哪些指标可信：${name}`,
  graded: '人工评分',
  gradedLine: (n, of, right, wrong) => `${of} 条回答中评了 ${n} 条：${right} 对、${wrong} 错`,
  graders: '评分者',
  sample: '抽样',
  samplings: {
    random: '随机抽取，因此也能代表其他回答',
    chosen: '人为挑选，无法据此推断其他回答的正确率',
    all: '全部回答都有评分',
    mixed: '部分随机、部分挑选，无法据此推断其他回答的正确率',
    unknown: '评分来自文件，不知道当初如何挑选',
  },
  skippedLine: (n) => `抽到但跳过 ${n} 条`,
  clusteredBy: '分组',
  clusterLine: (clusters, by, effect) =>
    `按 ${by} 分为 ${clusters} 组，同组的回答可能彼此相关${effect === null ? '' : `（评分的设计效应 ${effect}，1 表示互不相关）`}`,
  splitLabel: '未计入',
  splitLine: (n, ids) => `评分者对错各半，共 ${n} 条：${ids}`,

  briefTitle: '要点',
  briefUse: (names) => `在这里可信，能区分对错（AUC 越接近 1 越好）：${names}`,
  briefNone: '在这里还没有指标被证明能区分对错。',
  briefBetter: (names, baseline) => `值得用模型：${names}，已证明优于不用模型的 ${baseline}。`,
  briefNoneBetter: (baseline) => `评判模型的指标与导入的指标都看不出优于 ${baseline}；后者只数共同的词，不用模型。`,
  briefOpen: (names) => `尚无定论，先不要依赖：${names}`,
  briefNeeded: (n) => `约再评 ${n} 条`,
  briefFew: (names) => `评分太少，还无法判断：${names}`,
  briefAllFew: (right, wrong) =>
    `评分太少，还无法判断：目前 ${right} 对、${wrong} 错。要有结论，对与错至少各 5 条、至少 6 个问题；多数指标要评几十条。`,
  briefUseless: (names) => `在这里区分不了对错，不要用来判断对错：${names}`,
  briefReversed: (names) => `错的回答分数反而更好，请检查方向：${names}`,

  trustTable: '分数能否区分对错',
  means: '均值',
  gradedCount: '评分',
  gap: '差距',
  trustVerdict: '结论',
  formOf: { probability: '按概率', verdict: '按判定结果' },
  fromElsewhere: '导入',
  baselineMark: '对照基线，不用模型',
  verdictNames: {
    separates: '能区分',
    does_not_separate: '不能区分',
    undecided: '尚无定论',
    too_few_grades: '评分太少',
  },
  trustNote: (level) =>
    `AUC：任取对的、错的回答各一条，对的分数更好的概率（同分算一半）；0.5 等于瞎猜，1 为完美。方括号是 ${level} 置信区间，已考虑同组回答彼此相似。p：纯属巧合也会出现这种 AUC 的概率，已按检验的指标数校正（Holm）。`,
  permutationNote: (replicates) =>
    replicates === null
      ? 'p 枚举了评分在各组之间所有可能的分配方式。'
      : `p 来自 ${replicates} 次把评分在各组之间随机对调。`,

  metricByMetric: '逐项说明',
  trustReasons: {
    separates: ({ right, wrong, low, p }) => `${right} 对、${wrong} 错：AUC 高于瞎猜（至少 ${low}），p ${p}。`,
    reversed: ({ high }) => `答错的分数反而更好（AUC 至多 ${high}）：请检查分数的方向。`,
    below_bar: ({ high, bar }) => `AUC 至多 ${high}，低于标准 ${bar}：用它区分这些回答没有意义。`,
    interval_holds_half: ({ low, high }) => `AUC 可能在 ${low} 到 ${high} 之间，瞎猜与有用都还有可能。`,
    not_after_holm: ({ p }) => `单独看高于瞎猜，但按检验的指标数校正后不显著（p ${p}）。`,
    between: ({ low, high }) => `AUC 在 ${low} 到 ${high} 之间：既未证明能区分，也未证明不能。`,
    few_of_one_class: (right, wrong) => `有分数的评分只有 ${right} 对、${wrong} 错；两者至少各需 5 条。`,
    p_unreachable: (right, wrong) => `只有 ${right} 对、${wrong} 错，再好的指标也无法与巧合区别开。`,
    few_clusters: (clusters) => `只有 ${clusters} 组，至少需要 6 组。`,
    no_right: '有分数的评分没有一条是对的，无从比较。',
    no_wrong: '有分数的评分没有一条是错的，无从比较。',
    no_scores: '评过的回答都没有这个指标的分数。',
    all_equal: '所有分数都相同，无法区分任何两条回答。',
  },
  neededLine: (right, wrong, shows) =>
    `若 AUC 不变，再评约 ${right} 条对的、${wrong} 条错的，就能证明它${shows === 'separates' ? '能区分' : '不能区分'}。`,
  neededNever: '离界线太近，评再多也难有定论。',
  againstBaseline: ({ difference, low, high, sign, n }, calls, baseline) => {
    const cost = calls === null ? '' : `为此问了评判模型 ${calls} 次。`
    const interval = `在两者都有分数的 ${n} 条上，AUC 相差 ${difference} [${low}, ${high}]`
    if (sign === 'better') return `优于不用模型的 ${baseline}：${interval}。${cost}`
    if (sign === 'worse') return `不如不用模型的 ${baseline}：${interval}。${cost}`
    return `看不出优于 ${baseline}（不用模型，只数共同的词）：${interval}。${cost}`
  },
  againstWords: ({ difference, low, high, sign }) => {
    const interval = `AUC 相差 ${difference} [${low}, ${high}]`
    if (sign === 'better') return `优于只看判定结果：${interval}。`
    if (sign === 'worse') return `不如只看判定结果：${interval}。`
    return `看不出与只看判定结果有差别：${interval}。`
  },
  thresholdLine: (value, sensitivity, specificity, lower) =>
    `以 ${value} ${lower ? '及以下' : '及以上'}为对，可认出对的 ${sensitivity}、错的 ${specificity}（用未参与选定界线的题目计算）。`,
  leftOutNa: (n, counts) => `${n} 条评过的回答没有分数：${counts}。`,
  leftOutReference: (n) =>
    `${n} 条回答与参考答案完全相同，而这个指标会读参考答案：拿文字和它自己比没有意义，因此略去。`,
  atMaximum: (share) => `${share} 的分数已在最高值，这些回答之间无法区分。`,
  coarse: (values) => `只有 ${values} 种分数。`,
  saturationFlags: {
    deep_cut: '取回的数量达到语料的一半以上',
    chance_hits: '随机排序也有 80% 以上命中',
    at_maximum: '每个配置都有 90% 以上的题目已达最高值',
    no_differences: '各配置之间没有任何题目不同',
    few_values: '分数不到三种',
  },
  saturatedLine: (flags) => `已饱和：${flags}。可改用更小的 k、更大的语料，或看第一个相关片段的名次（mrr）。`,
  chanceLine: (chance, above) => `随机排序的分数是 ${chance}；目前走完了从那里到 1 的 ${above}。`,
  repeatsLine: (kind, items, flips, icc) =>
    kind === 'judge'
      ? `同样的 ${items} 条回答重新评分，评判模型改变了其中 ${flips} 的分数${icc === null ? '' : `（ICC ${icc}）`}。`
      : `同样的 ${items} 题重新作答再评分，其中 ${flips} 的分数改变${icc === null ? '' : `（ICC ${icc}）`}。`,
  repeatsNeeded: (n) => `取 ${n} 次的平均，信度可达 0.9。`,
  brierLine: (brier, platt) =>
    `当作“答对的概率”来读：Brier 分数 ${brier}（0 最好，一律猜 0.5 为 0.25）${platt === null ? '' : `；用其他题目重新校准后为 ${platt}`}。`,

  agreementTitle: '人与人的一致程度',
  agreementPair: (a, b, n) => `${a} 与 ${b}，${n} 条`,
  agreementLine: (agreement, kappa, ac1) => `判断相同 ${agreement}；kappa ${kappa}，AC1 ${ac1}`,
  agreementTable: (bothRight, onlyA, onlyB, bothWrong, a, b) =>
    `两人都判对 ${bothRight}，只有 ${a} 判对 ${onlyA}，只有 ${b} 判对 ${onlyB}，两人都判错 ${bothWrong}`,
  kappaParadox: '几乎所有回答都属同一类，两人再一致 kappa 也会偏低：请看 AC1 与条数。',
  alphaLine: (alpha, graders, n) =>
    `对错评分的 Krippendorff alpha ${alpha}（${graders} 位评分者，${n} 条有两人以上评分）`,
  alphaMarksLine: (ordinal, nominal, interval) =>
    `分级评分的 alpha：顺序尺度 ${ordinal}、名义尺度 ${nominal}、等距尺度 ${interval}`,
  ceilingNote:
    'kappa、AC1、alpha：扣除巧合之后的一致程度，1 为完全一致，0 等于巧合。不能要求指标与人的一致程度高过人与人之间。',
  oneGrader: '只有一位评分者，无从得知人与人有多一致，也就不知道指标的上限。请第二位评分者评同样的回答。',

  pairsTitle: '按评分比较配置',
  pairColumn: 'a / b',
  onlyFirst: '只有 a 对',
  onlySecond: '只有 b 对',
  pairNever: '不同的题目不到 6 题，p < .05 不可能成立',
  pairsNote:
    'a - b：答对比例之差与 95% 置信区间。p：纯属巧合也会差这么多的概率（McNemar 精确检验），未按比较的组数校正。',

  ratesTitle: '正确率',
  rate: '正确率',
  rateMethod: '依据',
  judgeAlone: '只看评判模型',
  rateMethods: {
    human_only: '只用人工评分',
    ppi_plus_plus: '人工评分加上分数（PPI++）',
    lang_reiczigel: '修正后的评判模型（Rogan-Gladen）',
  },
  rateReasons: {
    ppi_narrower: '未评回答的分数让区间变窄',
    few_grades: '评过的问题不到 30 个，还不能把分数算进来',
    weak_correlation: '分数与评分相关太低，帮不上忙',
    no_metric: '没有可代替评分的指标；请用 --rate-from 指标 指定',
    no_scores: '未评的回答没有分数',
    human_narrower: '加入分数也不会让区间变窄',
    all_graded: '全部回答都有评分',
    calibrated: '评判模型的误差已由校准集得知（Lang-Reiczigel 区间）',
    uninformative_judge: '评判模型在校准集上毫无区分力，无法由它推断正确率',
    not_random: '无法推断其他回答：评过的不是随机抽取',
    sampling_unknown: '无法推断其他回答：没有记录评过的是如何挑选的（ragstone grade 会随机抽）',
    many_skipped: '无法推断其他回答：抽到的有一成以上被跳过',
    run_grew: '无法推断其他回答：抽样之后这次运行又增加了回答',
    other_judge: '校准集是由另一个评判模型或另一版指标评的',
    no_grades: '没有评分',
  },
  rateCounts: (graded, scoredOnly) => `评分 ${graded} 条，只有分数 ${scoredOnly} 条`,

  spotTitle: (metric) => `评判模型抽查：${metric}`,
  spotLine: (agreement, n, kappa) => `${n} 条回答中，评判模型与人判断相同 ${agreement}；kappa ${kappa}`,
  spotTable: (bothRight, judgeWrong, judgeRight, bothWrong) =>
    `都判对 ${bothRight}；人判对、评判模型判错 ${judgeWrong}；人判错、评判模型判对 ${judgeRight}；都判错 ${bothWrong}`,
  spotPerson: (verdict, names, notes) => `${names}：${verdict}${notes === null ? '' : `（${notes}）`}`,
  spotJudge: (verdict, value, reasons) =>
    `评判模型：${verdict}，分数 ${value}${reasons === null ? '' : `（${reasons}）`}`,

  warningsTitle: '请注意',
  trustWarnings: {
    few_clusters: (clusters) =>
      `只有 ${clusters} 组：不到 40 组左右时，区间本身也不够准，因此略为放宽（改用 t 分布）。`,
    na_differs: (metric, right, wrong) =>
      `${metric} 在答错的回答中有 ${wrong} 没有分数，答对的有 ${right}：遇到差的回答就没有分数，会让它看起来比实际好。`,
    split_grades: (n) => `${n} 条未计入：评分者对错各半。`,
    other_judges: '有些分数是由其他评判模型或其他版本评的，未计入。',
    few_replicates: (n) => `回答太多，只做了 ${n} 次随机对调：很小的 p 值不够精细。`,
    configurations_missing: '并非每个配置都有评分：在评过的配置成立的，在其他配置未必成立。',
  },
  nextGrade: (command) => `多评一些：${command}`,
  nextCases: '这次运行的回答已全部评完，仍有指标尚无定论：要增加问题才能确定',
  nextReport: (command) => `在分数旁看到这些结论：${command}`,

  trustMark: (verdict, auc) =>
    ({
      separates: `能区分对错${auc === null ? '' : `（AUC ${auc}）`}`,
      does_not_separate: `不能区分对错${auc === null ? '' : `（AUC ${auc}）`}`,
      undecided: '尚无定论',
      too_few_grades: '评分太少',
    })[verdict],
  notValidated: '尚未在此验证',
  notValidatedNote: (command) =>
    `尚未在此验证：这次运行没有人工评分，不知道哪些指标在这份语料上分得出对错。评几十条就能知道：${command}`,
  validatedNote: (command) => `名称下方是这个指标在这里能否区分对错（依据人工评分）。原因与程度：${command}`,
}
