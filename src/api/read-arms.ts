import type { CaseIndex } from '../analysis/case-index.ts'
import { type Arm, columnOf, createArm } from '../analysis/compare/arm.ts'
import { createTrustData } from '../analysis/trust/trust-data.ts'
import { collectTruths } from '../analysis/trust/trust-labels.ts'
import { hashText } from '../core/hash.ts'
import type { Response } from '../core/response.ts'
import { isScoreOf, type Run, type RunMetric } from '../core/run.ts'
import type { Store } from '../store/store.ts'

export interface ReadArms {
  configurations: readonly string[]
  /** The questions that count; those of others are passed over. */
  cases: CaseIndex
  isShared: (id: string) => boolean
  metrics: readonly RunMetric[]
  signal?: AbortSignal | undefined
}

/** Hexadecimal digits of a hash that a number holds exactly. */
const HASH_DIGITS = 13
/** Parts of a list are kept apart by what no text of it can hold unescaped. */
const SEPARATOR = '\u0000'

/** Reads what is known of the answers of some configurations of a run; texts pass by and are not kept. */
export async function readArms(store: Store, run: Run, wanted: ReadArms): Promise<Map<string, Arm>> {
  const arms = new Map(wanted.configurations.map((name) => [name, createArm()]))
  if (arms.size === 0) return arms
  const { configurations, cases, isShared, signal } = wanted
  for await (const response of store.responses(run.id, { configurations })) {
    signal?.throwIfAborted()
    const arm = arms.get(response.configuration)
    if (arm !== undefined && isShared(response.test_case_id)) addResponse(arm, cases, response)
  }
  if (wanted.metrics.length > 0) await addScores(store, run, arms, wanted)
  await addMarks(store, run, arms, wanted)
  return arms
}

async function addScores(store: Store, run: Run, arms: Map<string, Arm>, wanted: ReadArms): Promise<void> {
  const { configurations, cases, isShared, signal } = wanted
  const identities = new Map(wanted.metrics.map((one) => [one.metric, one]))
  for await (const row of store.scoreRows(run.id, { configurations })) {
    signal?.throwIfAborted()
    const known = identities.get(row.metric)
    const arm = arms.get(row.configuration)
    if (known === undefined || arm === undefined || !isShared(row.test_case_id)) continue
    if (!isScoreOf(known, row)) continue
    columnOf(arm.scores, row.metric).add(cases.indexOf(row.test_case_id), row.outcome)
  }
}

function addResponse(arm: Arm, cases: CaseIndex, response: Response): void {
  const { test_case_id, repeat, response: text, retrieved_contexts: chunks, latency_ms, usage, error } = response
  const question = cases.indexOf(test_case_id)
  arm.answers += 1
  arm.repeats = Math.max(arm.repeats, repeat)
  if (error !== undefined) arm.failed += 1
  arm.texts.add(question, repeat, {
    ...(text === null || error !== undefined ? {} : { text: numberOf(text) }),
    ...(chunks === undefined || error !== undefined
      ? {}
      : { retrieved: numberOf(chunks.map((chunk) => chunk.text.replaceAll(SEPARATOR, '\ufffd')).join(SEPARATOR)) }),
  })
  if (latency_ms !== null) columnOf(arm.costs, 'latency_ms').addValue(question, latency_ms)
  for (const cost of ['prompt_tokens', 'completion_tokens', 'total_tokens', 'cost_usd'] as const) {
    const value = usage?.[cost]
    if (value !== undefined) columnOf(arm.costs, cost).addValue(question, value)
  }
}

function numberOf(text: string): number {
  return Number.parseInt(hashText(text).slice(0, HASH_DIGITS), 16)
}

async function addMarks(store: Store, run: Run, arms: Map<string, Arm>, wanted: ReadArms): Promise<void> {
  const data = createTrustData([])
  for await (const grade of store.grades(run.id)) {
    if (arms.has(grade.configuration) && wanted.isShared(grade.test_case_id)) data.addGrade(grade)
  }
  const { right } = collectTruths(data, new Set(arms.keys()), undefined)
  const order = data.index.order()
  for (const place of [...right.keys()].sort(order)) {
    const { configuration, test_case_id } = data.index.keyOf(place)
    arms.get(configuration)?.marks.addValue(wanted.cases.indexOf(test_case_id), right.get(place) === true ? 1 : 0)
  }
}
