import { RagstoneError } from '../core/errors.ts'

/** Reads `name=value` flags. */
export function pairs(flag: string, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    values.map((text) => {
      const at = text.indexOf('=')
      if (at < 1)
        throw new RagstoneError('bad_flag', `${flag} ${text}: expected name=value`, {
          hint: `for example ${flag} type=factual`,
        })
      return [text.slice(0, at), text.slice(at + 1)]
    }),
  )
}
