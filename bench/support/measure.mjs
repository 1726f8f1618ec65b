import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const preload = import.meta.resolve('./usage.mjs')

/** Runs a Node program to its end: seconds of wall and CPU time, the largest memory in MB, and what it printed. */
export function measure(args) {
  const file = join(tmpdir(), `ragstone-usage-${process.pid}.json`)
  const started = performance.now()
  const child = spawnSync(process.execPath, ['--import', preload, ...args], {
    encoding: 'utf8',
    env: { ...process.env, USAGE_FILE: file },
    maxBuffer: 2 ** 30,
  })
  const wall = (performance.now() - started) / 1000
  if (child.status !== 0) throw new Error(child.stderr || child.error?.message || `exit ${child.status}`)
  return { wall, stdout: child.stdout, ...JSON.parse(readFileSync(file, 'utf8')) }
}
