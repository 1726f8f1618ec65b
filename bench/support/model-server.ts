/**
 * A scripted model server in a process of its own, so that its work is not counted as ours. Tells its address to the parent
 * and, whenever it is asked, how many chats and embeddings it was asked for and the most that were in flight; then it counts anew.
 */
import { schemaOf, valueFor } from '../../src/judge/scripted-server/default-reply.ts'
import { startModelServer } from '../../src/judge/scripted-server/start-model-server.ts'

const server = await startModelServer({
  latencyMs: Number(process.argv[2] ?? 0),
  // The answers are committal, so that answer relevancy goes on to embeddings.
  reply: (request) => ({ json: committal(valueFor(schemaOf(request))) }),
})

/** A value with every `noncommittal` in it false. */
function committal(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner) => (key === 'noncommittal' ? false : inner)))
}
process.send?.({ url: server.openaiUrl })
process.on('message', () => {
  const chats = server.asked.filter(({ request }) => request.kind === 'chat').length
  process.send?.({ chats, embeddings: server.asked.length - chats, most: server.maxInFlight })
  server.reset()
})
process.on('disconnect', () => process.exit(0))
