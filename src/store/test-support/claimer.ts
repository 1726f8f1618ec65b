/** Claims a run and keeps it until it is killed. */
import { openStore } from '../open.ts'

const task = JSON.parse(process.argv[2] ?? '') as { file: string; run: string }
const store = await openStore(task.file)
await store.claimRun(task.run)
process.stdout.write('claimed\n')
process.stdin.resume()
