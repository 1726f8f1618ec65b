import type { Chunk } from '../../core/chunk.ts'
import type { Sample } from '../../core/sample.ts'

/** The fields that say what retrieval should bring; at least one is needed. */
export const RELEVANCE_FIELDS = ['expected_sources', 'reference_context_ids', 'relevance'] as const

/** An id or source with its grade: above 0 relevant, 0 judged not relevant. */
export interface JudgedItem {
  key: string
  grade: number
  /** Whether the key is a file name that also stands for a source of that name in any folder. */
  anyFolder: boolean
  /** Whether a chunk carried it; set while a list is ranked. */
  found: boolean
  /** Whether a chunk carried it beside a better item, so that it does not count by itself. */
  absorbed: boolean
}

/**
 * What a test case says about relevance. Every id of `reference_context_ids` and name in `expected_sources` has grade 1,
 * unless `relevance` grades it otherwise; a negative grade means not judged. Keys are in Unicode form NFC, since file
 * systems differ in it.
 */
export function judgedItems(sample: Pick<Sample, (typeof RELEVANCE_FIELDS)[number]>): JudgedItem[] {
  const { expected_sources: sources, reference_context_ids: ids, relevance } = sample
  if (relevance === undefined && ids === undefined && sources?.length === 1) return [itemOf(sources[0] ?? '', 1, true)]
  const items = new Map<string, JudgedItem>()
  const add = (item: JudgedItem): void => {
    items.set(item.key, item)
  }
  for (const id of ids ?? []) add(itemOf(id, 1, false))
  for (const source of sources ?? []) add(itemOf(source, 1, true))
  for (const key in relevance) add(itemOf(key, relevance[key] ?? 0, true))
  return [...items.values()].filter((item) => item.grade >= 0)
}

function itemOf(name: string, grade: number, mayBeFile: boolean): JudgedItem {
  const key = name.normalize()
  return { key, grade, anyFolder: mayBeFile && fileName(key) === key, found: false, absorbed: false }
}

const NOTHING: JudgedItem[] = []

/**
 * Finds the items that a chunk carries: those equal, as strings, to its `id` or `source`, and those without a folder that
 * are the file name of its `source` (`leave.md` finds `docs/leave.md`). Positions are never compared.
 */
export function matcherOf(items: readonly JudgedItem[]): (chunk: Chunk) => JudgedItem[] {
  const [only] = items
  if (only !== undefined && items.length === 1) {
    const carried = [only]
    return (chunk) => (carries(chunk, only) ? carried : NOTHING)
  }
  const byKey = new Map(items.map((item) => [item.key, item]))
  return (chunk) => {
    const id = chunk.id === undefined ? undefined : byKey.get(chunk.id.normalize())
    const source = chunk.source?.normalize()
    const bySource = source === undefined ? undefined : byKey.get(source)
    const file = source === undefined ? undefined : byKey.get(fileName(source))
    if (id === undefined && bySource === undefined && file === undefined) return NOTHING
    const found = new Set<JudgedItem>()
    if (id !== undefined) found.add(id)
    if (bySource !== undefined) found.add(bySource)
    if (file?.anyFolder === true) found.add(file)
    return [...found]
  }
}

function carries(chunk: Chunk, item: JudgedItem): boolean {
  if (chunk.id !== undefined && chunk.id.normalize() === item.key) return true
  if (chunk.source === undefined) return false
  const source = chunk.source.normalize()
  return source === item.key || (item.anyFolder && fileName(source) === item.key)
}

/** What follows the last slash or backslash. */
function fileName(path: string): string {
  const slash = Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))
  return slash === -1 ? path : path.slice(slash + 1)
}
