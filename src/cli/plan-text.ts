import type { Plan } from '../api/plan.ts'
import type { PlannedModel } from '../api/plan-models.ts'
import { counted } from '../core/counted.ts'
import type { PlanPart } from '../pipeline/plan-tally.ts'
import { textTable } from './text-table.ts'

/** A plan in words: what is asked by metric and by configuration, what sharing and the cache save, time, money, budget. */
export function planText(plan: Plan, width: number): string {
  const asks = Object.entries(plan.by_metric).filter(([, part]) => part.naive_calls + part.calls + part.known > 0)
  const head = `Plan of ${plan.of}: ${counted(plan.samples, 'row')}, ${counted(Object.keys(plan.by_metric).length, 'metric')}`
  if (asks.length === 0)
    return [head, '', 'no metric asks a model, so scoring costs nothing', ...assumedLines(plan)].join('\n')
  const configurations = Object.entries(plan.by_configuration)
  return [
    head,
    '',
    ...tableOf('metric', asks.length > 1 ? [...asks, ['all', plan]] : asks, width),
    '',
    ...(configurations.length > 1 ? [...tableOf('configuration', configurations, width), ''] : []),
    ...plan.models.map(modelLine),
    ...savingLines(plan),
    timeLine(plan),
    moneyLine(plan),
    ...budgetLines(plan),
    ...naLines(plan),
    ...assumedLines(plan),
  ].join('\n')
}

function assumedLines({ assumptions }: Plan): string[] {
  return assumptions.length === 0 ? [] : ['', 'Assumed:', ...assumptions.map((line) => `- ${line}`)]
}

const number = (value: number) => value.toLocaleString('en-US')

function money(usd: number | null): string {
  if (usd === null) return 'unknown'
  return usd === 0 || usd >= 1 ? usd.toFixed(2) : String(Number(usd.toPrecision(2)))
}

function tableOf(name: string, rows: readonly (readonly [string, PlanPart])[], width: number): string[] {
  const header = [name, 'calls', 'naive', 'shared', 'cached', 'embed', 'prompt tok', 'reply tok', 'USD']
  const cells = ([label, part]: readonly [string, PlanPart]) => [
    label,
    number(part.calls),
    number(part.naive_calls),
    number(part.shared),
    number(part.known),
    number(part.embedding_calls),
    number(part.prompt_tokens),
    number(part.completion_tokens),
    money(part.cost_usd),
  ]
  return textTable(header, rows.map(cells), width)
}

function modelLine({ role, provider, model, address }: PlannedModel): string {
  return `${role}: ${provider} ${model} (${address})`
}

function savingLines(plan: Plan): string[] {
  const { calls, naive_calls: naive, shared, known, scored, embedding_calls: embeddings } = plan
  const saved = naive - calls
  const part = naive > 0 && saved > 0 ? `, ${Math.round((100 * saved) / naive)} % fewer` : ''
  const lines = [
    `calls: ${number(calls)}; the customary way, every row asked anew, it would be ${number(naive)}${part}`,
    `saved: ${number(shared)} questions shared between rows, ${number(known)} answered by the cache`,
  ]
  if (embeddings > 0)
    lines.push(`embeddings: at most ${number(embeddings)} requests, as texts of one moment share them`)
  if (scored > 0) lines.push(`stored: ${counted(scored, 'score')} of ${number(scored + plan.scores)} need nothing`)
  return lines
}

function timeLine({ seconds, models, calls }: Plan): string {
  if (calls === 0) return 'time: nothing is asked'
  if (seconds === null) return 'time: not known, as no call to this model was measured yet'
  const judge = models.find(({ role }) => role === 'judge')
  const { word, json } = judge?.speed ?? { word: { calls: 0 }, json: { calls: 0 } }
  const measured = counted(word.calls + json.calls, 'call')
  return `time: about ${duration(seconds)} at ${judge?.concurrency ?? 1} in flight, as measured over ${measured}`
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}

function moneyLine({ cost_usd: cost, models }: Plan): string {
  const whole = cost === null ? 'unknown' : cost === 0 ? '0 USD' : `about ${money(cost)} USD`
  const prices = models.map(({ role, provider, model, price }): [string, string] => {
    if (price !== null) return [price.dated, role]
    return [
      `the price of ${provider} ${model} is not known, give ${role === 'verifier' ? 'judge.verifier' : role}.prices`,
      role,
    ]
  })
  const why = [...new Set(prices.map(([text]) => text))].map((text) => {
    const roles = prices.filter(([other]) => other === text).map(([, role]) => role)
    return `${roles.join(' and ')}: ${text}`
  })
  return `money: ${whole} (${why.join('; ')})`
}

function budgetLines({ budget, samples }: Plan): string[] {
  if (budget === null) return []
  const limits = Object.entries(budget.limits)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
  if (budget.verdict === 'enough') return [`budget: enough (${limits})`]
  if (budget.verdict !== 'crosses' || budget.at === null) return [`budget: ${budget.detail} (${limits})`]
  const { row, configuration, test_case_id: id, repeat } = budget.at
  const place = `${configuration}, ${id}${repeat > 1 ? `, repeat ${repeat}` : ''}`
  return [
    `budget: would stop after ${counted(budget.after_calls ?? 0, 'call')}, about row ${row} of ${samples} (${place}): ${budget.detail}`,
  ]
}

/** NA scores that say something about the setting up, and not about the answers. */
const TOLD = {
  context_truncated: 'the prompt does not fit the context window',
  embeddings_missing: 'no embedding model is configured',
} as const

function naLines({ na }: Plan): string[] {
  return Object.entries(TOLD).flatMap(([reason, why]) => {
    const n = na[reason] ?? 0
    return n === 0 ? [] : [`NA: ${counted(n, 'score')} will be ${reason}: ${why}`]
  })
}
