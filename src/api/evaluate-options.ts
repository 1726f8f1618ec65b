import type { MetricEntry } from '../core/config.ts'
import type { RunOptions } from './run.ts'

export interface EvaluateOptions extends RunOptions {
  /** A file of answers to score in place of a stored run. */
  file?: string
  /** With `file`: Ragstone's field names mapped to those of the file. */
  fields?: Record<string, string>
  /** A stored run: an id, a name or `latest` (the default). */
  run?: string
  /** Metrics in place of those of the configuration. */
  metrics?: readonly MetricEntry[]
  /**
   * Asks for the reason of every verdict of these test cases of a stored run (none named: those with the lowest scores), and
   * scores nothing else. Verdicts never change.
   */
  explain?: readonly string[]
}
