import type { Progress, RunReport } from '../analysis/run-report.ts'
import { type Messages, messages } from '../text/catalogue.ts'
import type { Section } from './blocks.ts'
import { caseSections } from './case-sections.ts'
import { gateSection, nextSection } from './closing-sections.ts'
import { gradeSection } from './grade-section.ts'
import { groupBy, namesOf } from './grouping.ts'
import { judgeSection } from './judge-section.ts'
import { latencySection } from './latency-section.ts'
import { refusalSection } from './refusal-section.ts'
import { scoreSections } from './score-sections.ts'
import { unsupportedSection } from './unsupported-section.ts'

export interface LayoutOptions {
  /** Beside NA counts, the mean with every NA at the bad end of the range; default false. */
  worstCase?: boolean
  /** How many items a list of cases shows; default 20. */
  listed?: number
  /** What the commands that the report prints must repeat, for example ` --config study.yaml`; default nothing. */
  commandFlags?: string
}

const LISTED = 20

/** A report as sections of blocks, the same for every form that people read. The first section is the head. */
export function layOut(report: RunReport, options: LayoutOptions = {}): Section[] {
  const words = messages(report.language)
  const flags = options.commandFlags ?? ''
  const all = `npx ragstone report ${report.run.id} --format json${flags}`
  const text: Messages = { ...words, more: (n) => words.more(n, all) }
  const listed = options.listed ?? LISTED
  return [
    head(report, text),
    ...scoreSections(report, text, options.worstCase === true, flags),
    ...refusalSection(report, text),
    ...caseSections(report, text, listed),
    ...unsupportedSection(report, text, listed, flags),
    ...judgeSection(report, text, flags),
    ...latencySection(report, text),
    ...gradeSection(report, text, listed),
    ...gateSection(report, text),
    nextSection(report, text, flags),
  ]
}

function head(report: RunReport, text: Messages): Section {
  const { run } = report
  const cases =
    run.repeats > 1
      ? `${text.cases(run.test_cases)}${text.clause}${text.repeats(run.repeats)}`
      : text.cases(run.test_cases)
  const pairs: [string, string][] = [
    [text.testSet, `${run.test_set}${text.clause}${cases}`],
    [text.configurations, run.configurations.map(({ name }) => name).join(text.comma) || '-'],
    ...groupBy(report.progress, (one) => progressLine(one, text)).map((same): [string, string] => [
      text.collected,
      text.labelled(
        namesOf(
          same.map(({ configuration }) => configuration),
          report,
          text,
        ),
        same[0] === undefined ? '' : progressLine(same[0], text),
      ),
    ]),
    run.judge === 'rule' ? [text.scoredBy, text.rulesOnly] : [text.judge, run.judge],
    ...importedLine(report, text),
    ...(run.note === undefined ? [] : [[text.note, run.note] as [string, string]]),
  ]
  return {
    title: text.title(run.name.trim() === '' ? run.id : run.name),
    blocks: [
      { kind: 'paragraph', text: text.runLine(run.id, timeOf(run.created_at)) },
      { kind: 'facts', pairs },
    ],
  }
}

/** Metrics whose scores were made elsewhere, with the files that they came from. */
function importedLine({ run }: RunReport, text: Messages): [string, string][] {
  const imported = run.metrics.filter((one) => one.imported !== undefined)
  if (imported.length === 0) return []
  const files = [...new Set(imported.flatMap((one) => one.imported?.file ?? []))].join(text.comma)
  return [[text.fromElsewhere, text.bracketed(imported.map(({ metric }) => metric).join(text.comma), files)]]
}

function progressLine(progress: Progress, text: Messages): string {
  const { collected, expected, errors, problems, not_evaluated } = progress
  const counted = text.collectedOf(collected, expected)
  return [counted, ...text.problemsOf(errors, problems, not_evaluated)].join(text.clause)
}

/** `2026-01-02 03:04 UTC`, or the text as it is when it is not an ISO time. */
function timeOf(createdAt: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}).*Z$/.exec(createdAt)
  return match === null ? createdAt : `${match[1]} ${match[2]} UTC`
}
