import type { SystemConfig } from '../core/config.ts'
import { isRagstoneError } from '../core/errors.ts'
import { redact } from '../core/redact.ts'
import type { SystemContext } from './context.ts'
import { maskError, secretsOfSystem, withoutSecrets } from './secrets.ts'
import type { System, SystemLog } from './system.ts'

export interface OpenSystemOptions {
  /** The folder of the configuration; relative paths start here. */
  folder: string
  /** Where lines go that are no answer. */
  log: SystemLog
  /** Values that must appear in no message, log line or identity. */
  secrets?: readonly string[]
}

/**
 * Opens the system that a configuration describes. Nothing is started or connected before the first case, but what is
 * wrong in the description itself is a RagstoneError here.
 */
export async function openSystem(config: SystemConfig, options: OpenSystemOptions): Promise<System> {
  const secrets = secretsOfSystem(config, options.secrets ?? [])
  const mask = (text: string) => redact(text, secrets)
  const context: SystemContext = { folder: options.folder, log: (line) => options.log(mask(line)), mask }
  try {
    return withoutSecrets(await openKind(config, context), secrets)
  } catch (error) {
    throw isRagstoneError(error) ? maskError(error, mask) : error
  }
}

async function openKind(config: SystemConfig, context: SystemContext): Promise<System> {
  if ('command' in config) return (await import('./command.ts')).openCommandSystem(config, context)
  if ('http' in config) return (await import('./http.ts')).openHttpSystem(config, context)
  if ('module' in config) return (await import('./module.ts')).openModuleSystem(config, context)
  return (await import('./recorded.ts')).openRecordedSystem(config, context)
}
