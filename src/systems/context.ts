import type { SystemLog } from './system.ts'

/** What every adapter is handed when it is opened. */
export interface SystemContext {
  /** The folder of the configuration; relative paths start here. */
  folder: string
  /** Where lines go that are no answer. */
  log: SystemLog
  /** A text without the secrets in it. */
  mask: (text: string) => string
}
