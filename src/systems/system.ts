import type { Chunk } from '../core/chunk.ts'
import type { SystemError, Usage } from '../core/response.ts'

/** What a system is asked; on the wire exactly these fields. */
export interface SystemRequest {
  /** `case|configuration|repeat`; unique within a run. */
  id: string
  user_input: string
  configuration: { name: string; settings: Record<string, unknown> }
  repeat: number
}

/** What came of a request. A fault of one case is `error`, never thrown. */
export interface SystemReply {
  response: string | null
  retrieved_contexts?: Chunk[]
  usage?: Usage
  /** Null when not measured. */
  latency_ms: number | null
  error?: SystemError
  problems?: string[]
}

/** The RAG application under test, however it is reached. */
export interface System {
  /** Identity as data, without secrets: what would have to be equal for answers to be comparable. */
  readonly identity: Record<string, unknown>
  readonly concurrency: number
  /**
   * Asks one question. Resolves with a reply or a reply with `error`; rejects with a RagstoneError only when no case
   * could ever be answered (the program does not exist, it died too often), and with the abort reason when `signal` fires.
   * `test_case_id` is for recorded answers alone.
   */
  ask(request: SystemRequest, options: { signal: AbortSignal; test_case_id: string }): Promise<SystemReply>
  /** Ends processes and connections; safe to call twice. */
  close(): Promise<void>
}

/** Where adapters write what is not an answer: the system's stderr, lines that are not JSON, restarts. */
export type SystemLog = (line: string) => void
