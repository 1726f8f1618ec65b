const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]+`/g

/** A test whether an offset lies in Markdown code (fenced, or between backticks). Ask in ascending order. */
export function codeRanges(text: string): (offset: number) => boolean {
  if (!text.includes('`')) return () => false
  const ranges = [...text.matchAll(CODE)].map((match) => [match.index, match.index + match[0].length] as const)
  let next = 0
  return (offset) => {
    while (next < ranges.length && (ranges[next]?.[1] ?? 0) <= offset) next += 1
    return (ranges[next]?.[0] ?? Number.POSITIVE_INFINITY) <= offset
  }
}
