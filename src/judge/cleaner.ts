import { OPEN_HEADER } from '../core/hide-secrets.ts'
import { redact } from '../core/redact.ts'

/**
 * Takes the settings' secrets out of a text: key, headers, password, and values of parameters that are not `written` in the
 * configuration but come from the environment.
 */
export function cleaner(
  settings: {
    api_key?: string | undefined
    base_url?: string | undefined
    headers: Readonly<Record<string, string>>
    parameters?: unknown
  },
  written: unknown = settings.parameters,
): (text: string) => string {
  const open = new Set(textsIn(written))
  const secrets = [
    ...(settings.api_key === undefined ? [] : [settings.api_key]),
    ...Object.entries(settings.headers).flatMap(([name, value]) =>
      OPEN_HEADER.test(name) ? [] : [value, ...value.split(/\s+/).slice(1)],
    ),
    ...passwordOf(settings.base_url),
    ...textsIn(settings.parameters).filter((text) => !open.has(text)),
  ]
  return secrets.length === 0 ? (text) => text : (text) => redact(text, secrets)
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function passwordOf(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return []
  const { password } = new URL(address)
  return password === '' ? [] : [password, decodeURIComponent(password)]
}
