import type { Step } from '../core/score.ts'

/** One thing that was judged for a score, with the verdict on it; everything as the steps have it. */
export interface JudgedItem {
  id: string
  /** The step that asked, for example `claim_support`. */
  step: string
  verdict: string
  /** Probability of each class; absent where the model gave none. */
  probabilities?: Record<string, number>
  reason?: string
  /** The reason says otherwise than the verdict. */
  contradiction?: boolean
  /** Numbers of the retrieved texts that carry the item, or that were read for the verdict. */
  chunks?: string[]
  /** Id of the exchange that the verdict was read from. */
  exchange?: string
}

type Fields = Record<string, unknown>

/** The verdicts that a score is made of, in the order of the items' numbers where they have some. Of two on one item the later counts. */
export function judgedItems(steps: readonly Step[]): JudgedItem[] {
  const items = new Map<string, JudgedItem>()
  for (const step of steps) {
    for (const verdict of verdictsIn(step)) {
      const { id, ...rest } = itemOf(verdict, step)
      items.set(`${step.step}\u0000${id}`, { id, ...rest })
    }
  }
  const explained = ruleIn(steps, 'explanations')
  const reasons = record(explained?.reasons)
  const against = Array.isArray(explained?.contradictions) ? explained.contradictions.map(String) : []
  const carried = record(ruleIn(steps, 'carried_by_shared_words')?.chunks)
  return [...items.values()]
    .map((item): JudgedItem => {
      const reason = item.reason ?? text(reasons[item.id])
      const chunk = text(carried[item.id])
      return {
        ...item,
        ...(reason === undefined ? {} : { reason }),
        ...(against.includes(item.id) ? { contradiction: true } : {}),
        ...(chunk === undefined || item.chunks !== undefined ? {} : { chunks: [chunk] }),
      }
    })
    .sort((a, b) => (a.step === b.step ? Number(a.id) - Number(b.id) : 0))
}

/** Claims by their number, as the rule that made or noted them has them; empty for a metric without claims. */
export function claimTexts(steps: readonly Step[]): Map<string, string> {
  const rule = steps.find(({ kind, step }) => kind === 'rule' && step.endsWith('_claims'))
  return new Map(list(rule?.claims).map((claim) => [String(claim.id), text(claim.text) ?? '']))
}

/** The arithmetic of a score in one line, where its metric recorded it. */
export function arithmeticOf(steps: readonly Step[]): string | undefined {
  return text(steps.find(({ kind, step }) => kind === 'rule' && step === 'arithmetic')?.line)
}

/** Exchanges that a step was made of: what was asked again first. */
export function exchangesOf(step: Step): string[] {
  const earlier = Array.isArray(step.exchanges) ? step.exchanges.map(String) : []
  return typeof step.exchange === 'string' ? [...earlier, step.exchange] : earlier
}

/** A verifier's own steps hold no item numbers: its rule gathers the verdicts. */
function verdictsIn(step: Step): Fields[] {
  return step.kind === 'judge' || (step.kind === 'rule' && step.step === 'verifier') ? list(step.verdicts) : []
}

function itemOf(verdict: Fields, step: Step): JudgedItem {
  const fields = (verdict.fields ?? {}) as Fields
  const read = Array.isArray(verdict.passages) ? verdict.passages.map(String) : undefined
  const chunks = read ?? (typeof fields.chunk === 'number' ? [String(fields.chunk)] : undefined)
  const reason = text(verdict.reason)
  return {
    id: String(verdict.id),
    step: step.step,
    verdict: String(verdict.verdict),
    ...(isRecord(verdict.probabilities) ? { probabilities: verdict.probabilities as Record<string, number> } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(verdict.contradiction === true ? { contradiction: true } : {}),
    ...(chunks === undefined ? {} : { chunks }),
    ...(typeof step.exchange === 'string' ? { exchange: step.exchange } : {}),
  }
}

function ruleIn(steps: readonly Step[], name: string): Step | undefined {
  return steps.findLast(({ kind, step }) => kind === 'rule' && step === name)
}

function record(value: unknown): Fields {
  return isRecord(value) ? value : {}
}

function list(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
