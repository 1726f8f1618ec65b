import type { MetricEntry } from '../core/config.ts'
import { RagstoneError } from '../core/errors.ts'
import { quoted } from '../core/quoted.ts'

/** What an evaluation was asked for. */
interface Evaluated {
  file?: string
  metrics?: readonly MetricEntry[]
  fields?: Record<string, string>
}

/** The same error, with what is kept and the command that goes on from there. */
export function withGoOn(error: RagstoneError, kept: string, command: string): RagstoneError {
  const goOn = `${kept}; go on with: ${command}`
  return new RagstoneError(error.code, error.message, {
    hint: error.hint === undefined ? goOn : `${error.hint}; ${goOn}`,
    details: error.details,
    cause: error,
  })
}

/** The command that goes on with an evaluation: of the same file, with the same metrics and fields. */
export function evaluateAgain(options: Evaluated, runId: string): string {
  const { file, metrics = [], fields = {} } = options
  const which = file === undefined ? `--run ${runId}` : `${quoted(file)} --resume ${runId}`
  const named = metrics.flatMap((metric) => (typeof metric === 'string' ? [` --metric ${quoted(metric)}`] : []))
  const mapped = Object.entries(fields).map(([ours, theirs]) => ` --field ${quoted(`${ours}=${theirs}`)}`)
  return `ragstone evaluate ${which}${[...named, ...mapped].join('')}`
}
