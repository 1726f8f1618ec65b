/** Asked for first; models that refuse it are asked for {@link FEW}. */
const MANY = 20
const FEW = 5

/** How many candidates for the first token a model gives. */
export interface Candidates {
  /** To be asked for; 0 = none, as the model refuses. */
  readonly most: number
  /** false: the model gives none although asked. undefined: not known. */
  readonly given: boolean | undefined
  /** The model refused to give so many: whether the request may be sent again with what is now asked for. */
  refuse(asked: number | undefined): boolean
  saw(given: boolean): void
}

/** `told`: what the provider says; `kept`: what was learnt before. */
export function candidates(
  told: boolean | undefined,
  kept: { most: unknown; probabilities: unknown },
  keep: (name: string, value: unknown) => void,
): Candidates {
  let most = told === false ? 0 : typeof kept.most === 'number' ? kept.most : MANY
  const before = typeof kept.probabilities === 'boolean' ? kept.probabilities : undefined
  let given = most === 0 ? false : (told ?? before)
  return {
    get most() {
      return most
    },
    get given() {
      return given
    },
    refuse(asked) {
      if (asked === undefined) return false
      // Another request has learnt it meanwhile.
      if (asked !== most) return true
      most = most > FEW ? FEW : 0
      if (most === 0) given = false
      keep('top_logprobs', most)
      return true
    },
    saw(now) {
      if (now) given = true
      else if (given === undefined) {
        given = false
        keep('probabilities', false)
      }
    },
  }
}
