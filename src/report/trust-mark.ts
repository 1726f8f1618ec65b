import type { RunReport } from '../analysis/run-report.ts'
import type { Messages } from '../text/catalogue.ts'
import { formatRate } from '../text/format-number.ts'
import type { Block } from './blocks.ts'

/** What stands beside a metric's name: whether it separates right from wrong answers here, as far as grades tell. */
export function trustOf(metric: string, { trust }: RunReport, text: Messages): string {
  const mark = trust?.find((one) => one.metric === metric)
  if (mark === undefined) return text.notValidated
  return text.trustMark(mark.verdict, mark.auc === null ? null : formatRate(mark.auc))
}

/** Below the tables of a run that nobody graded: what "not validated" means, and how to change it. */
export function trustNotes({ run, trust, summaries }: RunReport, text: Messages, flags: string): Block[] {
  if (trust !== null || summaries.every(({ stage }) => stage === 'cost')) return []
  return [{ kind: 'paragraph', text: text.notValidatedNote(`npx ragstone grade ${run.id}${flags}`) }]
}
