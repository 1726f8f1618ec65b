/** One question of a user: what is computed, on which example, with which result, after whom. */
export interface Section {
  question: string
  /** What is computed and what to make of it; paragraphs. */
  answer: string[]
  /** The example in words. */
  example: string
  /** Label and figure, computed. */
  figures: [string, string][]
  source: string
}

/** A section as markdown. */
export function sectionText({ question, answer, example, figures, source }: Section): string {
  return [
    `## ${question}`,
    ...answer.flatMap((paragraph) => [paragraph, '']),
    `*Example.* ${example}`,
    '',
    '| | |',
    '|---|---|',
    ...figures.map(([label, figure]) => `| ${label} | ${figure} |`),
    '',
    `*Source.* ${source}`,
    '',
  ].join('\n')
}

interface Bounds {
  low: number | null
  high: number | null
}

/** `0.857 [0.511, 0.972]`; a figure that is undefined with its reason. */
export function withBounds(result: { value: number | null; reason?: string } & Bounds, digits = 3): string {
  if (result.value === null) return result.reason ?? 'undefined'
  return `${number(result.value, digits)} ${bounds(result, digits)}`.trim()
}

/** `[0.511, 0.972]`, or nothing. */
export function bounds({ low, high }: Bounds, digits = 3): string {
  return low === null || high === null ? '' : `[${number(low, digits)}, ${number(high, digits)}]`
}

/** A figure with its decimals; `undefined` in words where there is none. */
export function number(value: number | null | undefined, digits = 3): string {
  if (value === null || value === undefined) return 'undefined'
  const text = value.toFixed(digits)
  return /^-0(\.0*)?$/.test(text) ? text.slice(1) : text
}
