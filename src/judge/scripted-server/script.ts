import type { ModelServerOptions } from './model-server-options.ts'
import type { Fault, ScriptedReply } from './scripted-reply.ts'
import type { ServedRequest } from './served-request.ts'

/** What a server is to answer next. */
export interface Script {
  /** The scripted part of the answer to a request for chat or embeddings. */
  reply(request: ServedRequest): Promise<ScriptedReply>
  fault(request: ServedRequest): Fault | undefined
  push(replies: readonly (string | ScriptedReply)[]): void
  clear(): void
}

/** A script from a server's options. */
export function createScript({ reply, faults }: ModelServerOptions): Script {
  const pushed: ScriptedReply[] = []
  const listed = Array.isArray(reply) ? reply.map(scripted) : undefined
  const fixed = typeof reply === 'string' || (typeof reply === 'object' && !listed) ? scripted(reply as string) : {}
  const faultList = Array.isArray(faults) ? [...faults] : undefined
  return {
    async reply(request) {
      const first = pushed.shift()
      if (first !== undefined) return first
      if (request.kind === 'embed') return {}
      if (typeof reply === 'function') return scripted((await reply(request)) ?? {})
      return listed === undefined ? fixed : (listed.shift() ?? usedUp(request))
    },
    fault(request) {
      if (typeof faults === 'function') return faults(request)
      return request.kind === 'chat' || request.kind === 'embed' ? faultList?.shift() : undefined
    },
    push(replies) {
      pushed.push(...replies.map(scripted))
    },
    clear() {
      pushed.length = 0
    },
  }
}

function scripted(reply: string | ScriptedReply): ScriptedReply {
  return typeof reply === 'string' ? { text: reply } : reply
}

function usedUp({ number }: ServedRequest): ScriptedReply {
  const message = `the script has no reply left for request ${number}`
  return { fault: { kind: 'status', status: 400, message } }
}
