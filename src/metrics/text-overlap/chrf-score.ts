import { gramCounts } from './ngrams.ts'

export interface ChrfOptions {
  char_order: number
  /** 0 for chrF, 2 for chrF++. */
  word_order: number
  beta: number
  remove_whitespace: boolean
  eps_smoothing: boolean
}

const EPS = 1e-16

/**
 * chrF of two texts, from 0 to 1: the F-beta score of the character n-grams' mean precision and recall (and of word
 * n-grams where `word_order` is above 0). Orders that either text is too short for are left out of the means.
 * Source: Popović 2015, 2017; sacrebleu 2.
 */
export function chrfScore(response: string, reference: string, options: ChrfOptions): number {
  const statistics = [
    ...orderStatistics(characters(response, options), characters(reference, options), options.char_order),
    ...orderStatistics(words(response), words(reference), options.word_order),
  ]
  const weight = options.beta ** 2
  let [smoothed, precision, recall, orders] = [0, 0, 0, 0]
  for (const { matched, inResponse, inReference } of statistics) {
    const p = inResponse > 0 ? matched / inResponse : EPS
    const r = inReference > 0 ? matched / inReference : EPS
    smoothed += weight * p + r > 0 ? ((1 + weight) * p * r) / (weight * p + r) : EPS
    if (inResponse === 0 || inReference === 0) continue
    precision += p
    recall += r
    orders += 1
  }
  if (options.eps_smoothing) return Math.min(1, smoothed / statistics.length)
  if (orders === 0 || precision + recall === 0) return 0
  precision /= orders
  recall /= orders
  return Math.min(1, ((1 + weight) * precision * recall) / (weight * precision + recall))
}

interface OrderStatistics {
  matched: number
  inResponse: number
  inReference: number
}

function orderStatistics(response: readonly string[], reference: readonly string[], orders: number): OrderStatistics[] {
  return Array.from({ length: orders }, (_, index) => {
    const wanted = gramCounts(reference, index + 1)
    let matched = 0
    for (const [gram, count] of gramCounts(response, index + 1)) matched += Math.min(count, wanted.get(gram) ?? 0)
    const inReference = Math.max(0, reference.length - index)
    return { matched, inResponse: inReference === 0 ? 0 : Math.max(0, response.length - index), inReference }
  })
}

function characters(text: string, { remove_whitespace: bare }: ChrfOptions): string[] {
  return [...(bare ? text.replace(/\s+/g, '') : text)]
}

const PUNCTUATION = /[!-/:-@[-`{-~]/

/** Words at spaces, with one punctuation mark at an end cut off, as chrF++ does. */
function words(text: string): string[] {
  return text.split(/\s+/).flatMap((word) => {
    if (word.length <= 1) return word === '' ? [] : [word]
    if (PUNCTUATION.test(word.slice(-1))) return [word.slice(0, -1), word.slice(-1)]
    return PUNCTUATION.test(word.charAt(0)) ? [word.charAt(0), word.slice(1)] : [word]
  })
}
