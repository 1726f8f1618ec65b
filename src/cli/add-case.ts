import { type CommandSpec, type GlobalFlags, listOf } from './command.ts'
import { commandFlags } from './command-flags.ts'
import { pairs } from './pairs.ts'

interface Flags extends GlobalFlags {
  id?: string
  reference?: string
  source?: string[]
  unanswerable?: boolean
  tag?: string[]
  file?: string
  force?: boolean
}

export const addCaseCommand: CommandSpec = {
  name: 'add-case',
  summary: 'turn a question that was answered wrongly into a test case',
  arguments: [{ syntax: '<question>', description: 'the question as the user asked it' }],
  options: [
    { flags: '--reference <text>', description: 'the right answer' },
    { flags: '--source <name>', description: 'the document it should come from (may be repeated)', read: listOf },
    { flags: '--unanswerable', description: 'the documents do not say: declining is right' },
    { flags: '--tag <name=value>', description: 'a tag (may be repeated)', read: listOf },
    { flags: '--id <id>', description: 'its id (default: made from the question)' },
    { flags: '--file <file>', description: 'the test set (default: that of the configuration)' },
    { flags: '--force', description: 'add the case also when its question is in the set already' },
  ],
  refuses: ['language'],
  example:
    'ragstone add-case "Can I expense a taxi?" --reference "Only after 10 pm." --source expense.md --tag type=boundary',
  async run([question], flags: Flags, { output }) {
    const { addCase } = await import('../api/add-case.ts')
    const { shownPath } = await import('../core/shown-path.ts')
    const { source, tag, ...rest } = flags
    const result = await addCase({
      ...rest,
      question: question ?? '',
      ...(source === undefined ? {} : { sources: source }),
      ...(tag === undefined ? {} : { tags: pairs('--tag', tag) }),
    })
    for (const { severity, code, message } of result.findings) output.warn(`${severity} ${code}: ${message}`)
    await output.data(flags.json ? JSON.stringify(result) : `added ${result.test_case.id} to ${shownPath(result.file)}`)
    // A file that was named need not be the one that `run` asks.
    if (flags.file === undefined) output.note(`next: npx ragstone run${commandFlags(flags)}`)
    return 0
  },
}
