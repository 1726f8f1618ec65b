import type { SystemConfig } from '../core/config.ts'
import { isRagstoneError, RagstoneError } from '../core/errors.ts'
import { OPEN_HEADER, SECRET_NAME } from '../core/hide-secrets.ts'
import { REDACTED, redact } from '../core/redact.ts'
import type { System, SystemReply } from './system.ts'

/**
 * What must not be shown of a system: the secrets of the configuration, the values of its headers (a bearer token also
 * without its scheme), the password in its address, and environment variables whose name says that they are secret.
 */
export function secretsOfSystem(config: SystemConfig, given: readonly string[]): string[] {
  const secrets = new Set(given)
  if ('http' in config) {
    for (const [name, value] of Object.entries(config.http.headers)) {
      if (OPEN_HEADER.test(name)) continue
      secrets.add(value)
      for (const part of value.split(/[\s=;,]+/)) if (part.length >= 8) secrets.add(part)
    }
    const password = /^[a-z]+:\/\/[^/@:]*:([^/@]+)@/i.exec(config.http.url)?.[1]
    if (password !== undefined) secrets.add(password)
  }
  if ('command' in config) {
    for (const [name, value] of Object.entries(config.env ?? {})) if (SECRET_NAME.test(name)) secrets.add(value)
  }
  return [...secrets]
}

/** Named values as they may be stored: those whose name says secret are blanked, the others lose the secrets in them. */
export function maskedEntries(
  entries: Readonly<Record<string, string>>,
  mask: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries).map(([name, value]) => [name, SECRET_NAME.test(name) ? REDACTED : mask(value)]),
  )
}

/**
 * The same system, whose errors and problems hold no secret. An answer is left as it is, except that a key which the
 * system gave away in it is blanked and told as a problem.
 */
export function withoutSecrets(system: System, secrets: readonly string[]): System {
  const mask = (text: string) => redact(text, secrets)
  const keys = secrets.filter(looksLikeKey)
  return {
    identity: system.identity,
    concurrency: system.concurrency,
    close: () => system.close(),
    async ask(request, options) {
      try {
        return maskReply(await system.ask(request, options), mask, keys)
      } catch (error) {
        throw isRagstoneError(error) ? maskError(error, mask) : error
      }
    },
  }
}

/** A RagstoneError without secrets. */
export function maskError(error: RagstoneError, mask: (text: string) => string): RagstoneError {
  return new RagstoneError(error.code, mask(error.message), {
    ...(error.hint === undefined ? {} : { hint: mask(error.hint) }),
    details: error.details.map(mask),
  })
}

function maskReply(reply: SystemReply, mask: (text: string) => string, keys: readonly string[]): SystemReply {
  const masked = { ...reply }
  if (reply.error !== undefined) masked.error = { ...reply.error, message: mask(reply.error.message) }
  if (reply.problems !== undefined) masked.problems = reply.problems.map(mask)
  if (keys.length === 0) return masked
  const texts = [reply.response ?? '', ...(reply.retrieved_contexts ?? []).map((chunk) => chunk.text)]
  if (!texts.some((text) => redact(text, keys) !== text)) return masked
  if (reply.response !== null) masked.response = redact(reply.response, keys)
  if (reply.retrieved_contexts !== undefined) {
    masked.retrieved_contexts = reply.retrieved_contexts.map((chunk) => ({ ...chunk, text: redact(chunk.text, keys) }))
  }
  masked.problems = [
    ...(masked.problems ?? []),
    `the answer held a secret of the configuration, replaced by ${REDACTED}`,
  ]
  return masked
}

/** Long and without the marks of an address or a path: a value that no answer holds by chance. */
function looksLikeKey(value: string): boolean {
  return /^[^\s/\\]{16,}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value)
}
