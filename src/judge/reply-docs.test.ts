import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { LONGEST_REPLY } from './read-json.ts'
import { DEEPEST, REPAIRS } from './read-json-value.ts'
import { LEAST_MASS } from './read-word.ts'
import { SPELLINGS, wordKey } from './verdict-words.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/judge-replies.md'), 'utf8')

describe('docs/judge-replies.md', () => {
  it('lists exactly the spellings that are read', () => {
    for (const [sense, words] of Object.entries(SPELLINGS)) {
      const row = page.split('\n').find((line) => line.startsWith(`| ${sense.replace('_', ' ')} |`)) ?? ''
      const listed = (row.split('|')[2] ?? '').split(/[\s·]+/).filter((word) => word !== '')
      expect(listed.map(wordKey).toSorted()).toEqual(words.map(wordKey).toSorted())
    }
  })

  it('states the repairs and limits in force', () => {
    for (const repair of REPAIRS) expect(page).toContain(`| \`${repair}\` |`)
    expect(page).toContain(`deeper than ${DEEPEST} levels`)
    expect(page).toContain(`more than ${LONGEST_REPLY / 1e6} million characters`)
    expect(page).toContain(`at least ${String(LEAST_MASS).replace('0.', '.')} |`)
  })
})
