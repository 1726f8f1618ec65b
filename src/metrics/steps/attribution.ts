import { z } from 'zod'
import type { Item, VerdictQuestion } from '../../judge/judge.ts'
import { ATTRIBUTION_CLASSES, type AttributionClass, type Prompts } from '../prompts/prompts.ts'

/** The number of a passage as models write it; anything else names none. */
const passageNumber = z.preprocess((written) => {
  if (typeof written === 'number') return Number.isInteger(written) ? written : null
  const digits = typeof written === 'string' ? /\d+/.exec(written)?.[0] : undefined
  return digits === undefined ? null : Number(digits)
}, z.int().nullable())

/** One object for all questions, since what is derived from it is kept with it. */
const FIELDS = { chunk: passageNumber }

/**
 * Which claims can be attributed to the passages, and to which of them: all claims in one call, answered by id. For asking
 * in batches; one by one the question is whether the passages support the claim (see {@link entailment}).
 */
export function attributionQuestion(
  about: { user_input: string },
  { claims, passages, prompts }: { claims: readonly Item[]; passages: readonly Item[]; prompts: Prompts },
): VerdictQuestion<AttributionClass> {
  const batched = (items: readonly Item[], form: { reasons: boolean }) =>
    prompts.attribution(about, passages, items, form)
  return {
    step: 'attribution',
    classes: ATTRIBUTION_CLASSES,
    items: claims,
    single: (claim) => batched([claim], { reasons: false }),
    words: { attributed: 'attributed', not_attributed: 'not_attributed' },
    batched,
    fields: FIELDS,
    typical: 'attributed',
    typicalFields: { chunk: Number(passages[0]?.id ?? 1) },
  }
}
