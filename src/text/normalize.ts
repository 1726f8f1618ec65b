export function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim()
}

export function matchKey(text: string): string {
  return normalize(text)
    .replace(/[\p{P}\p{S}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
}

export function sameText(a: string, b: string): boolean {
  return matchKey(a) === matchKey(b)
}

export function isBlank(text: string): boolean {
  return normalize(text) === ''
}
