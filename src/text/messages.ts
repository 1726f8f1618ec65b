import type { AttributeMessages } from './messages-attribute.ts'
import type { CompareMessages } from './messages-compare.ts'
import type { GradeMessages } from './messages-grade.ts'
import type { CaseMessages, JudgeMessages } from './messages-judge.ts'
import type { TrustMessages } from './messages-trust.ts'

/** Languages in which Ragstone speaks to its users. */
export type CatalogueLanguage = 'en' | 'zh-Hant' | 'zh-Hans'

type RefusalStateName = 'answered' | 'declined' | 'both' | 'neither'
type RetrievalName = 'missed' | 'found' | 'unknown'
type GateStateName = 'passed' | 'failed' | 'undecided'

/** What a gate looked at: the worst of `of` configurations. */
export interface GateFigure {
  value: string | null
  configuration: string
  of: number
  scored: number
  total: number
  inapplicable: number
}

/**
 * All text of a report in one language: plain strings, or small functions where a value is put in. Metric names, NA
 * reasons, commands and whatever comes from the user's data are identifiers and stay as they are.
 */
export interface Messages
  extends AttributeMessages,
    CompareMessages,
    JudgeMessages,
    CaseMessages,
    TrustMessages,
    GradeMessages {
  title: (name: string) => string
  runLine: (id: string, createdAt: string) => string
  testSet: string
  cases: (n: number | null) => string
  repeats: (n: number) => string
  configuration: string
  configurations: string
  judge: string
  scoredBy: string
  rulesOnly: string
  note: string
  collected: string
  collectedOf: (collected: number, expected: number | null) => string
  problemsOf: (errors: number, problems: number, notEvaluated: number) => string[]
  everyConfiguration: string
  everyConfigurationBut: (names: string) => string
  /** Some of `n` names. */
  namesAndMore: (names: string, shown: number, n: number) => string
  /** Between the items of a list. */
  comma: string
  /** Between parts of a sentence. */
  clause: string
  semicolon: string
  /** A heading followed by what it is about. */
  labelled: (label: string, text: string) => string
  /** A name with something in brackets after it. */
  bracketed: (name: string, inside: string) => string

  scores: string
  stages: Record<'retrieval' | 'generation' | 'cost', string>
  metric: string
  lowerIsBetter: string
  na: string
  scoredOf: (n: number, total: number) => string
  notEvaluated: string
  allNa: (n: number, counts: string) => string
  /** NA by reason in words; `fields` counts the missing fields by name. */
  naCounts: (na: Readonly<Record<string, number>>, fields?: Readonly<Record<string, number>>) => string
  naRemark: (counts: string, worstCase: string | null) => string
  noInterval: (why: 'one_question' | 'equal_questions') => string
  intervals: Record<'wilson' | 'cluster_bootstrap' | 'cluster_robust', string>
  intervalNote: (methods: readonly string[]) => string
  noMetrics: string
  /** Each NA reason in a word or two. */
  naNames: Readonly<Record<string, string>>
  /** What each NA reason means; empty in English, where `core/na-reasons.ts` says it. */
  naMeaning: Readonly<Record<string, string>>

  /** What the metric `refusal` is, below the table that has it. */
  refusalMetric: string
  refusals: string
  /** In place of rates where no case is marked as unanswerable. */
  noneUnanswerable: string
  refusalStates: Record<RefusalStateName, string>
  refusalNote: string
  cases2x2: string
  answerable: string
  unanswerable: string
  correctRefusal: string
  overRefusal: string
  underRefusal: string

  /** How many responses, and to how many questions. */
  responsesTo: (n: number, questions: number) => string
  missTitle: (metric: string, count: string) => string
  /** Of the misses listed under another metric, `n` are misses of `metric` too. */
  missAlso: (metric: string, n: number) => string
  /** `found` is null when nothing was retrieved. */
  missLine: (expected: string, found: string | null) => string
  /** What the system said after a miss. */
  missStates: Record<RefusalStateName, string>
  nothingExpected: string
  times: (n: number) => string
  answeredUnanswerable: (count: string) => string
  refusedAnswerable: (count: string) => string
  /** The same list where no case is marked as unanswerable. */
  refusedUnmarked: (count: string) => string
  lowTitle: (metric: string, below: string, count: string) => string
  lowNote: (metric: string) => string
  lowReference: (reference: string) => string
  /** `metric` is that of retrieval. */
  lowStages: (metric: string) => Record<RetrievalName, string | null>
  blankResponse: string
  systemErrors: (n: number) => string
  errorLine: (n: number, configurations: string, example: string) => string
  repeat: (configuration: string, repeat: number) => string
  /** `command` shows all. */
  more: (n: number, command?: string) => string

  latency: string
  latencyMeasured: string
  latencyMean: string
  latencyMax: string
  latencyNotMeasured: string

  grades: string
  question: string
  right: string
  wrong: string
  total: string

  gates: string
  gate: string
  gateState: string
  gateDetail: string
  gateStates: Record<GateStateName, string>
  gateScored: (figure: GateFigure) => string
  gateBelowFloor: (scored: string, floor: number) => string
  gateNotEvaluated: (metric: string, configuration: string | undefined) => string

  next: string
  nextResume: (command: string) => string
  nextErrors: (n: number, command: string) => string
  /** Scores that a later evaluation may make: `reasons` why they are missing. */
  nextPassing: (n: number, reasons: string, command: string) => string
  nextMisses: (n: number) => string
  nextUnanswerable: (n: number) => string
  nextRefused: (n: number) => string
  nextUndecided: string
  nextNoInterval: string
  nextSave: (command: string) => string
  nextScores: (command: string) => string
}
