import { describe, expect, it } from 'vitest'
import { outcomeOf } from './test-support/score.ts'

const of = (response: string, reference: string) => outcomeOf('string_presence', { response, reference })

describe('string_presence', () => {
  it.each([
    ['The ferry leaves the North Pier at seven.', 'north pier', 1],
    ['渡輪早上七點從北碼頭開出。', '北码头', 1],
    ['門票３５元', '35', 1],
    ['It takes 3 days.', '3', 1],
    ['It weighs 3kg.', '3', 1],
    ['Opens at 7.30.', '7.30', 1],
    ['"Yes."', 'yes!', 1],
    ['漢字ABC混在一起', 'abc', 1],
    ['𠮷野家', '𠮷', 1],
    ['350 days', '3', 0],
    ['3.5 days', '3', 0],
    ['3.5 days', '5', 0],
    ['minus -3', '3', 0],
    ['two cats', 'cat', 0],
    ['concatenate', 'cat', 0],
    ['written in C#', 'c', 0],
    ['the pier', 'north pier', 0],
  ])('%s holds %s: %d', (response, reference, value) => {
    expect(of(response, reference)).toBe(value)
  })

  it('finds a later whole word after an earlier part of one', () => {
    expect(of('concatenate the cat', 'cat')).toBe(1)
  })

  it('takes a reference of punctuation alone literally', () => {
    expect(of('a → b', '→')).toBe(1)
    expect(of('Really?', '?')).toBe(1)
    expect(of('Really.', '?')).toBe(0)
  })

  it('is NA for a blank reference and 0 for a blank response', () => {
    expect(of('text', '')).toBe('NA:missing_field')
    expect(of(' ', 'text')).toBe(0)
  })
})
