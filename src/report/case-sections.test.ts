import { describe, expect, it } from 'vitest'
import { metric } from '../analysis/test-support/records.ts'
import { LANGUAGES } from '../core/config.ts'
import { messages } from '../text/catalogue.ts'
import type { List, Section } from './blocks.ts'
import { layOut } from './layout.ts'
import { SAMPLE_METRICS, sampleReport } from './test-support/sample-report.ts'

const titled = (sections: readonly Section[], start: string) => sections.find(({ title }) => title.startsWith(start))
const listIn = (section: Section | undefined) => section?.blocks.find((block): block is List => block.kind === 'list')

describe('the section of answers far from the reference', () => {
  it.each(LANGUAGES)('says how many there are, that word overlap is a hint, and what went wrong (%s)', (language) => {
    const report = sampleReport({ language })
    const text = messages(language)
    const total = report.low_answers_total.reduce((sum, { n }) => sum + n, 0)
    const title = text.lowTitle('token_recall', '0.5', text.responsesTo(total, report.low_answers_cases))
    const section = titled(layOut(report), title)
    expect(section?.blocks[0]).toEqual({ kind: 'paragraph', text: text.lowNote('token_recall') })
    const lines = listIn(section)?.items.flatMap((item) => item.lines) ?? []
    const stages = text.lowStages('hit_rate@3')
    for (const stage of [stages.missed, stages.found])
      expect(lines.some((line) => line.includes(stage ?? '?'))).toBe(true)
    expect(lines[0]).toBe(text.lowReference('It says so on page 0.'))
  })

  it('is left out when no answer is low', () => {
    const sections = layOut(sampleReport({ metrics: SAMPLE_METRICS.filter((one) => one.metric !== 'token_recall') }))
    expect(titled(sections, 'Answers far')).toBeUndefined()
  })
})

describe('lists of cases', () => {
  it('begin with what goes wrong under the best configuration', () => {
    const report = sampleReport()
    const [miss] = report.retrieval_misses
    const weak = Array.from({ length: 6 }, (_, i) => ({ ...miss, configuration: 'base', test_case_id: `weak-${i}` }))
    const both = { ...miss, configuration: '嚴格提示', test_case_id: 'stubborn' }
    const summaries = report.summaries.map((one) => ({ ...one, value: one.configuration === '嚴格提示' ? 0.9 : 0.3 }))
    const retrieval_misses = [...weak, both].map((one) => ({
      ...one,
      user_input: one.test_case_id,
    })) as typeof report.retrieval_misses
    const list = listIn(titled(layOut({ ...report, summaries, retrieval_misses }, { listed: 2 }), 'Retrieval misses'))
    expect(list?.items.map(({ head }) => head)).toEqual(['stubborn', 'weak-0'])
  })

  it('count responses and questions in the title', () => {
    const titles = layOut(sampleReport()).map(({ title }) => title)
    expect(titles).toContain('Should have refused but did not: 3 responses, 1 question')
    expect(titles).toContain('Retrieval misses (hit_rate@3): 3 responses, 3 questions')
  })

  it('say of a miss whether it was answered all the same', () => {
    const list = listIn(titled(layOut(sampleReport()), 'Retrieval misses'))
    for (const { lines } of list?.items ?? []) expect(lines[0]).toMatch(/; answered all the same$/)
  })
})

describe('a run without a case that is marked unanswerable', () => {
  const unmarked = (language: (typeof LANGUAGES)[number]) => ({
    ...sampleReport({ language }),
    unanswerable_cases: 0,
    answered_unanswerable: [],
  })

  it.each(LANGUAGES)('says that correct refusals cannot be told, instead of 0 of 0 (%s)', (language) => {
    const text = messages(language)
    const section = layOut(unmarked(language)).find(({ title }) => title === text.refusals)
    expect(section?.blocks).toContainEqual({ kind: 'paragraph', text: text.noneUnanswerable })
    const tables = section?.blocks.filter(({ kind }) => kind === 'table')
    expect(JSON.stringify(tables)).not.toContain(text.correctRefusal)
    expect(JSON.stringify(section)).not.toContain(text.scoredOf(0, 0))
  })

  it.each(LANGUAGES)('calls no refusal wrong (%s)', (language) => {
    const text = messages(language)
    const said = JSON.stringify(layOut(unmarked(language)))
    expect(said).not.toContain(text.nextRefused(3))
    expect(said).not.toContain(text.refusedAnswerable(''))
    expect(said).toContain(text.refusedUnmarked(''))
  })
})

describe('the tables of scores', () => {
  it('explain the metric refusal and who scored, once', () => {
    const said = layOut(sampleReport()).flatMap(({ blocks }) => blocks)
    expect(said.filter((one) => one.kind === 'paragraph' && one.text === messages('en').refusalMetric)).toHaveLength(1)
    expect(JSON.stringify(said)).toContain(JSON.stringify(['scored by', 'rules, no model']))
    const without = layOut(sampleReport({ metrics: [metric('faithfulness')] }))
    expect(JSON.stringify(without)).not.toContain('refusal =')
  })

  it('name NA reasons in words, missing fields by name, and the code in the legend', () => {
    const report = sampleReport({ configurations: ['base'] })
    const summaries = report.summaries.map((one) =>
      one.metric === 'faithfulness' ? { ...one, na: { missing_field: 3 }, na_fields: { reference: 3 } } : one,
    )
    for (const [language, remark, legend] of [
      ['en', 'missing field 3 (reference)', 'declined (refusal)'],
      ['zh-Hant', '未評分（缺少 reference 3 筆）', '拒答（refusal）'],
      ['zh-Hans', '无分数（缺少 reference 3 条）', '拒答（refusal）'],
    ] as const) {
      const said = JSON.stringify(layOut({ ...report, language, summaries }))
      expect(said).toContain(remark)
      expect(said).toContain(JSON.stringify(legend))
    }
  })
})
