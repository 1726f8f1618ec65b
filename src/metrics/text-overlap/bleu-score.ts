import { gramCounts } from './ngrams.ts'

export const SMOOTH_METHODS = ['exp', 'floor', 'add-k', 'none'] as const

export interface BleuOptions {
  smooth_method: (typeof SMOOTH_METHODS)[number]
  /** Value for `floor` (default 0.1) and `add-k` (default 1). */
  smooth_value?: number | undefined
  /** Averages only over the orders that the response is long enough to have. */
  use_effective_order: boolean
}

export interface BleuScore {
  /** From 0 to 1. */
  value: number
  /** Share of the response's n-grams found in a reference, for n = 1 to 4, after smoothing. */
  precisions: number[]
  brevity_penalty: number
}

const ORDERS = 4

/**
 * BLEU of one text against alternative references, all as tokens: the brevity penalty times the geometric mean of the
 * n-gram precisions up to order 4. Exactly 0 when no token matches, exactly 1 when all n-grams match.
 * Source: Papineni et al. 2002, with the smoothing of sacrebleu 2 (Post 2018; Chen and Cherry 2014).
 */
export function bleuScore(
  response: readonly string[],
  references: readonly (readonly string[])[],
  options: BleuOptions,
): BleuScore {
  const matches = matchCounts(response, references)
  const referenceLength = closestLength(response.length, references)
  const short = response.length < referenceLength
  const brevity = !short ? 1 : response.length === 0 ? 0 : Math.exp(1 - referenceLength / response.length)
  if (matches.every(({ matched }) => matched === 0)) return { value: 0, precisions: [], brevity_penalty: brevity }
  const precisions: number[] = []
  let order = options.use_effective_order ? 0 : ORDERS
  let halvings = 1
  matches.forEach(({ matched, total }, index) => {
    const added = options.smooth_method === 'add-k' && index > 0 ? (options.smooth_value ?? 1) : 0
    const n = total + added
    if (n === 0 || precisions.length < index) return
    if (options.use_effective_order) order = index + 1
    if (matched + added > 0) precisions.push((matched + added) / n)
    else if (options.smooth_method === 'exp') {
      halvings *= 2
      precisions.push(1 / (halvings * n))
    } else precisions.push(options.smooth_method === 'floor' ? (options.smooth_value ?? 0.1) / n : 0)
  })
  if (precisions.length < order || precisions.includes(0)) return { value: 0, precisions, brevity_penalty: brevity }
  const mean = precisions.slice(0, order).reduce((sum, precision) => sum + Math.log(precision), 0) / order
  return { value: Math.min(1, brevity * Math.exp(mean)), precisions, brevity_penalty: brevity }
}

function matchCounts(response: readonly string[], references: readonly (readonly string[])[]) {
  return Array.from({ length: ORDERS }, (_, index) => {
    const size = index + 1
    const allowed = new Map<string, number>()
    for (const reference of references) {
      for (const [gram, count] of gramCounts(reference, size)) {
        allowed.set(gram, Math.max(count, allowed.get(gram) ?? 0))
      }
    }
    let matched = 0
    for (const [gram, count] of gramCounts(response, size)) matched += Math.min(count, allowed.get(gram) ?? 0)
    return { matched, total: Math.max(0, response.length - index) }
  })
}

/** The reference length nearest to that of the response; the shorter one of two equally near. */
function closestLength(length: number, references: readonly (readonly string[])[]): number {
  return references
    .map((reference) => reference.length)
    .reduce((best, one) => {
      const [near, far] = [Math.abs(one - length), Math.abs(best - length)]
      return near < far || (near === far && one < best) ? one : best
    }, Infinity)
}
