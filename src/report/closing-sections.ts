import type { GateState, RunReport } from '../analysis/run-report.ts'
import { quoted } from '../core/quoted.ts'
import { responseKey } from '../core/response-key.ts'
import { type NaReason, PASSING_REASONS } from '../core/score.ts'
import type { Messages } from '../text/catalogue.ts'
import type { ListItem, Section, Tone } from './blocks.ts'
import { trustOf } from './trust-mark.ts'

const TONES: Record<GateState, Tone> = { passed: 'good', failed: 'bad', undecided: 'unsure' }

/** The gates with their states in words. */
export function gateSection(report: RunReport, text: Messages): Section[] {
  const { gates } = report
  if (gates.length === 0) return []
  const items = gates.map(({ gate, metric, state, detail }) => ({
    mark: { word: text.gateStates[state], tone: TONES[state] },
    head: gate,
    lines: [detail, ...gateTrust(metric, report, text)],
  }))
  return [{ title: text.gates, blocks: [{ kind: 'list', items }] }]
}

/** Whether the metric that a gate stands on is known to separate right from wrong; nothing for time and cost. */
function gateTrust(metric: string | undefined, report: RunReport, text: Messages): string[] {
  const summary = report.summaries.find((one) => one.metric === metric)
  if (summary === undefined || summary.stage === 'cost') return []
  return [text.labelled(summary.metric, trustOf(summary.metric, report, text))]
}

/** What to do next, the most urgent first; every command ends with `flags`. */
export function nextSection(report: RunReport, text: Messages, flags = ''): Section {
  const { run, answered_unanswerable: answered, refused_answerable: refused } = report
  const { file } = run.system
  const work = typeof file === 'string' ? `evaluate ${quoted(file)}` : 'run'
  const resume = `npx ragstone ${work} --resume ${run.id}`
  const errors = report.system_errors.length
  const misses = new Set(report.retrieval_misses.map(responseKey)).size
  const canAskAgain = !isScoredFile(report)
  const missing = passing(report)
  const again = typeof file === 'string' ? resume : `npx ragstone evaluate --run ${run.id}`
  const advice = [
    (canAskAgain || file !== undefined) && isIncomplete(report) && text.nextResume(`${resume}${flags}`),
    canAskAgain && errors > 0 && text.nextErrors(errors, `${resume} --retry-errors${flags}`),
    missing.n > 0 &&
      text.nextPassing(
        missing.n,
        missing.reasons.map((reason) => text.naNames[reason]).join(text.comma),
        `${again}${flags}`,
      ),
    report.gates.some(({ state }) => state === 'undecided') && text.nextUndecided,
    misses > 0 && text.nextMisses(misses),
    answered.length > 0 && text.nextUnanswerable(answered.length),
    report.unanswerable_cases > 0 && refused.length > 0 && text.nextRefused(refused.length),
    run.test_cases === 1 && text.nextNoInterval,
    text.nextScores(`npx ragstone export scores ${run.id} --format csv --out scores.csv${flags}`),
    text.nextSave(`npx ragstone report ${run.id} --format markdown --out report.md${flags}`),
  ]
  const items = advice.filter((one) => one !== false).map(toItem)
  return { title: text.next, blocks: [{ kind: 'list', items }] }
}

/** Scores that are missing for a reason that can pass. */
function passing({ summaries }: RunReport): { n: number; reasons: NaReason[] } {
  const count = (reason: NaReason) => summaries.reduce((sum, { na }) => sum + (na[reason] ?? 0), 0)
  const counts = PASSING_REASONS.map((reason) => ({ reason, n: count(reason) })).filter(({ n }) => n > 0)
  return { n: counts.reduce((sum, { n }) => sum + n, 0), reasons: counts.map(({ reason }) => reason) }
}

function toItem(head: string): ListItem {
  const at = head.indexOf('npx ragstone ')
  return { head, lines: [], ...(at < 0 ? {} : { command: head.slice(at) }) }
}

/** Whether the answers came from a file: there is no system to ask again. */
function isScoredFile({ run }: RunReport): boolean {
  if (typeof run.system.file === 'string') return true
  return run.system.recorded !== undefined && run.system.recorded === run.test_set
}

/** Whether going on would change anything: a file that was read to its end has no more rows than it has. */
function isIncomplete({ progress, run }: RunReport): boolean {
  if (progress.some(({ not_evaluated }) => not_evaluated > 0)) return true
  if (typeof run.system.file === 'string') return run.test_cases === null
  return progress.some(({ collected, expected }) => (expected ?? 0) > collected)
}
