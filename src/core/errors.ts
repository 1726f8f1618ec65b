/**
 * A mistake in what the user gave us: a bad file, an unknown key, a system that cannot be started.
 * It is printed as two lines (message, hint) without a stack and ends the process with exit code 2.
 * Faults of one sample are never thrown: they are NA outcomes or responses with `error`.
 */
export class RagstoneError extends Error {
  /** Stable, lower-case identifier, for example `unknown_key`; scripts may rely on it. */
  readonly code: string
  /** What to do about it, one sentence. */
  readonly hint: string | undefined
  /** Further places or details, one line each. */
  readonly details: readonly string[]

  constructor(
    code: string,
    message: string,
    options: { hint?: string; details?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'RagstoneError'
    this.code = code
    this.hint = options.hint
    this.details = options.details ?? []
  }
}

/** Whether a thrown value is a {@link RagstoneError}, also one made by another copy of the package. */
export function isRagstoneError(error: unknown): error is RagstoneError {
  return error instanceof Error && error.name === 'RagstoneError' && typeof (error as RagstoneError).code === 'string'
}

/** The message of anything thrown, on one line. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replace(/\s*\n\s*/g, ' ').trim()
}
