import { isDeepStrictEqual } from 'node:util'
import { type ZodType, z } from 'zod'
import type { Verdict } from './judge.ts'
import type { ModelReply } from './provider.ts'
import { readJson, type Unread, unread } from './read-json.ts'
import { verdictOf } from './verdict-words.ts'

type Fields = Readonly<Record<string, ZodType>>

export interface VerdictForm<C extends string> {
  classes: readonly C[]
  /** The ids that were asked for. */
  ids: readonly string[]
  /** Further fields of each verdict; one that does not fit makes the verdict missing. */
  fields?: Fields
  /** The words that the prompt asks for in place of the classes' names. */
  words?: Readonly<Record<C, string>>
}

/** What a batched reply says about the ids that were asked for, in their order, and about nothing else. */
export interface VerdictsRead<C extends string> {
  ok: true
  verdicts: Map<string, Verdict<C>>
  /** Asked for, and without a verdict: to be asked again. `unreadable` and `off_scale` are among them. */
  missing: string[]
  /** Named in the reply and not asked for, as written; at most {@link MOST_UNKNOWN}. */
  unknown: string[]
  /** With several verdicts that agree. */
  doubled: string[]
  /** With several verdicts that differ, or with one that can be read beside one that cannot: none of them is believed. */
  conflicting: string[]
  /** With an entry whose verdict or further field cannot be read. */
  unreadable: string[]
  /** With a number for a verdict that is neither 1 nor 0. */
  off_scale: string[]
  repairs: string[]
}

export const MOST_UNKNOWN = 20

/** `1`, `"1"`, `" 1. "`, `"#1"`, `"[1]"`, `"（1）"` are all the id 1. */
const ID = /^[#[(]{0,2}([^\s[\]()#.:、,;]+)[\])]?[.:、]?$/

function idOf(raw: unknown): string | undefined {
  if (typeof raw === 'number') return String(raw)
  if (typeof raw !== 'string' || raw.length > 100) return undefined
  return ID.exec(raw.normalize('NFKC').trim().toLowerCase())?.[1]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The entries of a reply: a list, alone or under `verdicts` (even twice), or the one object about the one id asked for. */
function entriesOf(value: unknown, ids: readonly string[]): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return undefined
  if (Object.hasOwn(value, 'verdicts')) {
    const { verdicts } = value
    if (Array.isArray(verdicts)) return verdicts
    if (!isObject(verdicts)) return undefined
    return Array.isArray(verdicts.verdicts) ? verdicts.verdicts : loneEntry(verdicts, ids)
  }
  return loneEntry(value, ids)
}

function loneEntry(value: Record<string, unknown>, ids: readonly string[]): unknown[] | undefined {
  return ids.length === 1 && Object.hasOwn(value, 'id') && Object.hasOwn(value, 'verdict') ? [value] : undefined
}

type Entry<C extends string> = Verdict<C> | 'off_scale' | 'unreadable'

function readEntry<C extends string>(id: string, entry: Record<string, unknown>, form: VerdictForm<C>): Entry<C> {
  const read = verdictOf(own(entry, 'verdict'), form.classes, form.words)
  if (typeof read === 'string') return read
  const fields: Record<string, unknown> = {}
  const names = Object.entries(form.fields ?? {})
  for (const [name, schema] of names) {
    const field = schema.safeParse(own(entry, name))
    if (!field.success) return 'unreadable'
    fields[name] = field.data
  }
  const reason = own(entry, 'reason')
  return {
    id,
    verdict: read.verdict,
    ...(typeof reason === 'string' ? { reason } : {}),
    ...(names.length === 0 ? {} : { fields }),
  }
}

function own(entry: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(entry, name) ? entry[name] : undefined
}

function agree<C extends string>(one: Entry<C>, other: Entry<C>): boolean {
  if (typeof one === 'string' || typeof other === 'string') return typeof one === typeof other
  return one.verdict === other.verdict && isDeepStrictEqual(one.fields, other.fields)
}

/**
 * The verdicts of a batched reply (`{"verdicts": [{"id", "reason"?, "verdict", ...fields}]}`), matched by id and never by place.
 * Never throws, and never has a verdict for an id that was not asked for.
 */
export function readVerdicts<C extends string>(reply: ModelReply, form: VerdictForm<C>): VerdictsRead<C> | Unread {
  const json = readJson(reply)
  if (!json.ok) return json
  const entries = entriesOf(json.value, form.ids)
  if (entries === undefined) return unread('judge_unreadable', 'the reply has no list of verdicts in field verdicts')
  const asked = new Set(form.ids)
  const found = new Map<string, Entry<C>>()
  const doubled = new Set<string>()
  const conflicting = new Set<string>()
  const unknown = new Set<string>()
  for (const entry of entries) {
    const raw = isObject(entry) ? own(entry, 'id') : entry
    const id = isObject(entry) ? idOf(raw) : undefined
    if (!isObject(entry) || id === undefined || !asked.has(id)) {
      if (unknown.size < MOST_UNKNOWN) unknown.add(shown(raw))
      continue
    }
    const read = readEntry(id, entry, form)
    const before = found.get(id)
    if (before === undefined) found.set(id, read)
    else if (agree(before, read)) doubled.add(id)
    else conflicting.add(id)
  }
  const having = (what: Entry<C>) => form.ids.filter((id) => found.get(id) === what && !conflicting.has(id))
  const verdicts = new Map<string, Verdict<C>>()
  for (const id of form.ids) {
    const read = found.get(id)
    if (typeof read === 'object' && !conflicting.has(id)) verdicts.set(id, read)
  }
  return {
    ok: true,
    verdicts,
    missing: form.ids.filter((id) => !verdicts.has(id) && !conflicting.has(id)),
    unknown: [...unknown],
    doubled: form.ids.filter((id) => doubled.has(id) && verdicts.has(id)),
    conflicting: form.ids.filter((id) => conflicting.has(id)),
    unreadable: having('unreadable'),
    off_scale: having('off_scale'),
    repairs: json.repairs,
  }
}

function shown(raw: unknown): string {
  const text = typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? 'none')
  return text.length > 40 ? `${text.slice(0, 40)}...` : text
}

/** Beyond this many, ids are not listed in the schema: the list would cost more than it prevents. */
const MOST_LISTED_IDS = 40

/**
 * The JSON Schema of a batched reply, short and within what every provider's strict mode takes: ids as a list of texts, the
 * reason before the verdict, no number of entries.
 */
export function verdictsJsonSchema(
  classes: readonly string[],
  ids: readonly string[],
  { reasons, fields = {} }: { reasons: boolean; fields?: Fields },
): Record<string, unknown> {
  const text = { type: 'string' }
  const properties: Record<string, unknown> = {
    id: ids.length <= MOST_LISTED_IDS ? { ...text, enum: [...ids] } : text,
    ...(reasons ? { reason: text } : {}),
    ...Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, fieldSchema(schema)])),
    verdict: { ...text, enum: [...classes] },
  }
  const item = object(properties)
  return object({ verdicts: { type: 'array', items: item } })
}

function object(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** Short: without the bounds of every safe integer, and a value or null as two types, which all grammars know. */
function fieldSchema(schema: ZodType): Record<string, unknown> {
  const { $schema, anyOf, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const [value, other] = anyOf ?? []
  if (anyOf?.length !== 2 || other?.type !== 'null' || typeof value?.type !== 'string')
    return withoutSafeBounds(anyOf === undefined ? rest : { ...rest, anyOf })
  return withoutSafeBounds({ ...rest, ...value, type: [value.type, 'null'] })
}

function withoutSafeBounds({ minimum, maximum, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...rest,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  }
}
