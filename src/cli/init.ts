import type { CommandSpec, GlobalFlags } from './command.ts'

interface Flags extends GlobalFlags {
  python?: boolean
  http?: boolean
  recorded?: string
}

export const initCommand: CommandSpec = {
  name: 'init',
  summary: 'write a small project that runs at once',
  arguments: [{ syntax: '[folder]', description: 'where to write it (default: this folder)' }],
  options: [
    { flags: '--python', description: 'the system is a Python script (rag.py)' },
    { flags: '--http', description: 'the system is an HTTP server (server.mjs to start with)' },
    { flags: '--recorded <file>', description: 'score answers that are in a file already' },
  ],
  example: 'ragstone init --python && ragstone run',
  async run([folder], flags: Flags, { output }) {
    const { initProject } = await import('../api/init.ts')
    const template = flags.python
      ? 'python'
      : flags.http
        ? 'http'
        : flags.recorded !== undefined
          ? 'recorded'
          : 'module'
    const result = await initProject({
      folder: folder ?? '.',
      template,
      ...(flags.recorded === undefined ? {} : { recordedFile: flags.recorded }),
      ...(flags.language === undefined ? {} : { language: flags.language as 'en' }),
    })
    if (flags.json) await output.data(JSON.stringify(result))
    else
      await output.data(
        [...result.files.map((file) => `wrote ${file}`), ...result.next.map((line) => `next: ${line}`)].join('\n'),
      )
    return 0
  },
}
