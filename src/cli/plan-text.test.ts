import { describe, expect, it } from 'vitest'
import type { Plan } from '../api/plan.ts'
import type { PlanPart } from '../pipeline/plan-tally.ts'
import { planText } from './plan-text.ts'

const PART: PlanPart = {
  calls: 344,
  embedding_calls: 0,
  naive_calls: 576,
  shared: 184,
  known: 12,
  prompt_tokens: 89_344,
  completion_tokens: 20_908,
  cost_usd: 0.0421,
  scores: 192,
  scored: 0,
}

const JUDGE: Plan['models'][number] = {
  role: 'judge',
  provider: 'openai-compatible',
  model: 'm',
  address: 'https://models.example',
  local: false,
  facts: 'told',
  problem: null,
  price: { prices: { input_usd_per_million: 1, output_usd_per_million: 1 }, dated: 'as of 2026-11-05, a price page' },
  concurrency: 8,
  speed: { word: { calls: 0, ms: 0 }, json: { calls: 40, ms: 40_000 } },
}

function planOf(fields: Partial<Plan> = {}): Plan {
  return {
    ...PART,
    seconds: 43,
    samples: 48,
    answers: 'file',
    of: 'the answers in answers.jsonl',
    run_id: null,
    by_metric: { faithfulness: PART, refusal: { ...PART, calls: 0, naive_calls: 0, known: 0 } },
    by_configuration: { base: PART },
    na: {},
    models: [JUDGE],
    budget: null,
    assumptions: [],
    ...fields,
  }
}

describe('planText', () => {
  it('says what is asked, what it would be the customary way, what is saved, time and money', () => {
    const text = planText(planOf(), 100)
    expect(text).toContain('344; the customary way, every row asked anew, it would be 576, 40 % fewer')
    expect(text).toContain('184 questions shared between rows, 12 answered by the cache')
    expect(text).toContain('about 43 s at 8 in flight, as measured over 40 calls')
    expect(text).toContain('about 0.042 USD (judge: as of 2026-11-05, a price page)')
    expect(text).toContain('89,344')
  })

  it('shows only metrics that ask a model', () => {
    expect(planText(planOf(), 100)).not.toMatch(/^refusal/m)
    const none = planText(planOf({ by_metric: { refusal: { ...PART, calls: 0, naive_calls: 0, known: 0 } } }), 100)
    expect(none).toContain('no metric asks a model')
    expect(none).not.toContain('money')
  })

  it('never gives an unknown price or time as 0', () => {
    const text = planText(
      planOf({ cost_usd: null, seconds: null, models: [{ ...JUDGE, price: null, speed: null }] }),
      100,
    )
    expect(text).toContain('money: unknown (judge: the price of openai-compatible m is not known, give judge.prices)')
    expect(text).toContain('time: not known')
  })

  it('says where the budget ends the evaluation', () => {
    const at = { row: 25, configuration: 'ctx_k4', test_case_id: 'leave', repeat: 1 }
    const budget = { limits: { calls: 200 }, detail: 'the budget of 200 calls is used up', after_calls: 200, at }
    expect(planText(planOf({ budget: { ...budget, verdict: 'crosses' } }), 100)).toContain(
      'budget: would stop after 200 calls, about row 25 of 48 (ctx_k4, leave): the budget of 200 calls is used up',
    )
    const enough = { limits: { calls: 2000, cost_usd: 5 }, detail: null, after_calls: null, at: null }
    expect(planText(planOf({ budget: { ...enough, verdict: 'enough' } }), 100)).toContain(
      'enough (calls 2000, cost_usd 5)',
    )
  })

  it('warns of prompts that do not fit the window', () => {
    expect(planText(planOf({ na: { context_truncated: 3, refusal: 9 } }), 100)).toContain(
      '3 scores will be context_truncated: the prompt does not fit the context window',
    )
  })
})
