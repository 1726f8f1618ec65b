import { requireLabels } from './labelled-scores.ts'
import { compensatedSum } from './mean.ts'
import { requireFinite } from './result.ts'
import { safeUnit, timesUnit, withinRange } from './safe-unit.ts'

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
/**
 * A rise of the loss by less than this share, for each thousand terms of the sum, is rounding: close to the maximum full steps
 * must stay allowed, or a fit of many items creeps on in ever smaller ones.
 */
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
  const unit = safeUnit(scores)
  const scaled = standardise(timesUnit(scores, unit))
  if (scaled === null) return { probability: null, reason: 'all scores are equal' }
  const top = (good + 1) / (good + 2)
  const bottom = 1 / (bad + 2)
  const targets = new Float64Array(labels.length)
  for (let i = 0; i < targets.length; i++) targets[i] = labels[i] === 1 ? top : bottom
  const fitted = maximise(joined(scaled.values, targets), Math.log((good + 1) / (bad + 1)))
  const slope = fitted.slope / scaled.sd
  const intercept = fitted.intercept - slope * scaled.mean
  return {
    slope: withinRange(slope * unit),
    intercept,
    probability(score) {
      const place = withinRange((withinRange(score * unit) - scaled.mean) / scaled.sd)
      return logistic(fitted.slope * place + fitted.intercept)
    },
  }
}

function standardise(scores: Float64Array): { values: Float64Array; mean: number; sd: number } | null {
  const first = scores[0]
  let varied = false
  for (let i = 1; i < scores.length && !varied; i++) varied = scores[i] !== first
  const mean = compensatedSum(scores) / scores.length
  const values = new Float64Array(scores.length)
  const squares = new Float64Array(scores.length)
  for (let i = 0; i < values.length; i++) {
    const centred = (scores[i] as number) - mean
    values[i] = centred
    squares[i] = centred * centred
  }
  const sd = Math.sqrt(compensatedSum(squares) / values.length)
  if (!(varied && sd > 0)) return null
  for (let i = 0; i < values.length; i++) values[i] = (values[i] as number) / sd
  return { values, mean, sd }
}

/** Items with their scores; neighbours of one score are one entry with how many they are and the sum of their targets. */
interface Joined {
  x: Float64Array
  counts: Float64Array
  targets: Float64Array
  size: number
}

function joined(scores: Float64Array, goals: Float64Array): Joined {
  const x = new Float64Array(scores.length)
  const counts = new Float64Array(scores.length)
  const targets = new Float64Array(scores.length)
  let size = 0
  for (let i = 0; i < scores.length; i++) {
    if (size === 0 || x[size - 1] !== scores[i]) x[size++] = scores[i] as number
    counts[size - 1] = (counts[size - 1] as number) + 1
    targets[size - 1] = (targets[size - 1] as number) + (goals[i] as number)
  }
  return { x, counts, targets, size }
}

function maximise(items: Joined, start: number): { slope: number; intercept: number } {
  let slope = 0
  let intercept = start
  let here = evaluate(items, slope, intercept)
  const rounding = ROUNDING * (1 + items.size / 1000)
  for (let step = 0; step < MOST_STEPS; step++) {
    const { da, db } = newtonStep(here)
    const allowed = here.loss + rounding * (1 + here.loss)
    let part = 1
    let next = evaluate(items, slope + da, intercept + db)
    for (let halving = 0; halving < MOST_HALVINGS && !(next.loss <= allowed); halving++) {
      part /= 2
      next = evaluate(items, slope + part * da, intercept + part * db)
    }
    if (!(next.loss <= allowed)) break
    const settled =
      Math.abs(da) <= SETTLED * (1 + Math.abs(slope)) && Math.abs(db) <= SETTLED * (1 + Math.abs(intercept))
    slope += part * da
    intercept += part * db
    here = next
    if (settled) break
  }
  return { slope, intercept }
}

/** Minus the log-likelihood with its downhill direction (a slope, b intercept) and curvature. */
interface Likelihood {
  loss: number
  ga: number
  gb: number
  haa: number
  hab: number
  hbb: number
}

function evaluate({ x, counts, targets, size }: Joined, slope: number, intercept: number): Likelihood {
  let loss = 0
  let ga = 0
  let gb = 0
  let haa = 0
  let hab = 0
  let hbb = 0
  for (let i = 0; i < size; i++) {
    const value = x[i] as number
    const count = counts[i] as number
    const target = targets[i] as number
    const z = slope * value + intercept
    const e = Math.exp(-Math.abs(z))
    const p = (z >= 0 ? 1 : e) / (1 + e)
    loss += count * (Math.max(z, 0) + Math.log1p(e)) - target * z
    const weight = count * p * (1 - p)
    const error = target - count * p
    ga += error * value
    gb += error
    haa += weight * value * value
    hab += weight * value
    hbb += weight
  }
  return { loss, ga, gb, haa, hab, hbb }
}

function newtonStep({ ga, gb, haa, hab, hbb }: Likelihood): { da: number; db: number } {
  const determinant = haa * hbb - hab * hab
  if (!(determinant > 0)) return { da: ga, db: gb }
  return { da: (hbb * ga - hab * gb) / determinant, db: (haa * gb - hab * ga) / determinant }
}

function logistic(z: number): number {
  if (z >= 0) return 1 / (1 + Math.exp(-z))
  const e = Math.exp(z)
  return e / (1 + e)
}
