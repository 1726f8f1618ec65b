import { requireLabels } from './labelled-scores.ts'
import { compensatedSum } from './mean.ts'
import { requireFinite } from './result.ts'

/** A logistic curve that turns a score into the probability of being good: 1 / (1 + exp(-(slope score + intercept))). */
export interface Platt {
  slope: number
  intercept: number
  probability(score: number): number
}

export interface NoCalibration {
  probability: null
  reason: string
}

/** The fit has ended when a full step changes no coefficient by more than this share (of scores scaled to SD 1). */
const SETTLED = 1e-12
const MOST_STEPS = 100
/** A rise of the loss by less than this share is rounding: close to the maximum full steps must stay allowed. */
const ROUNDING = 1e-13
const MOST_HALVINGS = 40

/**
 * Platt's calibration: the slope and intercept under which the labels (1 good, 0 bad) are most likely.
 *
 * The targets are smoothed, (n1 + 1) / (n1 + 2) for good and 1 / (n0 + 2) for bad items, so that the fit exists and stays short of
 * certainty even when a score separates the classes fully. Newton's method with step halving on scores centred and
 * scaled to SD 1; the likelihood has one maximum. A falling curve (slope < 0) is possible.
 * Undefined when a class is empty or all scores are equal. In-sample probabilities flatter the score: see
 * `outOfFoldCalibration`. Source: Platt 1999; Lin, Lin and Weng 2007, Machine Learning 68, 267-276.
 */
export function platt(scores: ArrayLike<number>, labels: ArrayLike<number>): Platt | NoCalibration {
  requireFinite(scores, 'scores')
  requireLabels(labels, scores)
  const good = compensatedSum(labels)
  const bad = labels.length - good
  if (good === 0 || bad === 0) return { probability: null, reason: good === 0 ? 'no good items' : 'no bad items' }
  const scaled = standardise(scores)
  if (scaled === null) return { probability: null, reason: 'all scores are equal' }
  const top = (good + 1) / (good + 2)
  const bottom = 1 / (bad + 2)
  const targets = Float64Array.from(labels, (label) => (label === 1 ? top : bottom))
  const fitted = maximise(scaled.values, targets, Math.log((good + 1) / (bad + 1)))
  const slope = fitted.slope / scaled.sd
  const intercept = fitted.intercept - slope * scaled.mean
  return {
    slope,
    intercept,
    probability: (score) => logistic(fitted.slope * ((score - scaled.mean) / scaled.sd) + fitted.intercept),
  }
}

function standardise(scores: ArrayLike<number>): { values: Float64Array; mean: number; sd: number } | null {
  const mean = compensatedSum(scores) / scores.length
  const values = Float64Array.from(scores, (score) => score - mean)
  const sd = Math.sqrt(compensatedSum(values.map((value) => value * value)) / values.length)
  if (new Set(Array.from(scores)).size < 2 || sd === 0) return null
  return { values: values.map((value) => value / sd), mean, sd }
}

function maximise(x: Float64Array, targets: Float64Array, intercept: number): { slope: number; intercept: number } {
  let a = 0
  let b = intercept
  let loss = lossOf(x, targets, a, b)
  for (let step = 0; step < MOST_STEPS; step++) {
    const { da, db } = newtonStep(x, targets, a, b)
    const allowed = loss + ROUNDING * (1 + loss)
    let part = 1
    let next = lossOf(x, targets, a + da, b + db)
    for (let halving = 0; halving < MOST_HALVINGS && !(next <= allowed); halving++) {
      part /= 2
      next = lossOf(x, targets, a + part * da, b + part * db)
    }
    const settled = Math.abs(da) <= SETTLED * (1 + Math.abs(a)) && Math.abs(db) <= SETTLED * (1 + Math.abs(b))
    if (!(next <= allowed)) break
    a += part * da
    b += part * db
    loss = next
    if (settled) break
  }
  return { slope: a, intercept: b }
}

function newtonStep(x: Float64Array, targets: Float64Array, a: number, b: number): { da: number; db: number } {
  let ga = 0
  let gb = 0
  let haa = 0
  let hab = 0
  let hbb = 0
  for (let i = 0; i < x.length; i++) {
    const value = x[i] as number
    const p = logistic(a * value + b)
    const error = (targets[i] as number) - p
    const weight = p * (1 - p)
    ga += error * value
    gb += error
    haa += weight * value * value
    hab += weight * value
    hbb += weight
  }
  const determinant = haa * hbb - hab * hab
  if (!(determinant > 0)) return { da: ga, db: gb }
  return { da: (hbb * ga - hab * gb) / determinant, db: (haa * gb - hab * ga) / determinant }
}

/** Minus the log-likelihood, in a form without overflow. */
function lossOf(x: Float64Array, targets: Float64Array, a: number, b: number): number {
  let loss = 0
  for (let i = 0; i < x.length; i++) {
    const z = a * (x[i] as number) + b
    loss += Math.max(z, 0) - (targets[i] as number) * z + Math.log1p(Math.exp(-Math.abs(z)))
  }
  return loss
}

function logistic(z: number): number {
  if (z >= 0) return 1 / (1 + Math.exp(-z))
  const e = Math.exp(z)
  return e / (1 + e)
}
