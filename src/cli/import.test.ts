import { describe, expect, it } from 'vitest'
import { readDirections } from './import.ts'

describe('the directions of imported metrics', () => {
  it('are one for all, or one by name, also of a name that holds an equals sign', () => {
    expect(readDirections(['lower_is_better'])).toEqual({ '*': 'lower_is_better' })
    expect(readDirections(['a=neutral', 'noise(mode=x)=lower_is_better'])).toEqual({
      a: 'neutral',
      'noise(mode=x)': 'lower_is_better',
    })
  })

  it('are refused with the words that are understood', () => {
    for (const flag of ['lower', 'a=down', '=neutral']) {
      expect(() => readDirections([flag])).toThrow(`--direction ${flag}`)
    }
  })
})
