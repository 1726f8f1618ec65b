import { crossProduct, type Matrix, rank, solve } from './linear-algebra.ts'

/** A setting and its level in each configuration that was run, in the same order for all settings. */
export interface Factor {
  name: string
  levels: readonly (string | number | boolean)[]
}

/** What a set of configurations can tell apart, and what it cannot. */
export interface Aliasing {
  /** Columns of the model: the constant, then one a factor, or one a level beyond the first (`top_k=10`). */
  columns: string[]
  rank: number
  /** Every main effect can be told apart, if there are no interactions. */
  separable: boolean
  /** Factors that never changed. */
  constant: string[]
  /** Groups of factors that changed together in every configuration: their effects are one number. */
  changedTogether: string[][]
  /** Factors whose effect cannot be told from those of others, for whichever reason. */
  notEstimable: string[]
  /** Two-factor interactions that would be counted as part of a main effect: its estimate holds `weight` times the interaction. */
  aliases: { effect: string; interaction: string; weight: number }[] | null
  /** Why there are no `aliases`. */
  reason?: string
}

/**
 * Which effects do these configurations confound?
 *
 * Factors of two levels are coded -1 (the level of the first configuration) and +1; more levels give a column each beyond the
 * first, +1 for its level, -1 for the first, 0 else. X1 = constant and main effects, X2 = products of the columns of two factors.
 * Two factors changed together when the same configurations have equal levels in both. A main effect is estimable when its
 * column's unit vector lies in the row space of X1. Alias matrix (X1'X1)^-1 X1'X2: nonzero entries are the interactions that
 * bias a main effect; it exists only when X1 has full rank. Interactions are in Yates's form (`factorialEffects`).
 * No configurations or no factors: nothing is estimable. Uncontrolled differences (model version, prompt, corpus, judge) are factors
 * too: hand them over as such. Source: Box and Hunter 1961; Montgomery, chapter 8; reference row 41.
 */
export function aliasing(factors: readonly Factor[]): Aliasing {
  const runs = factors[0]?.levels.length ?? 0
  for (const { name, levels } of factors) {
    if (levels.length !== runs) throw new RangeError(`${name} needs a level in each of ${runs} configurations`)
  }
  if (new Set(factors.map(({ name }) => name)).size < factors.length) throw new RangeError('two factors have one name')
  const coded = factors.map(codeFactor)
  const mains = coded.flat()
  const columns = [{ name: 'constant', values: Array<number>(runs).fill(1) }, ...mains]
  const x1 = fromColumns(columns, runs)
  const own = rank(x1)
  const separable = runs > 0 && own === columns.length && coded.every((part) => part.length > 0)
  const places = columns.map(({ name }) => name)
  const unit = (name: string) => places.map((place) => (place === name ? 1 : 0))
  const notEstimable = factors.flatMap(({ name }, f) => {
    const part = coded[f] ?? []
    return part.length > 0 && part.every((column) => isEstimable(x1, unit(column.name))) ? [] : [name]
  })
  return {
    columns: places,
    rank: own,
    separable,
    constant: factors.flatMap(({ name }, f) => (coded[f]?.length === 0 ? [name] : [])),
    changedTogether: changedTogether(factors),
    notEstimable,
    ...aliasesOf(columns, coded, x1, own === columns.length && runs > 0),
  }
}

/** Whether a combination of coefficients can be told from the configurations: it lies in the row space of their model matrix. */
export function isEstimable(model: Matrix, combination: readonly number[]): boolean {
  return rank([...model, combination]) === rank(model)
}

interface Column {
  name: string
  values: number[]
}

function codeFactor({ name, levels }: Factor): Column[] {
  const [first, ...others] = [...new Set(levels)]
  return others.map((level) => ({
    name: others.length === 1 ? name : `${name}=${level}`,
    values: levels.map((own) => (own === level ? 1 : own === first ? -1 : 0)),
  }))
}

function fromColumns(columns: readonly Column[], runs: number): number[][] {
  return Array.from({ length: runs }, (_, run) => columns.map(({ values }) => values[run] as number))
}

/** Factors that part the configurations in the same way; those that never changed are not among them. */
function changedTogether(factors: readonly Factor[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const { name, levels } of factors) {
    const seen = [...new Set(levels)]
    if (seen.length < 2) continue
    const pattern = levels.map((level) => seen.indexOf(level)).join(' ')
    groups.set(pattern, [...(groups.get(pattern) ?? []), name])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

function aliasesOf(
  columns: readonly Column[],
  coded: readonly Column[][],
  x1: Matrix,
  fullRank: boolean,
): Pick<Aliasing, 'aliases' | 'reason'> {
  if (!fullRank) return { aliases: null, reason: 'main effects cannot be told apart, so neither can what biases them' }
  const products = coded.flatMap((part, f) =>
    coded.slice(f + 1).flatMap((other) => part.flatMap((a) => other.map((b) => product(a, b)))),
  )
  if (products.length === 0) return { aliases: [] }
  const x2 = x1.map((_, run) => products.map(({ values }) => values[run] as number))
  const matrix = solve(crossProduct(x1, x1), crossProduct(x1, x2)) ?? []
  const aliases = matrix.flatMap((row, main) =>
    row.flatMap((weight, place) => {
      if (main === 0 || weight === 0) return []
      return [{ effect: columns[main]?.name ?? '', interaction: products[place]?.name ?? '', weight }]
    }),
  )
  return { aliases }
}

function product(a: Column, b: Column): Column {
  return { name: `${a.name} x ${b.name}`, values: a.values.map((value, run) => value * (b.values[run] as number)) }
}
