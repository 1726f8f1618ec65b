import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shownPath } from './shown-path.ts'

describe('a path in a message', () => {
  it('is relative to the current folder inside it, and to another folder that is named', () => {
    expect(shownPath(resolve('sets', 'q.csv'))).toBe(join('sets', 'q.csv'))
    expect(shownPath(resolve('..hidden', 'q.csv'))).toBe(join('..hidden', 'q.csv'))
    expect(shownPath(resolve('sets', 'q.csv'), resolve('sets'))).toBe('q.csv')
  })

  it('stays absolute outside of it, and for the folder itself', () => {
    const beside = join(dirname(process.cwd()), 'beside', 'q.csv')
    expect(shownPath(beside)).toBe(beside)
    expect(shownPath(process.cwd())).toBe(process.cwd())
    expect(shownPath(dirname(process.cwd()))).toBe(dirname(process.cwd()))
  })

  it('stays as it is when it is relative already', () => {
    expect(shownPath('cases.csv')).toBe('cases.csv')
  })
})
