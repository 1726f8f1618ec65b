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

/** Below the tables: what stands beside the names, and the command that tells more of it. */
export function trustNotes({ run, trust, summaries }: RunReport, text: Messages, flags: string): Block[] {
  if (summaries.every(({ stage }) => stage === 'cost')) return []
  const command = (name: string) => `npx ragstone ${name} ${run.id}${flags}`
  return [
    {
      kind: 'paragraph',
      text: trust === null ? text.notValidatedNote(command('grade')) : text.validatedNote(command('trust')),
    },
  ]
}
