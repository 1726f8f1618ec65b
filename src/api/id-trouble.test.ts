import { describe, expect, it } from 'vitest'
import { idTrouble } from './id-trouble.ts'

describe('an id that is not known', () => {
  it.each([
    ['2-Jan', ['1-2', '7-9'], '"1-2" may have become a date'],
    ['Jan-02', ['1-2'], '"1-2" may have become a date'],
    ['2026-01-02', ['1-2', '3-4'], '"1-2" may have become a date'],
    ['2026-01-02 00:00:00', ['1-2'], '"1-2" may have become a date'],
    ['1/2/2026', ['1-2'], '"1-2" may have become a date'],
    ['2-Jan', ['1-2', '2-1'], '"1-2" or "2-1" may have become a date'],
    ['45294', ['1-2'], 'ids such as "1-2" become dates in a spreadsheet'],
    ['Jan-99', ['5-6'], 'ids such as "5-6" become dates in a spreadsheet'],
    ['7', ['007', '008'], '"007" may have lost its leading zeros'],
    ['7.0', ['7', '8'], '"7" was written as a number with decimals'],
    ['1.23457E+15', ['1234567890123456'], '"1234567890123456" may have become a rounded number'],
    ['1,2E+10', ['a'], 'looks like a long number that a spreadsheet rounded'],
    ['leave-1', ['leave-01', 'travel-01'], 'did you mean "leave-01"?'],
  ])('%s among %j is explained', (id, known, hint) => {
    expect(idTrouble(id, known)).toContain(hint)
  })

  it('is not explained by what does not fit', () => {
    expect(idTrouble('45294', ['leave', 'travel'])).toBeUndefined()
    expect(idTrouble('2-Jan', ['leave', 'travel'])).toBeUndefined()
    expect(idTrouble('7', ['leave'])).toBeUndefined()
    expect(idTrouble('12-Xyz', ['1-2'])).toBeUndefined()
  })
})
