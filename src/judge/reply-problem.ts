import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** What stands at a path of a JSON value; undefined when nothing does. */
function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<PropertyKey, unknown>)[key]
  }
  return found
}

/** Whether the issue is that a number, which the field may hold, lies beside the numbers that it may be. */
function isOffScale(issue: Issue, value: unknown): boolean {
  const found = at(value, issue.path)
  if (typeof found !== 'number') return false
  switch (issue.code) {
    case 'too_big':
    case 'too_small':
    case 'not_multiple_of':
      return true
    case 'invalid_type':
      return issue.expected === 'int'
    case 'invalid_value':
      return issue.values.some((allowed) => typeof allowed === 'number')
    case 'invalid_union':
      return issue.errors.some((branch) => branch.length > 0 && branch.every((one) => isOffScale(one, found)))
    default:
      return false
  }
}

/** Whether numbers off their scale are all that keeps a value from fitting. */
export function offScale(issues: readonly Issue[], value: unknown): boolean {
  return issues.length > 0 && issues.every((issue) => isOffScale(issue, value))
}

/** The first issue in one line, with the field that it is about. */
export function problemOf(issues: readonly Issue[]): string {
  const [issue] = issues
  if (issue === undefined) return 'the reply does not have the shape that was asked for'
  const field = issue.path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  const name = field === '' ? 'the reply' : `field ${field.replace(/^\./, '')}`
  return `${name}: ${issue.message}${issues.length > 1 ? ` (and ${issues.length - 1} more)` : ''}`
}
