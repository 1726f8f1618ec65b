import { canonicalJson } from '../../core/hash.ts'
import type { ResolvedConfiguration } from '../../core/run.ts'
import { type ChangedSetting, flatSettings } from '../compare/changed-settings.ts'

/** A setting that is not the same in all configurations. */
export interface DesignFactor {
  factor: string
  /** Its values in order of first appearance; `undefined` stands for unset. */
  values: unknown[]
  /** For each configuration the place of its value. */
  levels: number[]
}

/** The settings of several configurations as points of one design, from data alone. */
export interface Design {
  names: string[]
  settings: Record<string, unknown>[]
  /** Those that vary, in order of first appearance. */
  factors: DesignFactor[]
  /** Places of the factors in which two configurations differ. */
  differing(a: number, b: number): number[]
  /** The same as settings with both values. */
  changed(a: number, b: number): ChangedSetting[]
}

export function readDesign(configurations: readonly Pick<ResolvedConfiguration, 'name' | 'settings'>[]): Design {
  const flat = configurations.map(({ settings }) => flatSettings(settings))
  const keys = new Set(flat.flatMap((own) => [...own.keys()]))
  const factors = [...keys].flatMap((factor): DesignFactor[] => {
    const texts: string[] = []
    const values: unknown[] = []
    const levels = flat.map((own) => {
      // No JSON text is equal to this word.
      const text = own.has(factor) ? canonicalJson(own.get(factor)) : 'unset'
      const known = texts.indexOf(text)
      if (known >= 0) return known
      values.push(own.get(factor))
      return texts.push(text) - 1
    })
    return values.length < 2 ? [] : [{ factor, values, levels }]
  })
  const differing = (a: number, b: number) =>
    factors.flatMap(({ levels }, place) => (levels[a] === levels[b] ? [] : [place]))
  return {
    names: configurations.map(({ name }) => name),
    settings: configurations.map(({ settings }) => settings),
    factors,
    differing,
    changed: (a, b) =>
      differing(a, b).map((place) => {
        const factor = factors[place]?.factor ?? ''
        const [from, to] = [flat[a], flat[b]]
        return {
          factor,
          ...(from?.has(factor) === true ? { a: from.get(factor) } : {}),
          ...(to?.has(factor) === true ? { b: to.get(factor) } : {}),
        }
      }),
  }
}

/** The configuration from which most others differ in exactly one setting; the first of several. */
export function likelyBase(design: Design): number {
  let best = { place: 0, neighbours: -1 }
  for (let place = 0; place < design.names.length; place++) {
    const neighbours = design.names.filter((_, other) => design.differing(place, other).length === 1).length
    if (neighbours > best.neighbours) best = { place, neighbours }
  }
  return best.place
}
