import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { RagstoneError } from '../core/errors.ts'

export interface Program {
  /** The program and its arguments; no shell reads them. */
  command: readonly string[]
  cwd: string
  env: Readonly<Record<string, string>>
}

const isWindows = process.platform === 'win32'

/** What Python needs to speak UTF-8 line by line; a user's own value wins. */
const PYTHON: Readonly<Record<string, string>> = {
  PYTHONUNBUFFERED: '1',
  PYTHONIOENCODING: 'utf-8',
  PYTHONUTF8: '1',
}

const living = new Set<ChildProcess>()

// A process that ends without closing its systems must not leave them behind.
function killAll(): void {
  for (const child of living) killTree(child, 'SIGKILL', { wait: true })
}

/**
 * Starts the program with pipes for all three streams, without a shell, in a process group of its own where there are
 * groups. A program that does not exist is told later, by the child's `error` event: see {@link startError}.
 */
export function startChild(program: Program): ChildProcessWithoutNullStreams {
  const [file = '', ...args] = program.command
  if (!existsSync(program.cwd)) {
    throw new RagstoneError('system_not_found', `the folder of the system does not exist: ${program.cwd}`, {
      hint: 'correct `cwd`; it is relative to the configuration file',
    })
  }
  let child: ChildProcessWithoutNullStreams
  try {
    child = spawn(file, args, {
      cwd: program.cwd,
      env: environment(program.env),
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      detached: !isWindows,
      windowsHide: true,
    })
  } catch (error) {
    throw startError(error, program)
  }
  // Without file handles left there are no pipes at all, and the error comes later.
  if ((child.stdin as unknown) === undefined) {
    child.on('error', () => {})
    throw startError(new Error('no file handles left'), program)
  }
  if (child.pid === undefined) return child
  if (living.size === 0) process.on('exit', killAll)
  living.add(child)
  child.once('exit', () => {
    living.delete(child)
    if (living.size === 0) process.off('exit', killAll)
  })
  return child
}

function environment(own: Readonly<Record<string, string>>): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = { ...PYTHON, ...process.env }
  for (const [name, value] of Object.entries(own)) {
    // On Windows PATH and Path are one name.
    if (isWindows)
      for (const known of Object.keys(env)) if (known.toLowerCase() === name.toLowerCase()) delete env[known]
    env[name] = value
  }
  return env
}

/** What a failure to start means and what helps. */
export function startError(cause: unknown, program: Program): RagstoneError {
  const file = program.command[0] ?? ''
  const code = (cause as NodeJS.ErrnoException | null)?.code
  const hint = startHint(file, code)
  if (code === 'ENOENT')
    return new RagstoneError('system_not_found', `the command "${file}" was not found`, { hint, cause })
  const reason = code === 'EACCES' ? 'may not be executed' : `could not be started (${code ?? String(cause)})`
  return new RagstoneError('system_not_found', `the command "${file}" ${reason}`, { hint, cause })
}

function startHint(file: string, code: string | undefined): string {
  if (/\.(cmd|bat)$/i.test(file)) {
    return 'Windows runs .cmd and .bat files only through a shell: name the program that the file starts, for example [node, cli.js]'
  }
  if (/(^|[\\/])python3?(\.exe)?$/i.test(file)) {
    const other = /python3/i.test(file) ? 'python' : 'python3'
    return `try "${other}", or activate the virtual environment first, or name the program by its path (.venv/bin/python)`
  }
  if (/\s/.test(file)) return 'program and arguments are separate entries of the list: [python3, rag.py]'
  if (code === 'EACCES') return 'make the file executable, or name its interpreter first: [python3, rag.py]'
  if (isWindows && /^(npm|npx|yarn|pnpm|tsx)$/i.test(file))
    return 'on Windows this is a .cmd file: use [node, script.js]'
  return 'check the spelling, install it, or name it by its path'
}

/** Signals the program and all that it started. A process that is gone already is no error. */
export function killTree(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL', options: { wait?: boolean } = {}): void {
  if (child.pid === undefined) return
  if (isWindows) {
    const args = ['/pid', String(child.pid), '/T', '/F']
    if (options.wait === true) spawnSync('taskkill', args, { stdio: 'ignore', windowsHide: true })
    else spawn('taskkill', args, { stdio: 'ignore', windowsHide: true }).on('error', () => child.kill())
    return
  }
  try {
    process.kill(-child.pid, signal)
  } catch {
    child.kill(signal)
  }
}

/** Ends what a program has left running after its own end. On Windows its number may belong to another by then. */
export function killRest(child: ChildProcess): void {
  if (!isWindows) killTree(child, 'SIGKILL')
}

/**
 * Ends a program: its input is closed and it may end by itself within `patience_ms`, then it is asked to, then it is
 * killed with all that it started. Resolves within a second after the patience has passed.
 */
export async function stopChild(child: ChildProcessWithoutNullStreams, patienceMs: number): Promise<void> {
  if (child.pid === undefined) return
  child.stdin.on('error', () => {})
  child.stdin.end()
  if (!(await exits(child, patienceMs))) {
    killTree(child, 'SIGTERM')
    await exits(child, 600)
  }
  if (child.exitCode === null && child.signalCode === null) killTree(child, 'SIGKILL')
  await exits(child, 300)
  killRest(child)
  child.stdout.destroy()
  child.stderr.destroy()
}

function exits(child: ChildProcess, withinMs: number): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(true)
  return new Promise((resolve) => {
    const onExit = () => {
      clearTimeout(timer)
      resolve(true)
    }
    const timer = setTimeout(() => {
      child.off('exit', onExit)
      resolve(false)
    }, withinMs)
    child.once('exit', onExit)
  })
}

/** `exit code 1` or `signal SIGKILL`. */
export function exitText(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`
}
