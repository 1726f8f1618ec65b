import { resolve } from 'node:path'
import type { CommandSystemConfig } from '../core/config.ts'
import { onceCommand } from './command-once.ts'
import { ServedCommand } from './command-serve.ts'
import type { SystemContext } from './context.ts'
import { maskedEntries } from './secrets.ts'
import { withSlots } from './slots.ts'
import type { System } from './system.ts'

/**
 * A system that is a program of any language. It is started without a shell, in the folder of the configuration (or
 * `cwd`), with the environment of this process and `env`; Python is told to speak UTF-8 without buffering.
 *
 * - `mode: serve` keeps one process alive: a line of JSON on its standard input for each request, a line of JSON on its
 *   standard output for each reply, in any order, carrying the `id` of the request.
 * - `mode: once` starts a process for each case.
 *
 * A case without an answer within `timeout_s` is a `timeout`; when nothing at all is answered any more the process is
 * ended and started again. On Windows a `.cmd` or `.bat` file cannot be started without a shell: name the program that
 * it starts.
 */
export function openCommandSystem(config: CommandSystemConfig, context: SystemContext): System {
  const cwd = resolve(context.folder, config.cwd ?? '.')
  const { command, env = {}, mode, timeout_s, max_reply_mb, concurrency } = config
  const options = { program: { command, cwd, env }, timeout_s, max_reply_mb, context }
  const served = mode === 'once' ? onceCommand(options) : new ServedCommand(options)
  return withSlots({
    identity: {
      kind: 'command',
      command: command.map(context.mask),
      mode,
      ...(config.cwd === undefined ? {} : { cwd: config.cwd }),
      ...(config.env === undefined ? {} : { env: maskedEntries(env, context.mask) }),
    },
    concurrency,
    ask: (request, asked) => served.ask(request, asked),
    close: () => served.close(),
  })
}
