import type { Language } from '../../core/config.ts'
import type { Run, RunMetric } from '../../core/run.ts'
import type { Direction } from '../../core/score.ts'
import type { CostName } from './arm.ts'
import type { ChangedSetting } from './changed-settings.ts'
import type { PairedFigures } from './paired-figures.ts'
import type { UncontrolledDifference } from './uncontrolled.ts'
import type { WorstCase } from './worst-case.ts'

/** One side of a comparison. */
export interface ComparedSide {
  run: Pick<Run, 'id' | 'name' | 'created_at'>
  configuration: string
  settings: Record<string, unknown>
  /** Answers to the questions compared, and those among them that the system failed to give. */
  answers: number
  failed: number
  /** The highest number of answers to one question; they are averaged. */
  repeats: number
}

/** How many answers of one side have a score. */
export interface Coverage {
  scored: number
  total: number
  na: Record<string, number>
}

/** Whether `b` is at most `margin` worse than `a`. */
export interface MarginFinding {
  margin: number
  /** `not_worse`: shown to be at most that much worse; `worse`: shown to be more; null: there is no interval. */
  verdict: 'not_worse' | 'worse' | 'undecided' | null
}

/** One metric, or the grades, on both sides. */
export interface ComparedMetric extends PairedFigures {
  /** `grades`: what people said, 1 right and 0 wrong. */
  kind: 'grades' | 'metric'
  metric: string
  direction: Direction
  scale: RunMetric['scale']
  unit: string | null
  /** After Holm's correction for the metrics of this report (with the grades); null where there is no p. */
  p_holm: number | null
  /** Which side is better, where p after Holm is at most .05; null where that is open, or the metric has no direction. */
  better: 'a' | 'b' | null
  tied: string[]
  /** Wilcoxon's signed-rank test of the same differences, beside p; null for 0/1 values and where it is undefined. */
  wilcoxon_p: number | null
  coverage: { a: Coverage; b: Coverage }
  /** The difference over all questions if everything missing were as bad for `b` as can be, and as good; null on an open scale. */
  bounds: WorstCase | null
  non_inferiority: MarginFinding | null
}

/** What answers cost on both sides, where both told; described, not tested. */
export interface ComparedCost {
  cost: CostName
  n: number
  value_a: number
  value_b: number
  difference: number
  low: number | null
  high: number | null
}

/** Both answers to a question that one side won. */
export interface AnswerPair {
  test_case_id: string
  user_input: string
  reference: string | null
  outcome: 'won' | 'lost'
  /** Of each repeat, in order; null where the system gave none. */
  a: (string | null)[]
  b: (string | null)[]
}

/** Two configurations on the same questions; differences are b - a throughout. */
export interface CompareReport {
  language: Language
  a: ComparedSide
  b: ComparedSide
  /** Settings in which they differ; empty when they are equal. */
  changed: ChangedSetting[]
  uncontrolled: UncontrolledDifference[]
  questions: {
    a: number
    b: number
    shared: number
    /** Questions with one id that are not the same question on both sides, and so are not shared. */
    altered: number
  }
  /** `question` or the tag by which questions cluster, and how many clusters the shared ones make. */
  cluster_by: string
  clusters: number
  metrics: ComparedMetric[]
  costs: ComparedCost[]
  /** Questions whose answers could be compared byte by byte, those that are equal; the same of what was retrieved. */
  identical: { answers: number; of_answers: number; retrieved: number; of_retrieved: number }
  /** The metric whose won and lost questions are shown with both answers; null when nothing is. */
  answers_by: string | null
  answers: AnswerPair[]
  /** Won and lost questions whose answers are not among `answers`. */
  answers_left_out: number
}
