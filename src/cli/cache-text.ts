import type { ClearedCache } from '../api/cache.ts'
import { counted } from '../core/counted.ts'
import type { CacheSummary } from '../store/store.ts'
import { textTable } from './text-table.ts'

const number = (value: number) => value.toLocaleString('en-US')

/** What the cache holds, in words. */
export function cacheText(cache: CacheSummary & { store: string }, width: number): string {
  const { exchanges, usable, vectors, bytes, hits, oldest, newest, by_model } = cache
  if (exchanges + vectors === 0) return `the judge cache in ${cache.store} is empty`
  const rows = by_model.map((one) => [
    `${one.provider} ${one.model}`,
    number(one.exchanges),
    number(one.usable),
    size(one.bytes),
  ])
  return [
    `judge cache in ${cache.store}: ${size(bytes)}`,
    `${counted(exchanges, 'exchange')}, ${number(usable)} of them answer their question again without a call`,
    `${counted(vectors, 'vector')} of embedding models`,
    `hits: ${counted(hits, 'question')} answered without a call`,
    ...(oldest === null || newest === null ? [] : [`from ${minute(oldest)} to ${minute(newest)} UTC`]),
    ...(rows.length === 0 ? [] : ['', ...textTable(['model', 'exchanges', 'usable', 'size'], rows, width)]),
  ].join('\n')
}

/** What a clearing did, in words. */
export function clearedText({ removed, kept_for_scores: kept, before, cache }: ClearedCache): string {
  const what = before === null ? 'cleared' : `cleared of what is older than ${minute(before)} UTC`
  return [
    `the judge cache is ${what}: ${counted(removed, 'exchange or vector', 'exchanges and vectors')} removed`,
    ...(kept === 0
      ? []
      : [`${counted(kept, 'exchange')} no longer answer anything and stay, because stored scores are made of them`]),
    `left: ${number(cache.usable)} usable of ${counted(cache.exchanges, 'exchange')}, ${counted(cache.vectors, 'vector')}, ${size(cache.bytes)}`,
  ].join('\n')
}

function minute(time: string): string {
  return time.slice(0, 16).replace('T', ' ')
}

function size(bytes: number): string {
  if (bytes < 1e3) return `${bytes} B`
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}
