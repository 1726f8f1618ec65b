import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Starts `model-server.ts`: its address, `counts()` since the last time, `stop()`. */
export async function serveModel(latencyMs) {
  const file = join(import.meta.dirname, 'model-server.ts')
  const child = fork(file, [String(latencyMs)], { execArgv: ['--import', 'jiti/register'] })
  const [{ url }] = await once(child, 'message')
  return {
    url,
    async counts() {
      child.send('counts')
      const [counts] = await once(child, 'message')
      return counts
    },
    stop: () => child.disconnect(),
  }
}
