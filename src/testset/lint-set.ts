import { counted } from '../core/counted.ts'
import type { TestCase } from '../core/test-case.ts'
import { scriptOf } from '../text/han-scripts.ts'
import type { Finding } from './finding.ts'
import { QUESTION_KINDS, questionKind } from './question-kind.ts'

/** Fewer cases give averages that change from one sample of questions to the next. */
const ENOUGH_CASES = 30
/** From here on judged metrics become slow and dear enough to be worth a word. */
const MANY_CASES = 200
/** Questions to a judge that one metric asks about one case, on average. */
const CALLS_PER_CASE = 3
/** Smaller sets are told to grow, not to vary. */
const ENOUGH_TO_JUDGE_VARIETY = 5

/** Pitfalls of the set as a whole. */
export function lintSet(cases: readonly TestCase[]): Finding[] {
  return [
    ...lintSize(cases),
    ...lintAnswerability(cases),
    ...lintVariety(cases),
    ...lintTags(cases),
    ...lintScripts(cases),
  ]
}

function finding(
  severity: Finding['severity'],
  code: string,
  message: string,
  cases: readonly TestCase[] = [],
): Finding {
  return { code, severity, message, cases: cases.map((one) => one.id) }
}

function lintSize(cases: readonly TestCase[]): Finding[] {
  const n = cases.length
  if (n < ENOUGH_CASES) {
    const message = `${counted(n, 'case')}: averages over so few change with every case; aim for ${ENOUGH_CASES} or more`
    return [finding('warning', 'too_few_cases', message)]
  }
  if (n < MANY_CASES) return []
  const message = `${n} cases: a metric that asks a judge takes about ${n * CALLS_PER_CASE} calls for each configuration; use --limit while developing, and metrics by rule (hit_rate, refusal), which cost nothing`
  return [finding('note', 'cost', message)]
}

function lintAnswerability(cases: readonly TestCase[]): Finding[] {
  const unanswerable = cases.filter((one) => !one.answerable).length
  if (cases.length === 0) return []
  if (unanswerable === cases.length) {
    const message =
      'every case is unanswerable: an empty expected source means that the documents do not say; fill it in, or write answerable: true'
    return [finding('warning', 'all_unanswerable', message)]
  }
  if (unanswerable > 0) return []
  const message =
    'no case asks for something that the documents do not say, so wrong answers in place of a refusal stay unseen; add some with answerable: false'
  return [finding('warning', 'no_unanswerable_case', message)]
}

function lintVariety(cases: readonly TestCase[]): Finding[] {
  if (cases.length < ENOUGH_TO_JUDGE_VARIETY) return []
  const findings: Finding[] = []
  const kinds = new Set(cases.map(questionKind))
  if (cases.some((one) => !one.answerable)) kinds.add('boundary')
  const missing = QUESTION_KINDS.filter((kind) => !kinds.has(kind))
  const tagged = cases.some((one) => one.tags.type !== undefined)
  if (missing.length > 0 && missing.length < QUESTION_KINDS.length) {
    const by = tagged ? 'by the tag "type"' : 'judged by wording; a tag "type" makes it certain'
    findings.push(
      finding(
        'note',
        'missing_question_types',
        `no question of type ${missing.join(', ')} (${by}); add some, since systems fail at each in its own way`,
      ),
    )
  }
  return [...findings, ...lintPhrasing(cases)]
}

/** Said from the tag alone: wording does not tell a formal question from an everyday one reliably, least so in Chinese. */
function lintPhrasing(cases: readonly TestCase[]): Finding[] {
  const tags = cases.map((one) => one.tags.phrasing)
  if (tags.every((tag) => tag === undefined)) {
    const message =
      'phrasing is not tagged, so it stays unseen whether questions as users type them, in everyday words, vaguely and with slips, are among the cases: tag phrasing: formal, colloquial or vague'
    return [finding('note', 'phrasing_not_tagged', message)]
  }
  if (tags.some((tag) => tag !== 'formal')) return []
  const message =
    'every question is phrased formally (by the tag "phrasing"); real users write in everyday words, vaguely and with slips: add such questions, tagged phrasing: colloquial or vague'
  return [finding('warning', 'only_formal_phrasing', message)]
}

function lintTags(cases: readonly TestCase[]): Finding[] {
  const names = [...new Set(cases.flatMap((one) => Object.keys(one.tags)))].sort()
  return names.flatMap((name) => {
    const without = cases.filter((one) => !Object.hasOwn(one.tags, name))
    if (without.length === 0) return []
    const message = `the tag "${name}" is on ${cases.length - without.length} of ${cases.length} cases; give it to the others too, so that cases can be picked and counted by it`
    return [finding('note', 'partial_tag', message, without)]
  })
}

function lintScripts(cases: readonly TestCase[]): Finding[] {
  const scripts = cases.map((one) => ({ one, ...scriptCounts(`${one.user_input}\n${one.reference ?? ''}`) }))
  const traditional = scripts.filter(({ hant, hans }) => hant > hans).map(({ one }) => one)
  const simplified = scripts.filter(({ hant, hans }) => hans > hant).map(({ one }) => one)
  if (traditional.length === 0 || simplified.length === 0) return []
  const fewer = traditional.length < simplified.length ? traditional : simplified
  const message = `some cases are in Traditional (${traditional.length}) and some in Simplified Chinese (${simplified.length}); if users write in one script only, keep to it, otherwise tag the script so that results can be told apart`
  return [finding('note', 'mixed_scripts', message, fewer)]
}

function scriptCounts(text: string): { hant: number; hans: number } {
  const counts = { hant: 0, hans: 0 }
  for (let at = 0; at < text.length; at += 1) {
    const script = scriptOf(text.charCodeAt(at))
    if (script !== undefined) counts[script] += 1
  }
  return counts
}
