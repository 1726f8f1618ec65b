import type { MetricEntry } from '../core/config.ts'
import type { OnProgress } from '../pipeline/progress.ts'
import type { ProjectOptions } from './project.ts'

export interface PlanOptions extends ProjectOptions {
  /** A file of answers, as `evaluate` takes it. */
  file?: string
  /** With `file`: Ragstone's field names mapped to those of the file. */
  fields?: Record<string, string>
  /** A stored run: an id, a name or `latest`; default the newest run of the configuration that has answers. */
  run?: string
  /** Plan a new run, whatever is stored: on recorded answers, or on assumed ones. */
  anew?: boolean
  /** Metrics in place of those of the configuration. */
  metrics?: readonly MetricEntry[]
  only?: readonly string[]
  limit?: number
  repeats?: number
  signal?: AbortSignal
  onProgress?: OnProgress
  log?: (line: string) => void
}
