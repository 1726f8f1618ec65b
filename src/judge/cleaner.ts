import { OPEN_HEADER } from '../core/hide-secrets.ts'
import { redact } from '../core/redact.ts'

/** Takes the settings' secrets out of a text. */
export function cleaner(settings: {
  api_key?: string | undefined
  base_url?: string | undefined
  headers: Readonly<Record<string, string>>
}): (text: string) => string {
  const secrets = [
    ...(settings.api_key === undefined ? [] : [settings.api_key]),
    ...Object.entries(settings.headers).flatMap(([name, value]) =>
      OPEN_HEADER.test(name) ? [] : [value, ...value.split(/\s+/).slice(1)],
    ),
    ...passwordOf(settings.base_url),
  ]
  return secrets.length === 0 ? (text) => text : (text) => redact(text, secrets)
}

function passwordOf(address: string | undefined): string[] {
  if (address === undefined || !URL.canParse(address)) return []
  const { password } = new URL(address)
  return password === '' ? [] : [password, decodeURIComponent(password)]
}
