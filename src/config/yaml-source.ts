import type { Alias, LineCounter, ParsedNode, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { formatKeyPath, type KeyPath } from './key-path.ts'
import { type Problem, problemsError } from './problem.ts'
import type { Place, Source } from './source.ts'
import { parseYamlDocument } from './yaml-document.ts'

/** Aliases may repeat at most this many values: a few lines of them could otherwise fill the memory. */
const MAX_ALIASED_VALUES = 10_000

/** Where a value and its key were written, with the same for what is inside. */
interface Placed {
  key: number | undefined
  value: number
  inner: Map<string | number, Placed>
}

/** What an anchor stands for; undefined inside while it is still being read. */
interface Anchored {
  read: { value: unknown; placed: Placed; size: number } | undefined
}

interface Walk {
  yaml: typeof import('yaml')
  lines: LineCounter
  problems: Problem[]
  anchors: Map<string, Anchored>
  /** Values read so far, those that aliases repeat included. */
  size: number
  /** Values that aliases repeat. */
  aliased: number
}

/** Reads YAML (or JSON) with the place of every value. What YAML allows but a configuration cannot keep is an error. */
export async function readYaml(text: string, names: { label: string; name: string }): Promise<Source> {
  const yaml = await import('yaml')
  const { document, lines } = parseYamlDocument(yaml, text, names.label)
  const walk: Walk = { yaml, lines, problems: [], anchors: new Map(), size: 0, aliased: 0 }
  const top: Placed = { key: undefined, value: 0, inner: new Map() }
  const value = document.contents === null ? null : readNode(walk, document.contents, top, [])
  if (walk.problems.length > 0) throw problemsError(names.label, walk.problems)
  return {
    value,
    ...names,
    placeOf: (path, what) => {
      const placed = placedAt(top, path)
      if (placed === undefined || path.length === 0) return undefined
      return placeOf(lines, what === 'key' ? (placed.key ?? placed.value) : placed.value)
    },
    keysOf: (path) => [...(placedAt(top, path)?.inner.keys() ?? [])].map(String),
  }
}

function placedAt(top: Placed, path: KeyPath): Placed | undefined {
  let placed: Placed | undefined = top
  for (const part of path) placed = placed?.inner.get(part)
  return placed
}

function placeOf(lines: LineCounter, offset: number): Place {
  const { line, col } = lines.linePos(offset)
  return { line, column: col }
}

function readNode(walk: Walk, node: ParsedNode, placed: Placed, path: KeyPath): unknown {
  const { isAlias, isMap, isSeq } = walk.yaml
  placed.value = node.range[0]
  if (isAlias(node)) return readAlias(walk, node, placed, path)
  const before = walk.size
  walk.size += 1
  const anchored: Anchored = { read: undefined }
  if (node.anchor !== undefined) walk.anchors.set(node.anchor, anchored)
  let value: unknown
  if (isMap(node)) value = readMap(walk, node as YAMLMap<ParsedNode, ParsedNode | null>, placed, path)
  else if (isSeq(node)) value = readList(walk, node as YAMLSeq<ParsedNode>, placed, path)
  else value = readScalar(walk, node as Scalar, path)
  anchored.read = { value, placed, size: walk.size - before }
  return value
}

function report(walk: Walk, offset: number, problem: Omit<Problem, 'place' | 'code'>): undefined {
  walk.problems.push({ code: 'config_syntax', place: placeOf(walk.lines, offset), ...problem })
}

function readAlias(walk: Walk, alias: Alias.Parsed, placed: Placed, path: KeyPath): unknown {
  const fail = (text: string, hint?: string) =>
    report(walk, alias.range[0], { text: `${formatKeyPath(path)} ${text}`, hint })
  const anchored = walk.anchors.get(alias.source)
  if (anchored === undefined) return fail(`refers to *${alias.source}, but no &${alias.source} comes before it`)
  if (anchored.read === undefined) return fail(`refers to *${alias.source} from inside &${alias.source}`)
  const { value, size, placed: original } = anchored.read
  if (walk.aliased > MAX_ALIASED_VALUES) return undefined
  walk.size += size
  walk.aliased += size
  placed.inner = original.inner
  if (walk.aliased <= MAX_ALIASED_VALUES) return value
  return fail(
    `is an alias too many: aliases may repeat at most ${MAX_ALIASED_VALUES} values`,
    'use `extends` between configurations in place of aliases',
  )
}

function readMap(walk: Walk, map: YAMLMap<ParsedNode, ParsedNode | null>, placed: Placed, path: KeyPath): unknown {
  const result: Record<string, unknown> = {}
  for (const { key, value } of map.items) {
    const name = walk.yaml.isScalar(key) ? String(key.value ?? '') : ''
    const offset = key.range[0]
    const at = formatKeyPath([...path, name])
    const earlier = placed.inner.get(name)
    if (name === '<<') {
      report(walk, offset, { text: `${at}: merge keys are not read`, hint: 'use `extends` between configurations' })
    } else if (name === '__proto__') {
      report(walk, offset, { text: `${at}: this key is not allowed` })
    } else if (earlier?.key !== undefined) {
      report(walk, offset, { text: `${at} is given twice, first on line ${placeOf(walk.lines, earlier.key).line}` })
    } else {
      const inside: Placed = { key: offset, value: offset, inner: new Map() }
      placed.inner.set(name, inside)
      result[name] = value === null ? null : readNode(walk, value, inside, [...path, name])
    }
  }
  return result
}

function readList(walk: Walk, list: YAMLSeq<ParsedNode>, placed: Placed, path: KeyPath): unknown {
  return list.items.map((item, index) => {
    const inside: Placed = { key: undefined, value: placed.value, inner: new Map() }
    placed.inner.set(index, inside)
    return readNode(walk, item, inside, [...path, index])
  })
}

function readScalar(walk: Walk, scalar: Scalar, path: KeyPath): unknown {
  const { value, source = '' } = scalar
  const offset = scalar.range?.[0] ?? 0
  const at = formatKeyPath(path)
  if (typeof value === 'string' && !value.isWellFormed()) {
    return report(walk, offset, { text: `${at} holds half of a surrogate pair, which is no character` })
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return report(walk, offset, { text: `${at} must be a finite number, got ${source}` })
  }
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && /^[-+]?\d+$/.test(source)) {
    return report(walk, offset, {
      text: `${at}: ${source} cannot be kept exactly`,
      hint: 'put it in quotes, as a text',
    })
  }
  return value
}
