import { counted } from '../core/counted.ts'
import type { TestCase } from '../core/test-case.ts'
import { sameText } from '../text/normalize.ts'
import type { Finding } from './finding.ts'
import { lintCases, NEARLY_SAME } from './lint-cases.ts'
import { overlap, shingles } from './shingles.ts'

/** Pitfalls of one case on its way into a set: its own, and questions of the set that are the same or nearly so. */
export function lintNewCase(testCase: TestCase, others: readonly TestCase[]): Finding[] {
  return [...ownFindings(testCase), ...lintLikeQuestions(testCase, others)]
}

function ownFindings(testCase: TestCase): Finding[] {
  const findings = lintCases([testCase])
  const missing = findings.filter((one) => one.code.startsWith('missing_'))
  if (missing.length < 2) {
    // The counts of a whole set mean nothing for a single case.
    return findings.map((one) => ({ ...one, severity: 'warning', message: one.message.replace(/ \(\d+ of \d+\)/, '') }))
  }
  const nothing: Finding = {
    code: 'nothing_expected',
    severity: 'warning',
    message:
      'neither a reference answer nor a source, so hardly a metric can tell right from wrong: give them, or mark the case as unanswerable if the documents do not say',
    cases: [testCase.id],
  }
  return [nothing, ...findings.filter((one) => !missing.includes(one))]
}

function lintLikeQuestions(testCase: TestCase, others: readonly TestCase[]): Finding[] {
  const own = shingles(testCase.user_input)
  const same = others.filter((one) => sameText(one.user_input, testCase.user_input))
  const near = others.filter((one) => !same.includes(one) && overlap(own, shingles(one.user_input)) >= NEARLY_SAME)
  const found = (code: string, like: readonly TestCase[], how: string): Finding[] => {
    if (like.length === 0) return []
    const ids = like.map((one) => one.id)
    const shown =
      ids.length > 3 ? `${ids.slice(0, 3).join(', ')} and ${counted(ids.length - 3, 'more case')}` : ids.join(', ')
    return [{ code, severity: 'warning', message: `${how} ${shown}`, cases: [testCase.id, ...ids] }]
  }
  return [
    ...found('duplicate_question', same, 'the same question counts double; it is also asked by'),
    ...found('near_duplicate_question', near, 'differs in a few letters only from the question of'),
  ]
}
