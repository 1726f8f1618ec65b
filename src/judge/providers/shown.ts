/** How much of what a server sent is shown in a message. */
const SHOWN_CHARACTERS = 300

/** Replaces secrets in a text that came from outside. */
export type Mask = (text: string) => string

export const noMask: Mask = (text) => text

/**
 * A mask for the given secrets, longest first. What follows a scheme (`Bearer x`) is a secret of its own. Values of fewer
 * than four characters are left: replacing them would tear ordinary words.
 */
export function maskFor(secrets: readonly string[]): Mask {
  const parts = secrets.flatMap((secret) => [secret, ...secret.split(/\s+/).slice(1), encodeURIComponent(secret)])
  const distinct = [...new Set(parts)].filter((part) => part.length >= 4).sort((a, b) => b.length - a.length)
  if (distinct.length === 0) return noMask
  return (text) => distinct.reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
}

/** The beginning of a text that came from outside, on one line and without control characters, to be put in a message. */
export function shown(text: string, mask: Mask = noMask): string {
  const line = mask(text.slice(0, 20 * SHOWN_CHARACTERS))
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return line.length <= SHOWN_CHARACTERS ? line : `${line.slice(0, SHOWN_CHARACTERS).toWellFormed()}...`
}

/** What a body that is not JSON looks like, in a word or two. */
export function lookOf(body: string): string {
  if (body.trim() === '') return 'empty'
  if (/^\s*<(!doctype|html|head|body|\?xml|[a-z]+[\s>])/i.test(body)) return 'an HTML or XML page'
  if (/^\s*(data|event):/.test(body)) return 'a stream of events, which was not asked for'
  return /^\s*[[{"]/.test(body) ? 'broken JSON' : 'not JSON'
}

/** The address without what could be secret or long: user, password, query. */
export function plainAddress(url: string | URL): string {
  const { origin, pathname } = typeof url === 'string' ? new URL(url) : url
  return pathname === '/' ? origin : `${origin}${pathname}`
}
