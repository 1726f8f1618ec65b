import type { HttpSystemConfig } from '../core/config.ts'
import { messageOf, RagstoneError } from '../core/errors.ts'
import type { Outcome } from './exchange.ts'
import { failed, keysOf, REPLY_KEYS, readReply } from './reply.ts'
import { shown } from './show.ts'

type Pick = HttpSystemConfig['http']['pick']

/** The expression by which a system that only retrieves says so. */
const NO_RESPONSE = '`null`'

/**
 * How the JSON of an HTTP reply is read: each field that `pick` gives is a JMESPath expression
 * (https://jmespath.org), every other one stands under its own name. Throws for an expression that is none.
 */
export async function replyPicker(pick: Pick): Promise<(body: unknown) => Outcome> {
  const given = REPLY_KEYS.filter((key) => pick[key] !== undefined)
  if (given.length === 0) return (body) => readReply(body)
  const { compile, TreeInterpreter } = await import('@jmespath-community/jmespath')
  const compiled = given.map((key) => {
    const expression = pick[key] ?? ''
    try {
      return { key, expression, tree: compile(expression) }
    } catch (cause) {
      throw badPick(key, expression, cause)
    }
  })
  for (const { key, expression, tree } of compiled) {
    try {
      TreeInterpreter.search(tree, null)
    } catch (cause) {
      // Unlike a wrong type, these are wrong whatever the reply.
      if (/^(unknown function|invalid arity)/i.test(messageOf(cause))) throw badPick(key, expression, cause)
    }
  }
  return (body) => {
    const reply = ownFields(body)
    for (const { key, expression, tree } of compiled) {
      try {
        reply[key] = TreeInterpreter.search(tree, body as Parameters<typeof TreeInterpreter.search>[1])
      } catch (error) {
        return failed(
          'unreadable_reply',
          `http.pick.${key} (${expression}) failed on the reply: ${shown(messageOf(error))}`,
        )
      }
    }
    const outcome = readReply(reply)
    // An expression that finds nothing gives null, which must not pass for a system that only retrieves.
    const nothing = pick.response !== undefined && pick.response.trim() !== NO_RESPONSE && reply.response === null
    if (!nothing || outcome.error !== undefined) return outcome
    const keys = isObject(body) ? `; its keys: ${keysOf(body)}` : ''
    return failed('unreadable_reply', `http.pick.response (${pick.response}) finds nothing in the reply${keys}`)
  }
}

function ownFields(body: unknown): Record<string, unknown> {
  if (!isObject(body)) return {}
  return Object.fromEntries(REPLY_KEYS.filter((key) => Object.hasOwn(body, key)).map((key) => [key, body[key]]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function badPick(key: string, expression: string, cause: unknown): RagstoneError {
  return new RagstoneError(
    'bad_pick',
    `http.pick.${key}: "${expression}" is no JMESPath expression: ${messageOf(cause)}`,
    {
      hint: 'for example answer.text, or hits[*].{text: content, source: file}; see https://jmespath.org',
      cause,
    },
  )
}
