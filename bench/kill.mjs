// Kills a run at random instants, resumes it each time, and counts rows lost and doubled.
// usage: node bench/kill.mjs [KILLS]      (npm run build first)
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'

const kills = Number(process.argv[2] ?? 100)
const cases = 400
const folder = mkdtempSync(join(tmpdir(), 'ragstone-kill-'))
const cli = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')
const asked = join(folder, 'asked.log')

try {
  let lost = 0
  let doubled = 0
  let askedTwice = 0
  let done = 0
  for (let round = 0; done < kills; round += 1) {
    const result = await oneRun(round, kills - done)
    done += result.kills
    lost += result.lost
    doubled += result.doubled
    askedTwice += result.askedTwice
  }
  console.log(
    `killed ${done} times: ${lost} rows lost, ${doubled} doubled, ${askedTwice} questions in flight asked again`,
  )
  process.exitCode = lost + doubled > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** One run that is killed up to ten times before it may finish. */
async function oneRun(round, most) {
  const project = join(folder, `p${round}`)
  setUp(project)
  let killed = 0
  let lost = 0
  let before = new Set()
  for (;;) {
    const first = killed === 0 && before.size === 0
    const finished = await start(
      project,
      first ? [] : ['--resume'],
      killed < Math.min(10, most) ? 150 + Math.random() * 900 : undefined,
    )
    if (!finished) killed += 1
    const now = keys(project)
    for (const key of before) if (!now.has(key)) lost += 1
    before = now
    if (finished) break
  }
  const db = new Database(join(project, 'store.db'), { readonly: true })
  const integrity = db.pragma('integrity_check', { simple: true })
  const { n: responses } = db.prepare('select count(*) as n from responses').get()
  const { n: scores } = db.prepare('select count(*) as n from scores').get()
  db.close()
  if (integrity !== 'ok') throw new Error(`integrity: ${integrity}`)
  lost += Math.max(0, cases - responses) + Math.max(0, cases * 2 - scores)
  const doubled = Math.max(0, responses - cases) + Math.max(0, scores - cases * 2)
  const questions = readFileSync(asked, 'utf8').trim().split('\n').length
  rmSync(asked)
  return { kills: killed, lost, doubled, askedTwice: questions - cases }
}

function setUp(project) {
  rmSync(project, { recursive: true, force: true })
  writeProject(project, {
    'ragstone.yaml': `name: kill\ntest_set: cases.jsonl\nsystem: {command: ["${process.execPath}", rag.mjs], concurrency: 4}\nmetrics: [exact_match, refusal]\nstore: store.db\n`,
    'cases.jsonl': Array.from({ length: cases }, (_, i) =>
      JSON.stringify({ id: `c${i}`, user_input: `q${i}`, reference: `a${i}` }),
    ).join('\n'),
    'rag.mjs': `import { createInterface } from 'node:readline'
import { appendFileSync } from 'node:fs'
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line)
  appendFileSync(${JSON.stringify(asked)}, request.id + '\\n')
  setTimeout(() => process.stdout.write(JSON.stringify({ id: request.id, response: 'a' + request.user_input.slice(1), retrieved_contexts: [] }) + '\\n'), 8)
}
`,
  })
}

function writeProject(project, files) {
  mkdirSync(project, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text)
}

/** Starts a run; resolves with whether it finished by itself. */
function start(project, flags, killAfter) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, 'run', '--quiet', ...flags], {
      cwd: project,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.on('data', (data) => {
      stderr += data
    })
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter)
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      if (signal === 'SIGKILL') resolve(false)
      else if (code === 0) resolve(true)
      else if (/no runs/.test(stderr)) resolve(start(project, [], killAfter))
      else reject(new Error(stderr))
    })
  })
}

function keys(project) {
  try {
    const db = new Database(join(project, 'store.db'), { readonly: true })
    const rows = db.prepare('select test_case_id from responses').all()
    db.close()
    return new Set(rows.map((row) => row.test_case_id))
  } catch {
    return new Set()
  }
}
