import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { configSchema } from '../src/core/config.ts'
import { EMBEDDING_PROVIDERS, JUDGE_PROVIDERS } from '../src/core/judge-config.ts'
import { headingsOf } from './support/headings.ts'
import { ROOT } from './support/project.ts'

const page = readFileSync(join(ROOT, 'docs', 'judges.md'), 'utf8')
const blocks = [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
const sections = blocks.map((text) => parse(text) as Record<string, { provider: string }>)

describe('docs/judges.md', () => {
  it('shows every provider, in sections that the configuration accepts', () => {
    for (const [index, section] of sections.entries()) {
      const { success, error } = configSchema.safeParse(section)
      expect(success, `${blocks[index]}\n${error?.message}`).toBe(true)
    }
    const judges = new Set(sections.flatMap(({ judge }) => judge?.provider ?? []))
    // A model object stands in ragstone.config.ts.
    expect([...judges].sort()).toEqual(JUDGE_PROVIDERS.filter((name) => name !== 'ai-sdk').sort())
    expect(page).toContain("provider: 'ai-sdk'")
    for (const { embeddings } of sections) {
      if (embeddings !== undefined) expect(EMBEDDING_PROVIDERS).toContain(embeddings.provider)
    }
  })

  it('writes no key into a configuration', () => {
    for (const text of blocks) {
      for (const [, key = ''] of text.matchAll(/api[_-]key: *(\S+)/g)) expect(key).toMatch(/^"?\$\{[A-Z_]+\}"?\}?$/)
    }
  })

  it('links only to pages and headings that exist', () => {
    const links = [...page.matchAll(/\]\(([^)#]*)(?:#([^)]+))?\)/g)]
    expect(links.length).toBeGreaterThan(10)
    for (const [, file = '', anchor] of links) {
      const text = readFileSync(join(ROOT, 'docs', file === '' ? 'judges.md' : file), 'utf8')
      if (anchor !== undefined) expect(headingsOf(text), `${file}#${anchor}`).toContain(anchor)
    }
  })
})
