/**
 * Stores exchanges, in groups, as one of several processes, and prints the id of each question with a full stop once the
 * exchange is said to be stored. What is stored already is counted as a hit.
 */
import { openStore } from '../open.ts'
import type { WriterTask } from './child.ts'
import { exchange } from './records.ts'

const task = JSON.parse(process.argv[2] ?? '') as WriterTask
const store = await openStore(task.file)
for (let start = task.first; start < task.last; start += task.group) {
  const ids = Array.from({ length: Math.min(task.group, task.last - start) }, (_, offset) => `${start + offset}`)
  await Promise.all(
    ids.map(async (id) => {
      if ((await store.findExchange(id)) !== undefined) await store.countHits('model', 1)
      const asked = exchange(`${id} ${task.mark}`, { key: id, reply: `${task.mark} `.repeat(500) })
      await store.saveExchanges([asked], [{ item_key: `item ${id}`, exchange_id: asked.exchange_id, item_id: '1' }])
      process.stdout.write(`${id}.\n`)
    }),
  )
}
await store.close()
