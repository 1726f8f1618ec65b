/**
 * Writes responses and their scores into a store as one of several processes, and prints the id of each test case with a
 * full stop once its response is said to be stored.
 */
import { openStore } from '../open.ts'
import type { WriterTask } from './child.ts'
import { response, score } from './records.ts'

const task = JSON.parse(process.argv[2] ?? '') as WriterTask
const store = await openStore(task.file)
for (let start = task.first; start < task.last; start += task.group) {
  const ids = Array.from({ length: Math.min(task.group, task.last - start) }, (_, offset) => `case-${start + offset}`)
  await Promise.all(
    ids.map(async (id) => {
      await store.saveResponse(response(id, { run_id: task.run, response: `${task.mark} ${id} `.repeat(50) }))
      process.stdout.write(`${id}.\n`)
      await store.saveScores([score(id, { run_id: task.run }), score(id, { run_id: task.run, metric: 'mrr' })])
    }),
  )
}
await store.close()
