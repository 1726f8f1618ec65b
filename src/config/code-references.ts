import { MIN_SECRET_LENGTH } from '../core/redact.ts'
import { type Environment, type Reference, variable } from './environment.ts'
import { formatKeyPath, mapTexts } from './key-path.ts'

/**
 * Which texts of a configuration written in code hold values of the environment. Code reads variables by itself, so they
 * are found by value: all variables of `.env`, and those of the process that the code names in capitals.
 */
export function findReferences(value: unknown, code: string, environment: Environment): Map<string, Reference> {
  const references = new Map<string, Reference>()
  const values = candidates(code, environment)
  if (values.length === 0) return references
  mapTexts(value, (text, path) => {
    const names: string[] = []
    let written = text
    for (const { name, secret } of values) {
      if (!written.includes(secret)) continue
      written = written.replaceAll(secret, `\${${name}}`)
      names.push(name)
    }
    if (names.length > 0) references.set(formatKeyPath(path), { written, names })
    return text
  })
  return references
}

/** Longest values first, so that a value that contains another one is found whole. */
function candidates(code: string, environment: Environment): { name: string; secret: string }[] {
  const named = code.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []
  const names = new Set([...Object.keys(environment.file), ...(/\benv\b/.test(code) ? named : [])])
  return [...names]
    .map((name) => ({ name, secret: variable(environment, name) ?? '' }))
    .filter(({ secret }) => secret.length >= MIN_SECRET_LENGTH)
    .sort((a, b) => b.secret.length - a.secret.length)
}
