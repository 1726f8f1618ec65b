import type { Language } from '../../core/config.ts'
import type { Run, RunMetric } from '../../core/run.ts'
import type { Direction } from '../../core/score.ts'
import type { ChangedSetting } from '../compare/changed-settings.ts'
import type { Coverage } from '../compare/compare-report.ts'
import type { PairedFigures } from '../compare/paired-figures.ts'
import type { WorstCase } from '../compare/worst-case.ts'

/** A configuration and what it reached. */
export interface AttributedConfiguration {
  configuration: string
  settings: Record<string, unknown>
  /** Mean over its questions, and how many have a value; of marks the share right. */
  value: number | null
  n: number
  /** Sum of the values over its questions: of marks without repeats, how many are right. */
  total: number
  coverage: Coverage
}

/** Won and lost questions. */
interface WonLost {
  won: number
  lost: number
}

/** Two configurations; `b` is held against `a`, and differences are b - a. */
export interface AttributedPair extends Omit<PairedFigures, 'value_a' | 'value_b' | 'mcnemar' | 'no_interval'> {
  a: string
  b: string
  /** Settings that differ, in the order in which they appear in the configurations. */
  factors: string[]
  changed: ChangedSetting[]
  /** Won less lost. */
  net: number
  /** After Holm's correction over the attributable pairs shown; null for the others. */
  p_holm: number | null
  /** Exactly one setting differs. */
  attributable: boolean
  /** Why not, in a sentence. */
  reason: string | null
  /** That p can never be small here, in a sentence; else null. */
  note: string | null
  /** The difference over all questions at worst and at best for b, whatever the missing values are; null on an open scale. */
  bounds: WorstCase | null
  /** Questions with byte-equal answers, and with the same chunks in the same order, of those for which that is known. */
  answers_identical: number
  answers_compared: number
  retrieval_identical: number
  retrieval_compared: number
  /**
   * Where the won and lost questions came from: with the same chunks the difference lies in `generation`, by rule; with other chunks
   * `retrieval` changed, which may have made the difference; `both` kinds occur; `unknown`: the chunks were not told. null: none.
   */
  stage: 'generation' | 'retrieval' | 'both' | 'unknown' | null
  by_stage: { generation: WonLost; retrieval: WonLost; unknown: WonLost }
}

/** An effect in units of what was measured, with its t interval; `reason` says why there is none. */
export interface EffectFigures {
  value: number | null
  low: number | null
  high: number | null
  p: number | null
  n: number
  reason: string | null
}

/** From one value of a setting to another, averaged over the settings of everything else under which both were run. */
export interface FactorEffect extends EffectFigures {
  from: unknown
  to: unknown
  /** Pairs of configurations that differ in nothing else. */
  contexts: number
}

export interface FactorFinding {
  factor: string
  /** Values in order of first appearance; absent ones are written `unset`. */
  values: unknown[]
  /** Attributable pairs of configurations. */
  pairs: number
  /** In every such pair every answer is byte-equal: the system took no notice of this setting. */
  changed_nothing: boolean
  effects: FactorEffect[]
  /** Settings that changed whenever this one did, so that their effects are one number. */
  changed_with: string[]
  /** Whether its effect can be told from those of the others at all, if there are no interactions. */
  estimable: boolean | null
}

/** A main effect or interaction of a balanced design of settings with two values each. */
export interface DesignEffect extends EffectFigures {
  factors: string[]
  /** Effects that these configurations mix into it. */
  aliases: { factors: string[]; weight: number }[]
}

/** What the configurations can tell as a whole. */
export interface DesignFinding {
  /** Yates's form: an interaction is half the difference of one effect with the other on and off. null: see `reason`. */
  effects: { main: DesignEffect[]; interactions: DesignEffect[]; convention: 'yates' } | null
  reason: string | null
  /** Interactions that bias the main effects of these configurations; null where that cannot be told. */
  aliases: { effect: string; interaction: string; weight: number }[] | null
}

/** What several changes made together do beyond the sum of what each does alone. */
export interface Additivity extends EffectFigures {
  gap: number | null
  base: string
  all: string
  changes: string[]
  excludes_zero: boolean
}

/** How the configurations do on one kind of question. Described, not tested. */
export interface TagFinding {
  tag: string
  value: string
  /** Questions of this kind. */
  n: number
  configurations: { configuration: string; value: number; n: number }[]
  /** The best ones; all of them where none differs. */
  best: string[]
}

/** Everything that depends on what the answers are judged by. */
export interface AttributedOutcome {
  /** `marks`: what people said, or the name of a metric. */
  by: string
  direction: Direction
  scale: RunMetric['scale']
  unit: string | null
  configurations: AttributedConfiguration[]
  /** Right and wrong answers; null when not by marks. */
  right_wrong: [number, number] | null
  pairs: AttributedPair[]
  /** Pairs that are not shown because there are too many; of the attributable ones those with the base are shown. */
  left_out: { attributable: number; several_factors: number; equal_settings: number }
  /** That no pair can reach p < .05, in a sentence; else null. */
  note: string | null
  factors: FactorFinding[]
  design: DesignFinding
  additivity: Additivity | null
  /** All sets of changes to the base that were run alone and together, largest first. */
  additivity_all: Additivity[]
  /** Cochran's Q over all configurations, of 0/1 values on the questions that all have. */
  cochran_q: { value: number; df: number; p: number; n: number } | null
  tags: TagFinding[]
}

/** A pair on which marks and metric disagree. */
export interface Disagreement {
  a: string
  b: string
  /** `opposite`: they point in opposite directions; `one_decided`: only one of them is significant after Holm. */
  kind: 'opposite' | 'one_decided'
  marks: { difference: number | null; p_holm: number | null }
  metric: { difference: number | null; p_holm: number | null }
  /** Questions that one calls won and the other lost. */
  questions: string[]
}

export interface AttributeReport extends AttributedOutcome {
  language: Language
  run: Pick<Run, 'id' | 'name' | 'created_at'>
  base: string
  questions: number
  cluster_by: string
  clusters: number
  /** The highest number of answers to one question under one configuration; they are averaged. */
  repeats: number
  /** The same by a metric, when both were asked for. */
  also: AttributedOutcome | null
  disagreements: Disagreement[]
}
