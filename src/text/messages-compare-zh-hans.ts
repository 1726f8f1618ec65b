import type { CompareMessages } from './messages-compare.ts'

/** `compare` 的文字，大陆用语。 */
export const compareZhHans: CompareMessages = {
  sentenceGap: '',
  compareTitle: (a, b) => `从 ${a} 换成 ${b}，有什么不同`,
  sideLine: (configuration, run, day) => `${configuration}，运行 ${run}，${day}`,
  changedSettings: '改动的参数',
  settingsEqual: '没有：两边参数相同，差异来自随机或参数以外的因素',
  settingsUnknown: '不详：回答来自文件，请用 --configurations 文件 提供',
  settingUnset: '（未设置）',
  settingLine: (factor, from, to) => `${factor}：${from} → ${to}`,
  sharedQuestions: (n) => `${n} 个问题，两边相同`,
  sharedOf: (n, a, b, altered) =>
    `两次运行共有 ${n} 个问题（A 有 ${a} 个，B 有 ${b} 个）${altered > 0 ? `；另有 ${altered} 个编号相同但内容不同，未计入` : ''}`,
  averagedFirst: (a, b) => `每个问题最多 A ${a} 条、B ${b} 条，先取平均再比较`,
  clustersOf: (n, tag) => `按 ${tag} 分为 ${n} 组，同组的回答可能彼此相关`,
  failedLine: (a, b) => `系统没有回答：A ${a} 条、B ${b} 条`,

  uncontrolledTitle: '参数以外的不同',
  uncontrolledNote: '以下每一项都可能是原因，因此下面的差异不能只归因于参数。',
  uncontrolledKinds: {
    test_set: () => '测试集',
    system: () => '连接系统的方式',
    version: (name) => `${name} 的版本`,
    judge: () => '评判模型',
    metric_version: (name) => `指标 ${name} 的版本`,
    metric_judge: (name) => `指标 ${name} 由谁打分`,
    commit: () => '项目的 commit',
    repeats: () => '重复次数',
    date: () => '日期',
  },
  fromTo: (from, to) => `${from} → ${to}`,
  notKnown: '（不详）',

  changesTitle: '逐项比较指标',
  difference: 'B - A [95%]',
  wonLostTied: '胜/负/平',
  finding: '结论',
  findings: { a: 'A 更好', b: 'B 更好', open: '尚无定论', neutral: '不分好坏' },
  changesNote:
    '胜是 B 比 A 好的问题，负是 B 比 A 差的问题；只计两边都有分数的问题。方括号是平均差异的 95% 置信区间。p：对错用 McNemar 精确检验，其他分数通过随机变换差异的正负号求得（超过 500 个问题改用 t 检验）。Holm 按比较的行数校正 p，结论以校正后 .05 为准。',
  gradesName: '人工评分',
  noneDiffers: (names) => `按 ${names}，没有任何一个问题不同。`,
  neverSignificant: (name, n) => `${name}：只有 ${n} 个问题不同；不足 6 个时，无论结果如何 p 都不可能低于 .05。`,
  noDifferenceInterval: {
    no_questions: (name) => `${name}：没有任何问题两边都有分数。`,
    one_question: (name) => `${name}：只有一个问题，没有离散程度，无法计算区间。`,
    equal_differences: (name) => `${name}：每个问题的差异都一样，无法计算区间。`,
  },
  missingScores: (name, a, b) => `${name}：有分数的回答，A ${a}，B ${b}。`,
  missingBounds: (low, high) => `无论缺失的分数是多少，全部问题的差异都在 ${low} 到 ${high} 之间。`,
  marginFinding: {
    not_worse: (name, margin) => `${name}：B 至多比 A 差 ${margin}。`,
    worse: (name, margin) => `${name}：B 比 A 差了超过 ${margin}。`,
    undecided: (name, margin) => `${name}：既未证明 B 至多比 A 差 ${margin}，也未证明差得更多。`,
  },
  marginNoInterval: (name) => `${name}：没有区间，无法判断是否在容许范围内。`,
  identicalAnswers: (n, of) => `${of} 个问题中有 ${n} 个，两边的回答一字不差。`,
  identicalRetrieved: (n, of) => `${of} 个问题中有 ${n} 个，两边召回的段落与顺序完全相同。`,

  costsTitle: '代价',
  costNames: {
    latency_ms: '延迟（毫秒）',
    prompt_tokens: '提示 token',
    completion_tokens: '回答 token',
    total_tokens: 'token 总数',
    cost_usd: '费用（美元）',
  },
  costsNote: '每条回答的平均，只计两边都有记录的问题。',

  answersTitle: (metric, n) => `按 ${metric} 分出胜负的问题：${n} 个`,
  wonQuestion: '胜',
  lostQuestion: '负',
  noAnswer: '（没有回答）',
  moreAnswers: (n) => `另有 ${n} 个；--json 列出全部`,
}
