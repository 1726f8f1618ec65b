import { hideSettingSecrets, hideSystemSecrets } from '../core/hide-secrets.ts'
import type { ResolvedConfiguration } from '../core/run.ts'
import type { LoadedConfig } from './load.ts'

/** The system section as it may be stored: defaults filled in, values of the environment as `${NAME}`, literal secrets blanked. */
export function describeSystem(loaded: LoadedConfig): Record<string, unknown> {
  return hideSystemSecrets({ ...loaded.written.config.system })
}

/** The configurations as they may be stored: inherited settings written out, values of the environment as `${NAME}`. */
export function describeConfigurations(loaded: LoadedConfig): ResolvedConfiguration[] {
  return loaded.written.configurations.map((one) => ({ ...one, settings: hideSettingSecrets(one.settings) }))
}
