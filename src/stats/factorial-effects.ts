import { type Contrast, type ContrastOptions, contrast } from './contrast.ts'
import type { NoInterval } from './result.ts'

/** A set of configurations over factors that are each off or on. */
export interface FactorialDesign {
  factors: readonly string[]
  /** For each configuration the level of every factor: 1 on, 0 off. */
  levels: readonly (readonly number[])[]
  /** For each configuration one score a question, in the same order; repeats averaged before. */
  scores: readonly ArrayLike<number>[]
}

/** A main effect or a two-factor interaction, in units of the score. */
export interface FactorialEffect {
  factors: readonly [string] | readonly [string, string]
  effect: Contrast | NoInterval
  /**
   * Other main effects and two-factor interactions that these configurations confound with it: the effect shown is its
   * own plus `weight` times theirs. Empty in a full 2^k.
   */
  aliases: { factors: readonly [string] | readonly [string, string]; weight: number }[]
}

export interface FactorialOptions extends ContrastOptions {
  /**
   * `yates` (default): the interaction is half the difference between the effect of A with B on and with B off, so that all
   * effects have one standard error. `difference_of_differences`: that difference itself.
   */
  interaction?: 'yates' | 'difference_of_differences'
}

export interface FactorialEffects {
  main: FactorialEffect[]
  interactions: FactorialEffect[]
  /** How interactions are scaled: `FactorialOptions`. */
  convention: 'yates' | 'difference_of_differences'
}

/**
 * Main effects and two-factor interactions of a 2^k or a regular fraction of it, each as a contrast per question (`contrast`).
 *
 * Effect of A: mean score of the configurations with A on less that with A off, e_q = sum_c h_c y_q(c), h = +-2/N over N
 * configurations (+-1/2^(k-1) in a full 2^k). AB: the same with the product of both columns (Yates's halves), or twice that.
 * Every configuration must have as many questions, and each factor and pair of factors must be on as often as off and
 * balanced over every other factor: otherwise null with the reason (`aliasing` says what can still be told).
 * Source: Yates 1937; Montgomery, Design and Analysis of Experiments, chapters 6 and 8; reference rows 40 and 41.
 */
export function factorialEffects(
  design: FactorialDesign,
  options: FactorialOptions = {},
): FactorialEffects | { main: null; reason: string } {
  const { interaction: convention = 'yates', level = 0.95, clusters } = options
  const { factors, levels, scores } = design
  requireDesign(design)
  const mains = factors.map((name, f) => ({
    factors: [name] as const,
    signs: levels.map((row) => 2 * (row[f] as number) - 1),
  }))
  const reason = whyNotBalanced(mains)
  if (reason !== null) return { main: null, reason }
  const pairs = mains.flatMap((a, f) =>
    mains.slice(f + 1).map((b) => ({
      factors: [a.factors[0], b.factors[0]] as const,
      signs: a.signs.map((sign, run) => sign * (b.signs[run] as number)),
    })),
  )
  const columns: SignedColumn[] = [...mains, ...pairs]
  const effectOf = (column: SignedColumn): FactorialEffect => {
    const times = column.factors.length === 2 && convention === 'difference_of_differences' ? 4 : 2
    const weights = column.signs.map((sign) => (times * sign) / levels.length)
    return {
      factors: column.factors,
      effect: contrast(scores, weights, { level, clusters }),
      aliases: aliasesOf(column, columns, convention),
    }
  }
  return { main: mains.map(effectOf), interactions: pairs.map(effectOf), convention }
}

interface SignedColumn {
  factors: readonly [string] | readonly [string, string]
  signs: number[]
}

function aliasesOf(
  column: SignedColumn,
  columns: readonly SignedColumn[],
  convention: FactorialEffects['convention'],
): FactorialEffect['aliases'] {
  const size = ({ factors }: SignedColumn) => (factors.length === 2 && convention !== 'yates' ? 2 : 1)
  return columns.flatMap((other) => {
    if (other === column) return []
    const weight = dot(column, other) / column.signs.length
    return weight === 0 ? [] : [{ factors: other.factors, weight: (weight * size(column)) / size(other) }]
  })
}

function dot(a: SignedColumn, b: SignedColumn): number {
  return a.signs.reduce((sum, sign, run) => sum + sign * (b.signs[run] as number), 0)
}

function whyNotBalanced(mains: readonly SignedColumn[]): string | null {
  for (const [f, main] of mains.entries()) {
    const [name] = main.factors
    if (main.signs.length === 0) return 'no configurations'
    if (dot(main, { ...main, signs: main.signs.map(() => 1) }) !== 0) return `${name} is not on as often as off`
    for (const other of mains.slice(f + 1)) {
      if (dot(main, other) !== 0) return `${name} is not balanced over ${other.factors[0]}`
    }
  }
  return mains.length === 0 ? 'no factors' : null
}

function requireDesign({ factors, levels, scores }: FactorialDesign): void {
  if (levels.length !== scores.length) throw new RangeError('every configuration needs its levels and its scores')
  if (new Set(factors).size < factors.length) throw new RangeError('two factors have one name')
  for (const row of levels) {
    if (row.length !== factors.length) throw new RangeError('every configuration needs a level for each factor')
    for (const one of row) if (one !== 0 && one !== 1) throw new RangeError(`a level is 1 (on) or 0 (off), got ${one}`)
  }
}
