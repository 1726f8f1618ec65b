import { quoted } from '../core/quoted.ts'
import type { GlobalFlags } from './command.ts'

type Given = Pick<GlobalFlags, 'config' | 'store'>

/** What a printed command must repeat to mean the same project: ` --config study.yaml --store "my runs.db"`, or nothing. */
export function commandFlags({ config, store }: Given): string {
  const flag = (name: string, value: string | undefined) => (value === undefined ? '' : ` --${name} ${quoted(value)}`)
  return flag('config', config) + flag('store', store)
}

/** A command of ragstone in a sentence of the library, and the `--config` that it names itself. */
const COMMAND =
  /(?<!npx |[\w./@-])ragstone (init|lint|check-judge|plan|cache|run|collect|evaluate|import|report|grade|trust|compare|attribute|export|add-case)(?![\w-])(?=([^;`]*?--config )?)/g

/**
 * Makes the commands in a sentence such that they work when pasted: the library writes `ragstone run --resume ID`, and
 * does not know with which flags this process was started. They go right behind the command, wherever it ends.
 */
export function pasteable(sentence: string, { config, store }: Given): string {
  return sentence.replace(COMMAND, (_, command: string, ownConfig: string | undefined) => {
    if (command === 'init') return 'npx ragstone init'
    const flags = commandFlags({
      ...(config === undefined || ownConfig !== undefined ? {} : { config }),
      ...(store === undefined ? {} : { store }),
    })
    return `npx ragstone ${command}${flags}`
  })
}
