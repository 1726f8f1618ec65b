/** What stands in place of a secret. */
export const REDACTED = '***'

/** Shorter values are not treated as secrets: they would blank out ordinary words. */
export const MIN_SECRET_LENGTH = 4

/**
 * A text without the given secrets. Each is also found as it appears inside JSON and inside a URL. Values shorter than
 * {@link MIN_SECRET_LENGTH} characters are left alone.
 */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const form of formsOf(secrets)) clean = clean.replaceAll(form, REDACTED)
  return clean
}

/** Longest first, so that a secret that contains another one leaves no rest behind. */
function formsOf(secrets: readonly string[]): string[] {
  const forms = new Set<string>()
  for (const secret of secrets) {
    if (secret.length < MIN_SECRET_LENGTH) continue
    forms.add(secret)
    forms.add(JSON.stringify(secret).slice(1, -1))
    forms.add(encodeURIComponent(secret.toWellFormed()))
  }
  return [...forms].sort((a, b) => b.length - a.length)
}
