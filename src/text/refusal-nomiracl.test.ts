import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type RefusalState, refusalState } from './refusal.ts'

/**
 * 11 models' replies to Chinese questions, as they came. The folder's README counts them by two fixed phrases alone; here
 * every reply where the detector says something else is put into a class that was read through and found right.
 */
const DATA = join(import.meta.dirname, '../../../shared/data/nomiracl-zh/zh_visible.jsonl')
const DOCS = join(import.meta.dirname, '../../docs/refusal.md')

interface Reply {
  model: string
  answerable: boolean
  reply: string
  byPhrases: RefusalState
}

function stateByPhrases(reply: string): RefusalState {
  const answered = reply.includes('Yes, answer is present')
  const declined = reply.includes("I don't know")
  if (answered && declined) return 'both'
  return answered ? 'answered' : declined ? 'declined' : 'neither'
}

function loadReplies(): Reply[] {
  if (!existsSync(DATA)) return []
  return readFileSync(DATA, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { subset: string; results: Record<string, string> })
    .flatMap(({ subset, results }) =>
      Object.entries(results).map(([model, reply]) => ({
        model,
        answerable: subset === 'relevant',
        reply,
        byPhrases: stateByPhrases(reply),
      })),
    )
}

const replies = loadReplies()

/** Every reply whose state by the detector is not that of the two phrases. */
function differences(): (Reply & { state: RefusalState })[] {
  return replies
    .map((reply) => ({ ...reply, state: refusalState(reply.reply).state }))
    .filter(({ state, byPhrases }) => state !== byPhrases)
}

function counts(model: string, answerable: boolean, stateOf: (reply: Reply) => RefusalState): string {
  const chosen = replies.filter((reply) => reply.model === model && reply.answerable === answerable)
  return (['answered', 'declined', 'both', 'neither'] as const)
    .map((state) => chosen.filter((reply) => stateOf(reply) === state).length)
    .join(' / ')
}

const ECHO =
  /please (?:answer|respond|select|provide)|respond (?:as|with) |possible outputs|do you know any|^\s*question:/i
const FIRST_LINE_IS_QUESTION = /^[^\n]*[?？][^\n]*\n/

/** The classes of differences: which replies belong, and how many were read. The first class that fits counts. */
const CLASSES: { name: string; from: RefusalState; to: RefusalState; fits: (reply: string) => boolean; n: number }[] = [
  {
    name: 'says in other words that the answer is present',
    from: 'neither',
    to: 'answered',
    fits: (reply) =>
      /answers? (?:is|are) present|found the answer|question is (?:answered|present)|answer can be found|答案(?:是|在)/i.test(
        reply,
      ),
    n: 16,
  },
  {
    name: 'repeats the question, then answers it',
    from: 'neither',
    to: 'answered',
    fits: (reply) => FIRST_LINE_IS_QUESTION.test(reply.trim()) && !ECHO.test(reply),
    n: 22,
  },
  {
    name: 'only yes or no',
    from: 'neither',
    to: 'answered',
    fits: (reply) => /^(?:yes|no)(?:, (?:yes|no))?$/i.test(reply.trim()),
    n: 6,
  },
  {
    name: 'only the name, number or list asked for',
    from: 'neither',
    to: 'answered',
    fits: (reply) => !/[。.!?？]$/.test(reply.trim()) && reply.trim().length <= 45 && !reply.trim().includes('\n'),
    n: 60,
  },
  {
    name: 'answers in sentences',
    from: 'neither',
    to: 'answered',
    fits: (reply) =>
      /(?:是|位于|位於|有|主要|包括|擁有|約為|约为)|\b(?:is|are|contain|include|mentions?|provide)\b|,/.test(reply) &&
      !ECHO.test(reply),
    n: 21,
  },
  {
    name: 'declines in other words',
    from: 'neither',
    to: 'declined',
    fits: (reply) => /\bno,? (?:the )?answer is (?:not )?present|no clear answer|不知道/i.test(reply),
    n: 16,
  },
  {
    name: 'declines and lists something else',
    from: 'neither',
    to: 'both',
    fits: (reply) => /do not answer the question directly, but/.test(reply),
    n: 1,
  },
  {
    name: 'gives the instructions back with both phrases in them',
    from: 'both',
    to: 'neither',
    fits: (reply) => ECHO.test(reply) || reply.trim().startsWith('I will give you a question'),
    n: 82,
  },
  {
    name: 'names the other phrase only as a condition',
    from: 'both',
    to: 'declined',
    fits: (reply) => /^\s*I don't know \(unless/i.test(reply),
    n: 4,
  },
  {
    name: 'judges each context, some hold the answer',
    from: 'both',
    to: 'answered',
    fits: (reply) => /present in context \[?\d/.test(reply) && /I don't know in context/.test(reply),
    n: 3,
  },
  {
    name: 'answers, then gives the instructions back',
    from: 'both',
    to: 'answered',
    fits: (reply) => /\n\nPlease respond/.test(reply),
    n: 5,
  },
  {
    name: 'gives the instructions or choices back',
    from: 'answered',
    to: 'neither',
    fits: (reply) => ECHO.test(reply),
    n: 13,
  },
  { name: 'gives the instructions back', from: 'declined', to: 'neither', fits: (reply) => ECHO.test(reply), n: 11 },
  {
    name: 'says present, then that the contexts do not say it',
    from: 'answered',
    to: 'both',
    fits: (reply) => /contexts do not provide enough/.test(reply),
    n: 1,
  },
  {
    name: 'declines, then answers all the same',
    from: 'declined',
    to: 'both',
    fits: (reply) => /\bHowever, based on (?:the |context).*(?:appears|inferred|infer)/s.test(reply),
    n: 3,
  },
]

describe.skipIf(replies.length === 0)('the replies of 11 models to Chinese questions', () => {
  it('count by the two phrases alone as the README of the data says', () => {
    expect(replies).toHaveLength(299 * 11)
    expect(counts('gpt-4-azure', false, (reply) => reply.byPhrases)).toBe('62 / 85 / 0 / 0')
    expect(counts('gpt-4-azure', true, (reply) => reply.byPhrases)).toBe('143 / 9 / 0 / 0')
    expect(counts('gpt-3.5-turbo-azure', false, (reply) => reply.byPhrases)).toBe('78 / 69 / 0 / 0')
    expect(counts('gpt-3.5-turbo-azure', true, (reply) => reply.byPhrases)).toBe('144 / 8 / 0 / 0')
    expect(counts('Mistral-7B-Instruct-v0.2', false, (reply) => reply.byPhrases)).toBe('8 / 130 / 2 / 7')
    expect(counts('Orca-2-7b', false, (reply) => reply.byPhrases)).toBe('101 / 5 / 0 / 41')
  })

  it('differ from the two phrases only where the detector was found right', () => {
    const found = new Map<string, number>()
    const unexplained: string[] = []
    for (const { byPhrases, state, reply, model } of differences()) {
      const known = CLASSES.find(({ from, to, fits }) => from === byPhrases && to === state && fits(reply))
      if (known === undefined) unexplained.push(`${byPhrases} -> ${state} (${model}): ${JSON.stringify(reply)}`)
      else
        found.set(
          `${known.from} -> ${known.to}: ${known.name}`,
          (found.get(`${known.from} -> ${known.to}: ${known.name}`) ?? 0) + 1,
        )
    }
    expect(unexplained).toEqual([])
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(CLASSES.map(({ from, to, name, n }) => [`${from} -> ${to}: ${name}`, n])),
    )
  })

  it('are the same for the models that keep to the two phrases', () => {
    const keeping = new Set(['gpt-4-azure', 'gpt-3.5-turbo-azure', 'flan-t5-xxl'])
    expect(differences().filter(({ model }) => keeping.has(model))).toEqual([])
  })

  it('are counted in docs/refusal.md as they are', () => {
    const page = readFileSync(DOCS, 'utf8')
    const stateOf = new Map(replies.map(({ reply }) => [reply, refusalState(reply).state]))
    for (const model of new Set(replies.map((reply) => reply.model))) {
      for (const answerable of [false, true]) {
        const before = counts(model, answerable, (reply) => reply.byPhrases)
        const after = counts(model, answerable, (reply) => stateOf.get(reply.reply) ?? 'neither')
        expect(page).toContain(`| ${model} | ${answerable ? 'yes' : 'no'} | ${before} | ${after} |`)
      }
    }
    for (const { name, n } of CLASSES) expect(page).toContain(`| ${name} | ${n} |`)
  })
})
