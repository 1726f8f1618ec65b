import { RagstoneError } from '../core/errors.ts'
import type { CacheSummary } from '../store/store.ts'
import { openProjectStore, openToRead, type ProjectOptions } from './project.ts'

export interface ClearCacheOptions extends ProjectOptions {
  /** Only what is older: a number with `d` (days), `h` (hours), `w` (weeks) or `m` (minutes); absent = all. */
  olderThan?: string
}

export interface ClearedCache {
  /** Exchanges and vectors that were removed. */
  removed: number
  /** Exchanges that answer nothing any more, but stay because scores are made of them or a run is being worked on. */
  kept_for_scores: number
  /** ISO time: what is older was cleared; null = everything. */
  before: string | null
  /** What is there now. */
  cache: CacheSummary
}

/** What the judge cache of a project holds. Works without a configuration file. */
export async function cacheSummary(options: ProjectOptions = {}): Promise<CacheSummary & { store: string }> {
  const store = await openProjectStore(options, await openToRead(options), { readOnly: true })
  try {
    return { store: store.location, ...(await store.cacheSummary()) }
  } finally {
    await store.close()
  }
}

/** Clears the judge cache, so that its questions are asked anew. What scores are made of stays readable. */
export async function clearCache(options: ClearCacheOptions = {}): Promise<ClearedCache> {
  const before = options.olderThan === undefined ? undefined : momentBefore(options.olderThan, new Date())
  const store = await openProjectStore(options, await openToRead(options), { create: false })
  try {
    const cleared = await store.clearCache(before === undefined ? {} : { before })
    return { ...cleared, before: before ?? null, cache: await store.cacheSummary() }
  } finally {
    await store.close()
  }
}

const MS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** The moment that long ago, as ISO time. RagstoneError `bad_age` for what is no age. */
function momentBefore(age: string, now: Date): string {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([mhdw])$/.exec(age.trim()) ?? []
  const moment = now.getTime() - Number(digits) * (MS[unit as keyof typeof MS] ?? Number.NaN)
  if (digits === '' || !(Math.abs(moment) <= 8.64e15)) {
    throw new RagstoneError('bad_age', `"${age}" is no age`, {
      hint: 'write for example 30d (days), 12h (hours), 2w (weeks) or 90m (minutes)',
    })
  }
  return new Date(moment).toISOString()
}
