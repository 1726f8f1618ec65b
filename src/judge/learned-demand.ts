import type { ModelFacts } from './provider.ts'

/** A way of demanding JSON of a model. */
export type Demand = ModelFacts['structured'][number]

/** Parameters by which a schema is demanded, in the spellings of the providers. */
const DEMAND_PARAMETER = /response_?format|json|schema|^format$|tool|grammar|structured/i

/** Which way of demanding JSON is in use: the strongest at first, until one is proven by a reply that was read. */
export interface Demanding {
  readonly inUse: Demand
  /** A parameter was refused: whether the request may be sent again in the way that is now in use. */
  refuse(parameter: string, used: Demand | undefined): boolean
  /** Another way to try in place of this one, which led to nothing. */
  other(used: Demand | undefined): Demand | undefined
  prove(used: Demand | undefined): void
}

/** `ways`: strongest first; `kept`: the way that was proven before. */
export function demanding(
  ways: readonly Demand[],
  kept: unknown,
  keep: (name: string, value: unknown) => void,
): Demanding {
  const before = ways.find((way) => way === kept)
  let inUse: Demand = before ?? ways[0] ?? 'none'
  let proven = before !== undefined
  const after = (used: Demand): Demand | undefined => ways[ways.indexOf(used) + 1]
  return {
    get inUse() {
      return inUse
    },
    refuse(parameter, used) {
      if (used === undefined || used === 'none' || !DEMAND_PARAMETER.test(parameter)) return false
      // Another request has learnt it meanwhile.
      if (used !== inUse) return true
      const next = after(used)
      if (next === undefined) return false
      inUse = next
      proven = false
      return true
    },
    other(used) {
      if (used === undefined) return undefined
      if (!proven) return after(used)
      return used === inUse ? undefined : inUse
    },
    prove(used) {
      if (proven || used === undefined) return
      inUse = used
      proven = true
      keep('structured', used)
    },
  }
}
