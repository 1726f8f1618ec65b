import type { TagFinding } from './attribute-report.ts'
import type { OutcomeData } from './outcome-data.ts'

/** A tag with more values names single questions rather than kinds of them. */
const MOST_VALUES = 20
/** Means closer than this are one mean that was rounded on two ways. */
const SAME = 1e-12

/** How each configuration does on each kind of question, by every tag that has two to twenty values. */
export function tagFindings(data: OutcomeData): TagFinding[] {
  const kinds = new Map<string, Map<string, number[]>>()
  for (const question of data.questions) {
    for (const [tag, value] of Object.entries(data.tagsOf(question))) {
      const values = kinds.get(tag) ?? new Map<string, number[]>()
      kinds.set(tag, values)
      const own = values.get(value)
      if (own === undefined) values.set(value, [question])
      else own.push(question)
    }
  }
  return [...kinds.keys()].sort().flatMap((tag) => {
    const values = kinds.get(tag) ?? new Map<string, number[]>()
    if (values.size < 2 || values.size > MOST_VALUES) return []
    return [...values.keys()].sort().map((value) => finding(data, tag, value, values.get(value) ?? []))
  })
}

function finding(data: OutcomeData, tag: string, value: string, questions: readonly number[]): TagFinding {
  const sign = data.measured.of.direction === 'lower_is_better' ? -1 : 1
  const configurations = data.columns.flatMap((column, place) => {
    const values = questions.map((question) => column.valueAt(question)).filter((own) => !Number.isNaN(own))
    if (values.length === 0) return []
    const mean = values.reduce((sum, own) => sum + own, 0) / values.length
    return [{ configuration: data.design.names[place] ?? '', value: mean, n: values.length }]
  })
  const top = Math.max(...configurations.map((one) => sign * one.value))
  const best = configurations.filter((one) => sign * one.value >= top - SAME * Math.max(1, Math.abs(top)))
  return { tag, value, n: questions.length, configurations, best: best.map(({ configuration }) => configuration) }
}
