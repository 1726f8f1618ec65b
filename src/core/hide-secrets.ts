import { REDACTED } from './redact.ts'

/** Names of variables, headers and parameters whose values are secret. */
export const SECRET_NAME = /key|token|secret|passw|auth|credential|cookie|session/i

/** Headers that say how to talk, not who is talking. */
export const OPEN_HEADER = /^(accept|accept-.*|content-type|user-agent)$/i

/** Settings are free names (`max_tokens`, `keyword_boost`), so only plain names of secrets count, and only texts. */
const SECRET_SETTING =
  /(^|[_.-])(api[_-]?key|secret|password|passwd|authorization|credentials?|(access|auth|bearer)[_-]?token)$/i

/** A reference to the environment holds no secret itself. */
const isReference = (value: string) => value.includes('${')

/** A system's section as it may be stored: secrets written literally into headers, variables, address or arguments are blanked. */
export function hideSystemSecrets(system: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...system }
  if (isObject(shown.env)) shown.env = hideEntries(shown.env, (name) => SECRET_NAME.test(name))
  if (Array.isArray(shown.command)) shown.command = hideArguments(shown.command.map(String))
  if (isObject(shown.http)) {
    const { url, headers, ...rest } = shown.http
    shown.http = {
      ...rest,
      ...(typeof url === 'string' ? { url: hideAddress(url) } : {}),
      ...(isObject(headers) ? { headers: hideEntries(headers, (name) => !OPEN_HEADER.test(name)) } : {}),
    }
  }
  return shown
}

/** Settings of a configuration as they may be stored. */
export function hideSettingSecrets(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return hideEntries(settings, (name) => SECRET_SETTING.test(name))
}

function hideEntries(entries: Readonly<Record<string, unknown>>, isSecret: (name: string) => boolean) {
  return Object.fromEntries(
    Object.entries(entries).map(([name, value]) => {
      const hidden = typeof value === 'string' && isSecret(name) && !isReference(value)
      return [name, hidden ? REDACTED : value]
    }),
  )
}

/** `--api-key VALUE` and `--api-key=VALUE`. */
function hideArguments(args: readonly string[]): string[] {
  return args.map((argument, index) => {
    const flag = /^(--?[\w-]+=)(.+)$/s.exec(argument)
    if (flag?.[1] !== undefined && SECRET_NAME.test(flag[1]))
      return isReference(argument) ? argument : flag[1] + REDACTED
    const before = args[index - 1] ?? ''
    const isValue = /^--?[\w-]+$/.test(before) && SECRET_NAME.test(before) && !argument.startsWith('-')
    return isValue && !isReference(argument) ? REDACTED : argument
  })
}

/** The password before the host, and parameters with the name of a secret. */
function hideAddress(url: string): string {
  return url
    .replace(/^([a-z]+:\/\/[^/@:]*:)([^/@]+)@/i, (whole, start: string, password: string) =>
      isReference(password) ? whole : `${start}${REDACTED}@`,
    )
    .replace(/([?&])([^=&#]+)=([^&#]*)/g, (whole, mark: string, name: string, value: string) =>
      SECRET_NAME.test(name) && value !== '' && !isReference(value) ? `${mark}${name}=${REDACTED}` : whole,
    )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
