import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../../../shared/cases/measles-study.json')

/** Whether the marks of the published study of six configurations are there. */
export const hasMeasles = existsSync(file)

interface Study {
  questions: string[]
  configurations: Record<string, { settings: Record<string, unknown>; marks: (0 | 1)[] }>
  expected: { totals: Record<string, number>; right_wrong: [number, number] }
}

/** Eight questions under six configurations, each answer marked right (1) or wrong (0). */
export function measlesStudy(): Study {
  return JSON.parse(readFileSync(file, 'utf8')) as Study
}

/** A file of answers (jsonl) in the shape of the study; the texts are made up. */
export function measlesAnswers(): string {
  const { questions, configurations } = measlesStudy()
  return Object.keys(configurations)
    .flatMap((configuration) =>
      questions.map((id) => ({
        id,
        configuration,
        user_input: `What of ${id}?`,
        reference: `What the report says of ${id}.`,
        response: `${configuration} says something of ${id}.`,
        retrieved_contexts: [`The report has a page on ${id}.`],
      })),
    )
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('')
}

/** The marks as a file of grades (CSV). */
export function measlesGrades(): string {
  const { questions, configurations } = measlesStudy()
  const marks = Object.entries(configurations).flatMap(([configuration, { marks: own }]) =>
    questions.map((id, index) => `${configuration},${id},${own[index] === 1 ? 'right' : 'wrong'},author`),
  )
  return `${['configuration,test_case_id,verdict,grader', ...marks].join('\n')}\n`
}
