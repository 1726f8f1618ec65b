import type { NaReason } from '../core/score.ts'
import type { Called, CallReading, Engine } from './engine.ts'
import { type ItemOutcome, type SettledItem, useOf } from './item-outcome.ts'
import type { Item, Verdict, VerdictQuestion } from './judge.ts'
import type { Learned } from './learned.ts'
import { renderPrompt } from './prompt.ts'
import type { ModelReply } from './provider.ts'
import { readWord } from './read-word.ts'
import { firstTokensDiffer, wordKey } from './verdict-words.ts'

/** Room for a word and the blanks, quotes or stops around it. */
export const WORD_TOKENS = 8

/**
 * One call an item. All go out together and in the order of the items, which share all of the prompt but its end: a server that
 * keeps prefixes reads only what is new.
 */
export async function askEach<C extends string>(
  engine: Engine,
  learned: Learned,
  question: VerdictQuestion<C>,
): Promise<SettledItem<C>[]> {
  return Promise.all(
    question.items.map(async (item) => ({
      item,
      outcome: await askOne(engine, learned, question, item),
      shared: false,
    })),
  )
}

type Words<C extends string> = Readonly<Record<C, string>>

async function askOne<C extends string>(
  engine: Engine,
  learned: Learned,
  question: VerdictQuestion<C>,
  item: Item,
): Promise<ItemOutcome<C>> {
  const lists = wordLists(question)
  const name = JSON.stringify(lists)
  const givenUp: string[] = []
  let called: Called<Omit<Verdict<C>, 'id'>>
  for (let index = learned.wordList(name); ; index++) {
    const words = lists[index] ?? question.words
    called = await engine.ask(wordCall(question, item, words))
    if (index + 1 >= lists.length || tellsApart(called)) break
    givenUp.push(...called.earlier, ...(called.exchange === undefined ? [] : [called.exchange.exchange_id]))
    learned.changeWordList(name, index + 1)
  }
  const use = useOf({ ...called, earlier: [...givenUp, ...called.earlier] }, [item.id])
  const { result } = called
  if (!result.ok) return { item: item.id, use, ok: false, reason: result.reason, detail: result.detail }
  return { item: item.id, use, ok: true, verdict: { ...result.value, id: item.id } }
}

function wordCall<C extends string>(question: VerdictQuestion<C>, item: Item, words: Words<C>) {
  const { step, classes, typical, repeat = 1 } = question
  return {
    messages: renderPrompt(question.single(item, words)),
    kind: 'word' as const,
    schemaText: '',
    maxOutputTokens: WORD_TOKENS,
    repeat,
    asked: { form: 'single' as const, step, item, classes, words, typical },
    read(reply: ModelReply): CallReading<Omit<Verdict<C>, 'id'>> {
      const reading = readWord(reply, words)
      if (!reading.ok) return withAdvice(reading)
      const { verdict, probabilities } = reading
      const other = words[verdict] === question.words[verdict] ? {} : { word: words[verdict] }
      const value = { verdict, ...other, ...(probabilities === undefined ? {} : { probabilities }) }
      return { ok: true, value, repairs: [], usable: true }
    },
  }
}

/** The lists that can be told apart at all, best first. */
function wordLists<C extends string>({ words, otherWords = [] }: VerdictQuestion<C>): Words<C>[] {
  const lists = [words, ...otherWords].filter((list) => firstTokensDiffer(Object.values<string>(list)))
  return lists.length === 0 ? [words] : lists
}

/** Whether the first token named the word: it may be a part of a character, or the beginning of several words. */
function tellsApart({ result, exchange }: Called<{ probabilities?: unknown }>): boolean {
  const token = exchange?.first_token?.[0]?.token
  if (!result.ok || result.value.probabilities !== undefined || token === undefined) return true
  return wordKey(token) === ''
}

/** A model that thinks before it answers never comes to the word. */
function withAdvice<T extends { reason: NaReason; detail: string }>(unread: T): T {
  if (unread.reason !== 'judge_truncated') return unread
  return { ...unread, detail: `${unread.detail}; a model that reasons first needs \`judge.asking: batched\`` }
}
