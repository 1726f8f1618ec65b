import type { Language } from '../../core/language.ts'

/** What a probe item tests. */
export const PROBE_KINDS = [
  'negation',
  'number',
  'date',
  'unit',
  'name',
  'paraphrase',
  'inference',
  'injection',
  'long_context',
  'relevance',
  'correct',
  'refusal',
] as const
export type ProbeKind = (typeof PROBE_KINDS)[number]

/** One thing to be judged, with the right verdict. `id` is unique among all probes. */
export interface ProbeItem {
  id: string
  text: string
  gold: string
}

interface ProbeBase {
  id: string
  language: Language
  kind: ProbeKind
  /** Part of the short check too. */
  quick: boolean
  items: readonly ProbeItem[]
}

/** Claims about one passage; gold is `supported`, `contradicted` or `not_mentioned`, one claim of each. */
export interface EntailmentProbe extends ProbeBase {
  asks: 'entailment'
  passage: string
}

/**
 * Passages that help to answer a question or do not (`useful`, `not_useful`), or responses that are right or wrong by its
 * reference (`correct`, `incorrect`); as many of one class as of the other.
 */
export interface ReferenceProbe extends ProbeBase {
  asks: 'relevance' | 'correct'
  user_input: string
  reference: string
}

/** One question of the labelled set that a judge is tested with. */
export type Probe = EntailmentProbe | ReferenceProbe

/** A probe as it is written in the data files: items as gold and text, in the order in which they are asked. */
export type WrittenProbe = {
  kind: ProbeKind
  quick?: true
  items: readonly (readonly [gold: string, text: string])[]
} & ({ passage: string } | { asks: 'relevance' | 'correct'; user_input: string; reference: string })

/** Gives written probes their ids: language, kind, number. */
export function probesIn(language: Language, written: readonly WrittenProbe[]): Probe[] {
  const seen = new Map<ProbeKind, number>()
  return written.map((one): Probe => {
    const { kind, quick = false } = one
    const number = (seen.get(kind) ?? 0) + 1
    seen.set(kind, number)
    const id = `${language}-${kind}-${number}`
    const items = one.items.map(([gold, text], index) => ({ id: `${id}.${index + 1}`, text, gold }))
    const base = { id, language, kind, quick, items }
    return 'passage' in one
      ? { ...base, asks: 'entailment', passage: one.passage }
      : { ...base, asks: one.asks, user_input: one.user_input, reference: one.reference }
  })
}
