const WANTED: readonly { line: string; same: readonly string[] }[] = [
  { line: '.ragstone/', same: ['.ragstone/', '.ragstone', '/.ragstone/', '/.ragstone', '**/.ragstone/'] },
  { line: '.env', same: ['.env', '/.env', '.env*', '*.env', '**/.env'] },
]

/** A `.gitignore` that leaves out results and keys; undefined when the given one already does. Its line ends are kept. */
export function ignoreText(before: string | undefined): string | undefined {
  const lines = (before ?? '').split(/\r?\n/).map((line) => line.trim())
  const missing = WANTED.filter(({ same }) => !lines.some((line) => same.includes(line))).map(({ line }) => line)
  if (missing.length === 0) return undefined
  const end = before?.includes('\r\n') ? '\r\n' : '\n'
  const start = before === undefined || before === '' || before.endsWith('\n') ? (before ?? '') : `${before}${end}`
  return `${start}${missing.join(end)}${end}`
}
