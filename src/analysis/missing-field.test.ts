import { describe, expect, it } from 'vitest'
import { na } from '../core/score.ts'
import { missingFieldOf } from './missing-field.ts'

describe('missingFieldOf', () => {
  it.each([
    ['reference is missing', 'reference'],
    ['reference holds no word', 'reference'],
    [
      'expected_sources or reference_context_ids or relevance marks nothing as relevant',
      'expected_sources or reference_context_ids or relevance',
    ],
    ['no entry of retrieved_contexts has a source or an id to compare', 'retrieved_contexts'],
    ['usage.total_tokens is missing, and usage.prompt_tokens too', 'usage.total_tokens'],
    ['Nobody told', undefined],
  ])('reads the field out of "%s"', (detail, field) => {
    expect(missingFieldOf(na('missing_field', detail))).toBe(field)
  })

  it('reads no field out of another reason', () => {
    expect(missingFieldOf(na('no_context', 'reference is missing'))).toBeUndefined()
  })
})
