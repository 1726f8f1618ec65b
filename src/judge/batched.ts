import type { ItemPointer } from '../core/exchange.ts'
import type { Exchanges } from '../core/exchanges.ts'
import { fixedPart, itemKey } from './cache-key.ts'
import { contradicts } from './contradiction.ts'
import { type Call, type CallReading, type Engine, replyOf } from './engine.ts'
import { type ItemOutcome, type Problems, type SettledItem, type Use, useOf } from './item-outcome.ts'
import type { Item, Verdict, VerdictQuestion } from './judge.ts'
import type { Learned } from './learned.ts'
import { renderPrompt } from './prompt.ts'
import type { ModelReply } from './provider.ts'
import { readVerdicts } from './read-verdicts.ts'
import type { Tally } from './tally.ts'
import { verdictSchema } from './verdict-schema.ts'

interface BatchedReading<C extends string> extends Problems {
  verdicts: Map<string, Verdict<C>>
}

/** An item that this question asks for, and that others wait for. */
interface Own<C extends string> {
  item: Item
  key: string
  /** A verdict is stored and is not read any more. */
  unread: boolean
  settle(outcome: ItemOutcome<C>): void
  fail(error: unknown): void
}

/** What came of a question: outcomes in the order of its items, and the calls that were made for it in their order. */
export interface BatchedOutcome<C extends string> {
  outcomes: SettledItem<C>[]
  asked: Use[]
}

export interface BatchedAsking {
  ask<C extends string>(question: VerdictQuestion<C>): Promise<BatchedOutcome<C>>
}

interface Context {
  engine: Engine
  exchanges: Exchanges
  learned: Learned
  tally: Tally
  reasons: boolean
  maxOutputTokens: number
}

/**
 * Many items a call, answered by id. Items that are stored or in flight are not asked again, whatever group they were in; the
 * others are claimed before anything is waited for, so the grouping follows from the order of the questions alone.
 */
export function createBatchedAsking(context: Context): BatchedAsking {
  const { learned, reasons, maxOutputTokens } = context
  const claimed = new Map<string, Promise<ItemOutcome<string>>>()
  const release = (keys: readonly string[]) => {
    for (const key of keys) claimed.delete(key)
  }

  function claim<C extends string>(key: string, item: Item): { own: Own<C>; promise: Promise<ItemOutcome<C>> } {
    const { promise, resolve, reject } = deferred<ItemOutcome<C>>()
    // Whoever waits sees the failure; without anyone it is no event of the process.
    promise.catch(() => {})
    claimed.set(key, promise as Promise<ItemOutcome<string>>)
    return { own: { item, key, unread: false, settle: resolve, fail: reject }, promise }
  }

  return {
    async ask(question) {
      const { classes, fields, repeat = 1 } = question
      const schema = verdictSchema(classes, [], { reasons, fields }).text
      const fixed = fixedPart(renderPrompt(question.batched([], { reasons })), schema, repeat)
      const { text } = learned.form('json', maxOutputTokens)
      const own: Own<(typeof classes)[number]>[] = []
      const slots = question.items.map((item) => {
        const key = itemKey(text, fixed, item.text)
        const other = claimed.get(key)
        if (other !== undefined)
          return { item, promise: other as Promise<ItemOutcome<(typeof classes)[number]>>, shared: true }
        const mine = claim<(typeof classes)[number]>(key, item)
        own.push(mine.own)
        return { item, promise: mine.promise, shared: false }
      })
      const asked = await answer(context, question, fixed, own).finally(() => release(own.map(({ key }) => key)))
      const outcomes = await Promise.all(
        slots.map(async ({ item, promise, shared }) => ({ item, outcome: await promise, shared })),
      )
      return { outcomes, asked }
    },
  }
}

async function answer<C extends string>(
  context: Context,
  question: VerdictQuestion<C>,
  fixed: string,
  own: readonly Own<C>[],
): Promise<Use[]> {
  try {
    const rest = own.length === 0 ? [] : await answerFromStore(context, question, own)
    const groups = groupsOf(rest, Math.max(1, question.perCall ?? rest.length))
    const calls = await Promise.all(groups.map((group) => askGroup(context, question, fixed, group)))
    return calls.flat()
  } catch (error) {
    for (const { fail } of own) fail(error)
    throw error
  }
}

/** Gives the stored verdicts, read again from their raw replies; returns the items that have none. */
async function answerFromStore<C extends string>(
  { exchanges, tally }: Context,
  question: VerdictQuestion<C>,
  own: readonly Own<C>[],
): Promise<Own<C>[]> {
  const pointers = new Map((await exchanges.findItems(own.map(({ key }) => key))).map((one) => [one.item_key, one]))
  if (pointers.size === 0) return [...own]
  const byExchange = new Map<string, ItemPointer[]>()
  for (const pointer of pointers.values()) {
    byExchange.set(pointer.exchange_id, [...(byExchange.get(pointer.exchange_id) ?? []), pointer])
  }
  const found = new Map<string, { use: Use; verdict: Verdict<C> }>()
  for (const exchange of await exchanges.exchanges([...byExchange.keys()])) {
    const held = byExchange.get(exchange.exchange_id) ?? []
    const ids = held.map(({ item_id }) => item_id)
    const reading = read(question, ids, replyOf(exchange))
    if (!reading.ok) continue
    const use: Use = { cache: 'stored', exchange, earlier: [], repairs: reading.repairs, items: ids }
    for (const { item_key, item_id } of held) {
      const verdict = reading.value.verdicts.get(item_id)
      if (verdict !== undefined) found.set(item_key, { use, verdict })
    }
    tally.hit()
  }
  return own.filter((one) => {
    const known = found.get(one.key)
    if (known !== undefined) one.settle({ ok: true, item: known.verdict.id, use: known.use, verdict: known.verdict })
    else one.unread = pointers.has(one.key)
    return known === undefined
  })
}

/** One call for the group, and one more for the ids that are missing in its reply. */
async function askGroup<C extends string>(
  context: Context,
  question: VerdictQuestion<C>,
  fixed: string,
  group: readonly Own<C>[],
): Promise<Use[]> {
  const first = await askOnce(context, question, fixed, group, false)
  if (first.missing.length === 0) return [first.use]
  const second = await askOnce(context, question, fixed, first.missing, true)
  const unread = second.use.failed
  for (const { item, settle } of second.missing) {
    const offScale = second.use.problems?.off_scale.includes(item.id) === true
    const reason = offScale ? 'out_of_scale' : 'missing_verdicts'
    const what = offScale ? 'a number that is neither 1 nor 0' : 'no verdict'
    const detail = `the reply has ${what} for ${item.id}, also when asked again${unread === undefined ? '' : `: ${unread.detail}`}`
    settle({ ok: false, item: item.id, use: second.use, reason, detail })
  }
  return [first.use, second.use]
}

/** Settles what the reply tells; `missing` is left to the caller. */
async function askOnce<C extends string>(
  context: Context,
  question: VerdictQuestion<C>,
  fixed: string,
  group: readonly Own<C>[],
  again: boolean,
): Promise<{ use: Use; missing: Own<C>[] }> {
  const called = await context.engine.ask(callFor(context, question, fixed, group))
  const use = useOf(
    called,
    group.map(({ item }) => item.id),
  )
  const { result } = called
  if (!result.ok) {
    if (again && result.reason === 'judge_unreadable') return { use, missing: [...group] }
    for (const { item, settle } of group) {
      settle({ ok: false, item: item.id, use, reason: result.reason, detail: result.detail })
    }
    return { use, missing: [] }
  }
  const { verdicts, ...problems } = result.value
  use.problems = problems
  const left: Own<C>[] = []
  for (const own of group) {
    const { id } = own.item
    const verdict = verdicts.get(id)
    if (verdict !== undefined) own.settle({ ok: true, item: id, use, verdict })
    else if (problems.conflicting.includes(id)) {
      const detail = `the reply has two different verdicts for ${id}`
      own.settle({ ok: false, item: id, use, reason: 'conflicting_verdicts', detail })
    } else left.push(own)
  }
  return { use, missing: left }
}

function callFor<C extends string>(
  { reasons, maxOutputTokens }: Context,
  question: VerdictQuestion<C>,
  fixed: string,
  group: readonly Own<C>[],
): Call<BatchedReading<C>> {
  const { step, classes, fields, typical, typicalFields = {}, repeat = 1 } = question
  const items = group.map(({ item }) => item)
  const ids = items.map(({ id }) => id)
  const { schema, text } = verdictSchema(classes, ids, { reasons, fields })
  return {
    messages: renderPrompt(question.batched(items, { reasons })),
    kind: 'json',
    schema,
    schemaText: text,
    maxOutputTokens,
    repeat,
    asked: { form: 'batched', step, items, classes, reasons, typical, typicalFields },
    read: (reply) => read(question, ids, reply),
    pointers: ({ verdicts }, form) =>
      items
        .filter(({ id }) => verdicts.has(id))
        .map((item) => ({ item_key: itemKey(form, fixed, item.text), item_id: item.id })),
    unreadItems: group.filter(({ unread }) => unread).map(({ key }) => key),
  }
}

function read<C extends string>(
  { classes, fields = {} }: VerdictQuestion<C>,
  ids: readonly string[],
  reply: ModelReply,
): CallReading<BatchedReading<C>> {
  const reading = readVerdicts<C>(reply, { classes, ids, fields })
  if (!reading.ok) return reading
  const { repairs } = reading
  const verdicts = new Map(
    [...reading.verdicts].map(([id, verdict]) => {
      const against = verdict.reason !== undefined && contradicts(verdict.reason, verdict.verdict)
      return [id, against ? { ...verdict, contradiction: true } : verdict]
    }),
  )
  const { missing, unknown, doubled, conflicting, unreadable, off_scale } = reading
  const value = { verdicts, missing, unknown, doubled, conflicting, unreadable, off_scale }
  return { ok: true, value, repairs, usable: verdicts.size > 0 }
}

function groupsOf<T>(all: readonly T[], size: number): T[][] {
  const groups: T[][] = []
  for (let start = 0; start < all.length; start += size) groups.push(all.slice(start, start + size))
  return groups
}

function deferred<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
