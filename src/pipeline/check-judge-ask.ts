import type { CheckedItem } from '../core/judge-check.ts'
import type { NaReason, Step } from '../core/score.ts'
import type { Item, Judge, Verdicts } from '../judge/judge.ts'
import type { JudgeModel } from '../judge/judge-model.ts'
import type { Probe, ProbeItem } from '../judge/probes/probe.ts'
import { correctQuestion } from '../metrics/correct.ts'
import { askVerdicts } from '../metrics/steps/ask-verdicts.ts'
import { entailment } from '../metrics/steps/entailment.ts'
import { promptsFor } from '../metrics/steps/language.ts'
import { relevanceQuestion } from '../metrics/steps/relevance.ts'

/** What came of a probe: its items, and the ids of the exchanges behind them. */
export interface ProbeAnswer {
  items: CheckedItem[]
  exchanges: string[]
}

/** Passages in one call, where many are asked in one. */
const PER_CALL = 4

/** Asks a probe through the same steps that metrics go through. `repeat`: which draw it is, from 1. */
export async function askProbe(model: Pick<JudgeModel, 'recording'>, probe: Probe, repeat = 1): Promise<ProbeAnswer> {
  const exchanges: string[] = []
  const judge = drawing(
    model.recording((step) => exchanges.push(...exchangesOf(step))),
    repeat,
  )
  const items = probe.items.map(({ text }, index) => ({ id: String(index + 1), text }))
  const answers = await verdictsOn(judge, probe, items)
  return {
    items: probe.items.map((item, index) => checkedItem(probe, item, answers[index])),
    exchanges,
  }
}

/** The same judge, asked for another draw of every closed question. */
function drawing(judge: Judge, repeat: number): Judge {
  return repeat === 1 ? judge : { ...judge, verdicts: (question) => judge.verdicts({ ...question, repeat }) }
}

interface ItemAnswer {
  verdict?: string
  probability?: number
  contradiction?: boolean
  failed?: NaReason
}

/** The answer on each item in order. */
async function verdictsOn(judge: Judge, probe: Probe, items: readonly Item[]): Promise<ItemAnswer[]> {
  const texts = items.map(({ text }) => text)
  const rule = () => {}
  if (probe.asks === 'entailment') {
    const prompts = promptsFor(judge, [probe.passage, ...texts])
    const question = { step: 'check', claims: items, passages: [{ id: '1', text: probe.passage }], prompts }
    return answersOf(items, await entailment(question, { judge, rule }), 'supported')
  }
  const about = { user_input: probe.user_input, reference: probe.reference }
  if (probe.asks === 'relevance') {
    const prompts = promptsFor(judge, [about.user_input, about.reference])
    const question = relevanceQuestion(about, items, { prompts, perCall: PER_CALL })
    return answersOf(items, await askVerdicts(question, { judge, prompts, rule }), 'useful')
  }
  // The metric judges one response at a time.
  const answers = items.map(async (item) => {
    const prompts = promptsFor(judge, [about.user_input, about.reference, item.text])
    const question = correctQuestion(about, item.text, prompts)
    return answersOf(question.items, await askVerdicts(question, { judge, prompts, rule }), 'correct')
  })
  return (await Promise.all(answers)).flat()
}

function answersOf<C extends string>(items: readonly Item[], answer: Verdicts<C>, good: C): ItemAnswer[] {
  const found = new Map((answer.ok ? answer.verdicts : answer.known).map((verdict) => [verdict.id, verdict]))
  return items.map(({ id }): ItemAnswer => {
    const one = found.get(id)
    if (one === undefined) return answer.ok ? {} : { failed: answer.reason }
    const { verdict, probabilities, contradiction = false } = one
    return { verdict, contradiction, ...(probabilities === undefined ? {} : { probability: probabilities[good] }) }
  })
}

function checkedItem(probe: Probe, { id, gold }: ProbeItem, answer: ItemAnswer = {}): CheckedItem {
  const { kind, language, asks } = probe
  const { verdict = null, probability = null, contradiction = false, failed } = answer
  const missing = failed ?? 'missing_verdicts'
  return {
    id,
    kind,
    language,
    asks,
    gold,
    verdict,
    probability,
    contradiction,
    failed: verdict === null ? missing : null,
  }
}

function exchangesOf({ exchange, exchanges }: Step): string[] {
  return [exchange, ...(Array.isArray(exchanges) ? exchanges : [])].filter((id) => typeof id === 'string')
}
