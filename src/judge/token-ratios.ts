/**
 * What tokens are made of: a prompt's counts by script, the schema sent with it, the number of its messages, and 1 for
 * what the server adds to every prompt. Token count = ratios x features.
 */
export type Features = readonly [
  latin: number,
  digits: number,
  han: number,
  kana: number,
  other: number,
  schema: number,
  messages: number,
  always: number,
]

/** Before any evidence: likeliest ratio and its spread over common tokenizers, and the bounds that none leaves. */
const PRIOR: readonly { mean: number; sd: number; least: number; most: number }[] = [
  { mean: 1, sd: 0.15, least: 0.72, most: 2.2 },
  { mean: 0.55, sd: 0.25, least: 0.3, most: 1.1 },
  { mean: 0.9, sd: 0.3, least: 0.5, most: 2.6 },
  { mean: 0.8, sd: 0.3, least: 0.4, most: 2.6 },
  { mean: 0.7, sd: 0.45, least: 0.25, most: 4 },
  { mean: 0.6, sd: 0.5, least: 0, most: 2 },
  { mean: 5, sd: 2, least: 0, most: 20 },
  { mean: 10, sd: 12, least: 0, most: 400 },
]
const SIZE = PRIOR.length

/** Texts of one model differ by about this much from their estimate, as a part of it and in tokens. */
const NOISE = 0.06
const NOISE_TOKENS = 3
/** Bounds are this many standard deviations away. */
const WIDTH = 2.5
/** However much was learnt: tables, code and lists are a fifth denser or thinner than prose, and so are the two ways of writing Chinese. */
const LOW_AT_MOST = 0.78
const HIGH_AT_LEAST = 1.25
/** Evidence fades by this much a reply, so that a change of material is followed. */
const FADING = 1.002
/** Setting one ratio back may push another one out. */
const CLAMP_ROUNDS = 3

/** Number of prompt tokens. */
export interface Estimate {
  /** Likeliest. */
  tokens: number
  /** Hardly fewer than this ... */
  low: number
  /** ... and hardly more. */
  high: number
}

/** Plain form of {@link TokenRatios}, to be kept with the model. */
export interface StoredRatios {
  /** What version 1 learnt in long runs was wrong. */
  version: 2
  /** Replies learnt from. */
  seen: number
  means: number[]
  /** Row by row. */
  covariance: number[]
}

/**
 * Tokens of a prompt for one model, learnt from the counts that it reports. A Bayesian linear regression with known prior
 * (recursive least squares): the bounds of an estimate are wide for a script of which nothing was reported yet and tighten
 * with evidence, down to a width that mixed material needs.
 */
export interface TokenRatios {
  estimate(features: Features): Estimate
  /** Takes in what the model reported; a count that no tokenizer could have made is ignored. */
  learn(features: Features, promptTokens: number): void
  readonly seen: number
  toJSON(): StoredRatios
}

interface State {
  seen: number
  means: Float64Array
  covariance: Float64Array
}

const at = (list: ArrayLike<number>, place: number): number => list[place] ?? 0

function freshState(): State {
  const covariance = new Float64Array(SIZE * SIZE)
  PRIOR.forEach(({ sd }, i) => {
    covariance[i * SIZE + i] = sd * sd
  })
  return { seen: 0, means: Float64Array.from(PRIOR, ({ mean }) => mean), covariance }
}

function isNumbers(value: unknown, length: number): value is number[] {
  return Array.isArray(value) && value.length === length && value.every(Number.isFinite)
}

/** Whether a matrix is symmetric and positive definite, by Cholesky's decomposition. */
function isCovariance(matrix: readonly number[]): boolean {
  const lower = new Float64Array(SIZE * SIZE)
  for (let i = 0; i < SIZE; i++)
    for (let j = 0; j <= i; j++) {
      let rest = at(matrix, i * SIZE + j)
      if (rest !== at(matrix, j * SIZE + i)) return false
      for (let k = 0; k < j; k++) rest -= at(lower, i * SIZE + k) * at(lower, j * SIZE + k)
      if (i === j && !(rest > 0)) return false
      lower[i * SIZE + j] = i === j ? Math.sqrt(rest) : rest / at(lower, j * SIZE + j)
    }
  return true
}

/** What was kept, or nothing when it is not of this form. */
function storedState(value: unknown): State | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { version, seen, means, covariance } = value as Partial<StoredRatios>
  if (version !== 2 || typeof seen !== 'number' || !(seen >= 0)) return undefined
  if (!isNumbers(means, SIZE) || !isNumbers(covariance, SIZE * SIZE) || !isCovariance(covariance)) return undefined
  const state = { seen, means: Float64Array.from(means), covariance: Float64Array.from(covariance) }
  clamp(state)
  return state
}

/** Keeps ratios inside what tokenizers do, and their spread within the prior's. */
function clamp(state: State): void {
  for (let round = 0; round < CLAMP_ROUNDS; round++) PRIOR.forEach((_, i) => void clampMean(state, i))
  PRIOR.forEach(({ least, most }, i) => {
    state.means[i] = Math.min(most, Math.max(least, at(state.means, i)))
  })
  clampSpread(state)
}

/**
 * A ratio that has left its bounds is set back to them, and the others follow it as the covariance says: set back alone it
 * would leave an error that the next replies add to, each a little more, until whole prompts look cut.
 */
function clampMean({ means, covariance }: State, i: number): void {
  const { least = 0, most = 0 } = PRIOR[i] ?? {}
  const shift = Math.min(most, Math.max(least, at(means, i))) - at(means, i)
  const variance = at(covariance, i * SIZE + i)
  if (shift === 0 || variance <= 0) return
  for (let j = 0; j < SIZE; j++) means[j] = at(means, j) + (at(covariance, j * SIZE + i) / variance) * shift
}

/** Rows and columns are scaled alike: were the numbers cut one by one, they would be no covariance any more. */
function clampSpread({ covariance }: State): void {
  const scales = PRIOR.map(({ sd }, i) => Math.min(1, sd / Math.sqrt(Math.max(0, at(covariance, i * SIZE + i)))))
  for (let i = 0; i < SIZE; i++)
    for (let j = 0; j < SIZE; j++) {
      const place = i * SIZE + j
      covariance[place] = at(covariance, place) * (at(scales, i) * at(scales, j))
    }
}

function bound(features: Features, of: 'least' | 'most'): number {
  return PRIOR.reduce((sum, prior, i) => sum + prior[of] * at(features, i), 0)
}

/** Mean, variance of the mean, and covariance x features. */
function predict({ means, covariance }: State, features: Features) {
  const gains = new Float64Array(SIZE)
  let mean = 0
  let variance = 0
  for (let i = 0; i < SIZE; i++) {
    mean += at(means, i) * at(features, i)
    let gain = 0
    for (let j = 0; j < SIZE; j++) gain += at(covariance, i * SIZE + j) * at(features, j)
    gains[i] = gain
    variance += gain * at(features, i)
  }
  return { mean, gains, variance: Math.max(0, variance) }
}

const noiseOf = (mean: number) => (NOISE * mean) ** 2 + NOISE_TOKENS ** 2

function estimate(state: State, features: Features): Estimate {
  const { mean, variance } = predict(state, features)
  const spread = WIDTH * Math.sqrt(variance + noiseOf(mean))
  const low = Math.min(Math.max(mean - spread, bound(features, 'least')), LOW_AT_MOST * mean)
  const high = Math.max(Math.min(mean + spread, bound(features, 'most')), HIGH_AT_LEAST * mean + NOISE_TOKENS)
  return { tokens: Math.round(mean), low: Math.floor(low), high: Math.ceil(high) }
}

function learn(state: State, features: Features, promptTokens: number): void {
  const possible = promptTokens >= bound(features, 'least') * LOW_AT_MOST && promptTokens <= bound(features, 'most')
  if (!possible) return
  const { mean, gains, variance } = predict(state, features)
  const total = variance + noiseOf(mean)
  const { means, covariance } = state
  for (let i = 0; i < SIZE; i++) means[i] = at(means, i) + (at(gains, i) * (promptTokens - mean)) / total
  for (let i = 0; i < SIZE; i++)
    for (let j = 0; j < SIZE; j++) {
      const place = i * SIZE + j
      covariance[place] = (at(covariance, place) - (at(gains, i) * at(gains, j)) / total) * FADING
    }
  clamp(state)
  state.seen += 1
}

/** Ratios of one model, going on from what was kept of it. */
export function tokenRatios(stored?: unknown): TokenRatios {
  const state = storedState(stored) ?? freshState()
  return {
    estimate: (features) => estimate(state, features),
    learn: (features, promptTokens) => learn(state, features, promptTokens),
    get seen() {
      return state.seen
    },
    toJSON: () => ({
      version: 2,
      seen: state.seen,
      means: Array.from(state.means),
      covariance: Array.from(state.covariance),
    }),
  }
}
