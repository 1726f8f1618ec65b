import type { Progress } from '../pipeline/progress.ts'

/** Where a command writes: results to stdout, all else to stderr. */
export interface Output {
  /** A result. */
  data(text: string): Promise<void>
  /** A piece of a result, as it is. */
  raw(piece: string | Uint8Array): Promise<void>
  /** A line for the reader, not shown with `--quiet`. */
  note(line: string): void
  /** A line that is shown even with `--quiet`. */
  warn(line: string): void
  progress(progress: Progress): void
  /** Removes a progress bar that is still on the screen. */
  endProgress(): void
  readonly color: boolean
  readonly width: number
}

const LINE_EVERY_MS = 5000
const BAR_EVERY_MS = 100
const BAR_WIDTH = 24

/** Output on the streams of this process. A bar is drawn only where stderr is a terminal; elsewhere a line every few seconds. */
export function createOutput(options: { quiet: boolean; color: boolean }): Output {
  const { stdout, stderr } = process
  const isTerminal = stderr.isTTY === true
  let barShown = false
  let lastAt = 0
  let phase: Progress['phase'] | undefined
  let startedAt = 0
  let doneAtStart = 0

  const clear = () => {
    if (barShown) stderr.write('\r\x1b[K')
    barShown = false
  }
  const write = (line: string) => {
    clear()
    stderr.write(`${line}\n`)
  }
  const raw = (piece: string | Uint8Array) => new Promise<void>((resolve) => stdout.write(piece, () => resolve()))
  return {
    color: options.color && stdout.isTTY === true && process.env.NO_COLOR === undefined,
    width: stdout.columns ?? 100,
    data: (text) => {
      clear()
      return raw(text.endsWith('\n') ? text : `${text}\n`)
    },
    raw,
    note: (line) => {
      if (!options.quiet) write(line)
    },
    warn: write,
    endProgress: clear,
    progress: (progress) => {
      if (options.quiet) return
      const now = performance.now()
      if (progress.phase !== phase) {
        phase = progress.phase
        startedAt = now
        doneAtStart = progress.done
        lastAt = isTerminal ? 0 : now
      }
      const finished = progress.total !== null && progress.done >= progress.total
      const every = isTerminal ? BAR_EVERY_MS : LINE_EVERY_MS
      if (now - lastAt < every && !(finished && isTerminal)) return
      lastAt = now
      const line = progressLine(progress, secondsLeft(progress, doneAtStart, now - startedAt), isTerminal)
      if (isTerminal) stderr.write(`\r\x1b[K${line}`)
      else stderr.write(`${line}\n`)
      barShown = isTerminal
    },
  }
}

function secondsLeft({ done, total }: Progress, doneAtStart: number, elapsedMs: number): number | null {
  const doneNow = done - doneAtStart
  if (total === null || doneNow <= 0) return null
  return ((total - done) * elapsedMs) / doneNow / 1000
}

/** `collect  ████░░░░ 12/36  NA 0  errors 1  about 40 s left` */
export function progressLine(progress: Progress, left: number | null, bar: boolean): string {
  const { phase, done, total, errors, na, spent } = progress
  const parts: string[] = [phase]
  if (bar && total !== null && total > 0) {
    const filled = Math.round((Math.min(done, total) / total) * BAR_WIDTH)
    parts.push('█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled))
  }
  parts.push(total === null ? `${done}` : `${done}/${total}`)
  if (phase !== 'permute') parts.push(`NA ${na}`, `errors ${errors}`)
  if (spent !== undefined) parts.push(`calls ${spent.calls}`, ...costShown(spent.cost_usd))
  if (left !== null && total !== null && done < total) parts.push(`about ${duration(left)} left`)
  return parts.join('  ')
}

/** Nothing where nothing is paid; what is not known is said. */
function costShown(cost: number | null): string[] {
  if (cost === 0) return []
  return [cost === null ? 'US$ unknown' : `US$ ${cost.toFixed(cost < 1 ? 4 : 2)}`]
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`
  return `${(seconds / 3600).toFixed(1)} h`
}
