import { setTimeout as sleep } from 'node:timers/promises'
import type { SystemRequest } from '../system.ts'

/** The TypeScript twin of `stub.py`: what it does is written in the question. */
export default async function replyTo(request: SystemRequest): Promise<Record<string, unknown>> {
  const [verb = '', ...parts] = request.user_input.split(':')
  let rest = parts.join(':')
  if (verb === 'raw') return JSON.parse(rest) as Record<string, unknown>
  if (verb === 'error') return { error: rest }
  if (verb === 'sleep') {
    await sleep(Number(parts[0]))
    rest = parts.slice(1).join(':')
  }
  if (verb === 'request') {
    const { configuration, repeat, user_input } = request
    rest = JSON.stringify({ configuration, repeat, user_input })
  }
  return {
    response: rest,
    retrieved_contexts: ['plain', { text: 'two', source: 'a.md', id: 'a.md#1', score: 0.5 }],
    usage: { prompt_tokens: 3, model: 'm' },
  }
}
