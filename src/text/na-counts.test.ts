import { describe, expect, it } from 'vitest'
import { messages } from './catalogue.ts'

describe('NA counts in words', () => {
  const { naCounts } = messages('en')

  it('name the missing fields, with a count of each where there are several', () => {
    expect(naCounts({ missing_field: 14, refusal: 2 }, { reference: 14 })).toBe(
      'missing field 14 (reference), declined 2',
    )
    expect(naCounts({ missing_field: 3 }, { reference: 2, response: 1 })).toBe(
      'missing field 3 (reference 2, response 1)',
    )
  })

  it('count what names no field by itself', () => {
    expect(naCounts({ missing_field: 5 }, { reference: 3 })).toBe('missing field 3 (reference), missing field 2')
    expect(naCounts({ missing_field: 5 })).toBe('missing field 5')
  })

  it('keep the code of a reason that has no words', () => {
    expect(naCounts({ of_tomorrow: 1 })).toBe('of_tomorrow 1')
  })
})
