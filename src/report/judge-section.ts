import type { JudgeCheck, JudgeModelFacts, JudgeReport, ModelSpent, RunReport } from '../analysis/run-report.ts'
import type { Messages } from '../text/catalogue.ts'
import { formatNumber, formatRate } from '../text/format-number.ts'
import type { Section } from './blocks.ts'
import { groupBy } from './grouping.ts'

/** How the judge worked on the scores, and what that took; nothing where no metric asks a judge. `flags`: of printed commands. */
export function judgeSection({ judge }: RunReport, text: Messages, flags = ''): Section[] {
  if (judge === null) return []
  const pairs: [string, string][] = [
    [text.judge, judge.fingerprint],
    ...judge.models.map((model): [string, string] => [labelOf(model, text), modelLine(model, text)]),
    ...formLines(judge, text),
    ...countLines(judge, text),
    [
      text.check,
      judge.check === null ? text.notChecked(`npx ragstone check-judge${flags}`) : checkLine(judge.check, text),
    ],
    ...spentLines(judge, text),
  ]
  return [{ title: text.judgeTitle, blocks: [{ kind: 'facts', pairs }] }]
}

function labelOf({ role }: JudgeModelFacts, text: Messages): string {
  return role === 'judge' ? text.model : text.verifier
}

/** `ollama qwen2.5:7b, sha256:1234567890ab, temperature 0` */
export function modelLine(
  { provider, model, digest, parameters }: Omit<JudgeModelFacts, 'role'>,
  { clause }: Pick<Messages, 'clause'>,
): string {
  const sent = Object.entries(parameters).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return [`${provider} ${model}`, ...(digest === undefined ? [] : [digest.slice(0, 19)]), ...sent].join(clause)
}

/** Metrics of one form on one line. */
function formLines({ grading }: JudgeReport, text: Messages): [string, string][] {
  const forms = Object.entries(grading).map(([metric, form]) => ({
    metric,
    form: form === null ? text.formUnknown : text.forms[form],
  }))
  return groupBy(forms, ({ form }) => form).map((same) => [
    text.gradedBy,
    text.bracketed(same.map(({ metric }) => metric).join(text.comma), same[0]?.form ?? ''),
  ])
}

function countLines(judge: JudgeReport, text: Messages): [string, string][] {
  const { questions, scores, calls, cached, failures, contradictions, repaired, instruction_like: spoken } = judge
  const lines: [string, string | false][] = [
    [text.asked, text.askedLine(questions, scores, calls, cached)],
    [text.tokens, calls > 0 && text.tokensLine(whole(judge.prompt_tokens), whole(judge.completion_tokens))],
    [text.judgeFailures, Object.keys(failures).length > 0 && text.naCounts(failures)],
    [text.contradictions, contradictions > 0 && text.contradictionsLine(contradictions)],
    [text.repaired, repaired > 0 && text.repairedLine(repaired)],
    [text.instructionLike, spoken > 0 && text.instructionLikeLine(spoken)],
    [text.dropped, judge.dropped_parameters.length > 0 && judge.dropped_parameters.join(text.comma)],
  ]
  return lines.flatMap(([label, line]): [string, string][] => (line === false ? [] : [[label, line]]))
}

function checkLine(check: JudgeCheck, text: Messages): string {
  const day = check.checked_at === null ? [] : [check.checked_at.slice(0, 10)]
  const about = [...day, ...(check.quick ? [text.quickCheck] : [])].join(text.clause)
  const line = verdictOf(check, text)
  return about === '' ? line : text.labelled(about, line)
}

function verdictOf({ accuracy, items, advice }: JudgeCheck, text: Messages): string {
  if (accuracy === null || accuracy.value === null) return text.checkLine(null, items, advice)
  const { value, low, high } = accuracy
  const interval = low === null || high === null ? '' : ` [${formatRate(low)}, ${formatRate(high)}]`
  return text.checkLine(`${formatRate(value)}${interval}`, items, advice)
}

function spentLines({ spent }: JudgeReport, text: Messages): [string, string][] {
  const line = (label: string, one: ModelSpent | undefined): [string, string][] =>
    one === undefined ? [] : [[label, spentLine(one, text)]]
  return [...line(text.spentNow, spent?.judge), ...line(text.embeddingsNow, spent?.embeddings)]
}

function spentLine({ calls, hits, prompt_tokens, completion_tokens, cost_usd }: ModelSpent, text: Messages): string {
  const cost = cost_usd === null ? null : formatNumber(cost_usd, { scale: 'number', unit: 'usd' })
  return text.spentLine(calls, hits, text.tokensLine(whole(prompt_tokens), whole(completion_tokens)), cost)
}

function whole(n: number): string {
  return n.toLocaleString('en-US')
}
