import { RagstoneError } from '../core/errors.ts'
import { hashOf } from '../core/hash.ts'
import type { Run } from '../core/run.ts'
import type { TestCase } from '../core/test-case.ts'
import type { Store } from '../store/store.ts'
import { shownCases } from './trust-reading.ts'

/** The questions that both sides were asked. */
export interface SharedQuestions {
  cases: ReadonlyMap<string, TestCase>
  /** How many each side has, and how many ids mean another question there. */
  a: number
  b: number
  altered: number
}

/** Runs that share less than this share of the larger test set are compared only on demand. */
const LEAST_SHARE = 0.5

/** A question is shared when id, question and all that it is scored by are equal; tags and remarks play no part. */
export async function sharedQuestions(store: Store, a: Run, b: Run, allowFew: boolean): Promise<SharedQuestions> {
  const casesA = await shownCases(store, a)
  if (a.id === b.id) return { cases: casesA, a: casesA.size, b: casesA.size, altered: 0 }
  const casesB = await shownCases(store, b)
  const cases = new Map<string, TestCase>()
  let altered = 0
  for (const [id, own] of casesA) {
    const other = casesB.get(id)
    if (other === undefined) continue
    if (contentOf(own) === contentOf(other)) cases.set(id, own)
    else altered += 1
  }
  const shared = { cases, a: casesA.size, b: casesB.size, altered }
  const larger = Math.max(casesA.size, casesB.size)
  const few = cases.size < LEAST_SHARE * larger
  if (cases.size === 0 || (few && !allowFew)) throw tooFew(a, b, shared)
  return shared
}

function contentOf({ tags: _tags, review: _review, ...content }: TestCase): string {
  return hashOf(content)
}

function tooFew(a: Run, b: Run, { cases, a: ownA, b: ownB, altered }: SharedQuestions): RagstoneError {
  const share = Math.round((100 * cases.size) / Math.max(1, ownA, ownB))
  const changed = altered === 0 ? '' : `; ${altered} more have one id and another content`
  return new RagstoneError(
    'few_shared_questions',
    `runs ${a.id} (${ownA} questions) and ${b.id} (${ownB}) share ${cases.size} questions, ${share} % of the larger${changed}`,
    {
      hint:
        cases.size === 0
          ? 'run both over one test set; questions are matched by id and content'
          : 'run both over one test set, or compare the shared questions alone: --allow-few',
    },
  )
}
