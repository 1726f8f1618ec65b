import type { ResolvedConfiguration } from '../core/run.ts'
import type { LoadedConfig } from './load.ts'

/** The system section as it may be stored: defaults filled in, and values of the environment as `${NAME}`. */
export function describeSystem(loaded: LoadedConfig): Record<string, unknown> {
  return { ...loaded.written.config.system }
}

/** The configurations as they may be stored: inherited settings written out, values of the environment as `${NAME}`. */
export function describeConfigurations(loaded: LoadedConfig): ResolvedConfiguration[] {
  return loaded.written.configurations
}
