import type { Grade } from '../../core/grade.ts'
import type { ResponseName } from '../../core/response-key.ts'
import type { AnswerGroup } from './grading-order.ts'
import type { GradingCounts } from './grading-task.ts'

/** An answer that a person is asked about. */
export interface Asked {
  group: AnswerGroup
  /** The responses of the group that the person has said nothing of: a verdict is stored for each. */
  keys: readonly ResponseName[]
  /** A note without a verdict so far. */
  draft?: string
  /** What the person said of an equal answer before: it is taken over without asking when its turn comes. */
  known?: Grade['verdict']
  /** It was skipped before and is asked again. */
  again?: true
}

/** What was done to an answer, with the answer as it was before. */
export interface Said {
  kind: 'said'
  asked: Asked
  verdict: Grade['verdict'] | 'skipped'
  /** Taken over from an equal answer. */
  carried?: true
}

/** One thing that can be undone. */
export type Step = Said | { kind: 'note'; before: string | undefined }

/** Where a person is in grading: what is still to be asked, in order, and all that was done, oldest first. Never changed in place. */
export interface GradingState {
  waiting: readonly Asked[]
  past: readonly Step[]
}

/** Gives a verdict on the answer that is asked about, or passes over it. */
export function say(state: GradingState, verdict: Said['verdict']): GradingState {
  const [asked, ...waiting] = state.waiting
  if (asked === undefined) return state
  return takeOver({ waiting, past: [...state.past, { kind: 'said', asked, verdict }] })
}

/** Takes over what was said of equal answers, up to the next answer that has to be asked about. */
export function takeOver(state: GradingState): GradingState {
  const steps: Step[] = []
  for (const asked of state.waiting) {
    if (asked.known === undefined) break
    steps.push({ kind: 'said', asked, verdict: asked.known, carried: true })
  }
  if (steps.length === 0) return state
  return { waiting: state.waiting.slice(steps.length), past: [...state.past, ...steps] }
}

/** Keeps a note for the answer that is asked about; an empty one removes it. */
export function note(state: GradingState, text: string): GradingState {
  const [asked, ...waiting] = state.waiting
  if (asked === undefined) return state
  const { draft: before, ...bare } = asked
  const draft = text.trim()
  if (draft === (before ?? '')) return state
  const changed: Asked = draft === '' ? bare : { ...bare, draft }
  return { waiting: [changed, ...waiting], past: [...state.past, { kind: 'note', before }] }
}

/** The state before the last thing that the person did; undefined when there is nothing to undo. */
export function undo(state: GradingState): GradingState | undefined {
  let { waiting } = state
  for (let place = state.past.length - 1; place >= 0; place -= 1) {
    const step = state.past[place]
    if (step === undefined) break
    waiting = step.kind === 'said' ? [step.asked, ...waiting] : withDraft(waiting, step.before)
    if (step.kind === 'note' || step.carried !== true) return { waiting, past: state.past.slice(0, place) }
  }
  return undefined
}

function withDraft([asked, ...waiting]: readonly Asked[], draft: string | undefined): readonly Asked[] {
  if (asked === undefined) return waiting
  const { draft: _, ...bare } = asked
  return [draft === undefined ? bare : { ...bare, draft }, ...waiting]
}

/** All that was said, oldest first. */
export function allSaid(state: GradingState): Said[] {
  return state.past.filter((step) => step.kind === 'said')
}

/** How far the person is; equal answers count once. */
export function gradingCounts(state: GradingState): GradingCounts {
  const said = allSaid(state)
  const of = (verdict: Said['verdict']) => said.filter((one) => one.verdict === verdict).length
  const [right, wrong] = [of('right'), of('wrong')]
  const again = state.waiting.filter((asked) => asked.again === true).length
  return {
    right,
    wrong,
    graded: right + wrong,
    skipped: of('skipped') + again,
    total: said.length + state.waiting.length,
  }
}
