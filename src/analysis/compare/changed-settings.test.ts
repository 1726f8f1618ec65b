import { describe, expect, it } from 'vitest'
import { changedSettings, flatSettings } from './changed-settings.ts'

describe('changed settings', () => {
  it('are those whose values differ, whatever the order of keys, nested ones with dots', () => {
    const a = { top_k: 3, index: { size: 400, kind: 'text' }, prompt: 'plain' }
    const b = { prompt: 'plain', index: { kind: 'text', size: 800 }, top_k: 3, rerank: true }
    expect(changedSettings(a, b)).toEqual([
      { factor: 'index.size', a: 400, b: 800 },
      { factor: 'rerank', b: true },
    ])
    expect(changedSettings(a, { ...a })).toEqual([])
  })

  it('tell null from unset, and 3 from the text 3', () => {
    expect(changedSettings({ k: null }, {})).toEqual([{ factor: 'k', a: null }])
    expect(changedSettings({ k: 3 }, { k: '3' })).toEqual([{ factor: 'k', a: 3, b: '3' }])
  })

  it('keep lists whole and keys with dots apart from nested ones', () => {
    expect([...flatSettings({ 'a.b': 1, a: { b: [1, { c: 2 }] }, e: {} })]).toEqual([
      ['a..b', 1],
      ['a.b', [1, { c: 2 }]],
      ['e', {}],
    ])
  })
})
