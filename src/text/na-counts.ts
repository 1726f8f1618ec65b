interface Counted {
  name: string
  n: number
}

/** How a language writes NA counts. */
interface NaWords {
  /** Each reason in words. */
  names: Readonly<Record<string, string>>
  separator: string
  one: (name: string, n: number) => string
  /** Samples of which a field is missing: the fields by name, and how many samples these are. */
  missing: (fields: readonly Counted[], n: number) => string
}

/** A function that writes `{refusal: 7, missing_field: 14}` in words, with the missing fields by name where they are known. */
export function naCounter({ names, separator, one, missing }: NaWords) {
  return (na: Readonly<Record<string, number>>, fields: Readonly<Record<string, number>> = {}): string => {
    const known = Object.entries(fields).map(([name, n]) => ({ name, n }))
    const named = known.reduce((sum, { n }) => sum + n, 0)
    const parts = Object.entries(na).flatMap(([reason, n]) => {
      if (reason !== 'missing_field' || named === 0) return [one(names[reason] ?? reason, n)]
      const unnamed = n - named
      return [missing(known, named), ...(unnamed > 0 ? [one(names[reason] ?? reason, unnamed)] : [])]
    })
    return parts.join(separator)
  }
}
