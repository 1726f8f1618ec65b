import type { Fault } from './scripted-reply.ts'
import type { ServedRequest } from './served-request.ts'

/** One request that the scripted model server got, and what became of it. */
export interface ModelCall {
  request: ServedRequest
  /** Status sent; undefined while it is in flight and when none was sent. */
  status: number | undefined
  fault: Fault['kind'] | undefined
  /** Milliseconds since the server started. */
  startedMs: number
  endedMs: number | undefined
  /** Requests for chat and embeddings in flight when this one came, itself among them. */
  inFlight: number
  /** The client went away before the whole answer was sent. */
  aborted: boolean
}

/** What a server remembers of its calls. */
export interface CallLog {
  /** The calls in order of arrival; at most as many as the server keeps, the oldest dropped. */
  readonly calls: ModelCall[]
  /** Calls since the start, or since the last reset. */
  count: number
  inFlight: number
  /** Most requests for chat and embeddings that were in flight at once. */
  maxInFlight: number
}

/** An empty log. */
export function emptyLog(): CallLog {
  return { calls: [], count: 0, inFlight: 0, maxInFlight: 0 }
}

/** Notes a request; the returned function notes its end. */
export function noteCall(log: CallLog, request: ServedRequest, keep: number, now: () => number) {
  const counts = request.kind === 'chat' || request.kind === 'embed'
  if (counts) log.inFlight += 1
  log.maxInFlight = Math.max(log.maxInFlight, log.inFlight)
  log.count += 1
  const call: ModelCall = {
    request,
    status: undefined,
    fault: undefined,
    startedMs: now(),
    endedMs: undefined,
    inFlight: log.inFlight,
    aborted: false,
  }
  if (keep > 0) log.calls.push(call)
  // Dropping one by one would move the whole list at every call.
  if (log.calls.length > keep * 2) log.calls.splice(0, log.calls.length - keep)
  const end = (status: number | undefined, aborted: boolean) => {
    if (call.endedMs !== undefined) return
    if (counts) log.inFlight -= 1
    call.endedMs = now()
    call.status = status
    call.aborted = aborted
  }
  return { call, end }
}
