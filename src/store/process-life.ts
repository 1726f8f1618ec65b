import { readFileSync } from 'node:fs'

/** Whether a process of this host exists; one that belongs to somebody else does too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * The boot and the moment at which a process started, in the words of the operating system; tells it from a later one
 * with the same number. Empty where that cannot be read without asking another program (all but Linux), or when there
 * is no such process.
 */
export function processStart(pid: number): string {
  if (process.platform !== 'linux') return ''
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name and may hold spaces and brackets; the start is the 22nd field.
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return start === undefined ? '' : `${boot}/${start}`
  } catch {
    return ''
  }
}
