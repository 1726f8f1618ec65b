import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../core/config.ts'
import { escapeMarkdown } from './escape-markdown.ts'
import { markdownReport } from './markdown.ts'
import { sampleReport } from './test-support/sample-report.ts'

/** Unescaped bars of a line: the borders of its cells. */
const bars = (line: string) => line.replace(/\\\|/g, '').split('|').length - 1

function rowsByTable(text: string): string[][] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('|'))
    .map((block) => block.split('\n'))
}

describe('markdownReport', () => {
  it.each(LANGUAGES)('gives every row of a table the same number of cells, also with hostile data (%s)', (language) => {
    const hostile = ' | `x` \n| --- |\n# head <img src=x onerror=alert(1)> [a](javascript:b) \\| *b*'
    for (const text of [
      sampleReport({ language, graded: true }),
      sampleReport({ language, hostile, graded: true }),
    ].map((report) => markdownReport(report))) {
      const found = rowsByTable(text)
      expect(found.length).toBe(7)
      for (const rows of found) expect(new Set(rows.map(bars)).size).toBe(1)
      expect(text).not.toMatch(/<(?!\/?$)[a-z]/i)
      expect(text).not.toMatch(/NaN|undefined/)
      expect(text).not.toMatch(/[^\\]\]\(/)
    }
  })

  it('has one heading of the first level and the sections below it', () => {
    const headings = markdownReport(sampleReport()).match(/^#+ .*$/gm) ?? []
    expect(headings[0]).toBe('# Ragstone report: handbook')
    expect(headings.slice(1).every((heading) => heading.startsWith('## '))).toBe(true)
    expect(headings).toContain('## Retrieval')
    expect(headings).toContain('## Gates')
  })

  it('marks gates in words', () => {
    expect(markdownReport(sampleReport())).toContain('- **FAILED** hit_rate@3 &gt;= 0.90')
  })
})

describe('escapeMarkdown', () => {
  it('keeps names readable and makes markup inert', () => {
    expect(escapeMarkdown('hit_rate@3')).toBe('hit_rate@3')
    expect(escapeMarkdown('中_文_字')).toBe('中_文_字')
    expect(escapeMarkdown('_a_ *b* `c` ~d~ $e$')).toBe('\\_a\\_ \\*b\\* \\`c\\` \\~d\\~ \\$e\\$')
    expect(escapeMarkdown('<b>&amp;|')).toBe('&lt;b&gt;&amp;amp;\\|')
    expect(escapeMarkdown('0.9 [0.8, 1.0]')).toBe('0.9 [0.8, 1.0]')
    expect(escapeMarkdown('![x](y) [x][y] [x]: y')).toBe('![x\\](y) [x\\][y] [x\\]: y')
    expect(escapeMarkdown('[ ] task')).toBe('\\[ ] task')
    expect(escapeMarkdown('# head')).toBe('\\# head')
    expect(escapeMarkdown('- item')).toBe('\\- item')
    expect(escapeMarkdown('1. item')).toBe('1\\. item')
    expect(escapeMarkdown('a\n---')).toBe('a ---')
  })
})
