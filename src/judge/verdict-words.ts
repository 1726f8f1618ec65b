import { normalizeFolded } from '../text/normalize.ts'

/** What a spelling says. `no` says only that it is not so, and leaves open why. */
export type Sense = 'yes' | 'no' | 'contradicted' | 'not_mentioned'

/**
 * The one table of verdict spellings, for scores and for what is shown. Compared in lower case, in ordinary width, with
 * Traditional characters folded to Simplified, without blanks, `_` and `-` between letters, without quotes and emphasis around
 * and without stops at the end. Everything else is no verdict.
 */
export const SPELLINGS: Readonly<Record<Sense, readonly string[]>> = {
  yes: [
    ...['1', 'true', 'yes', 'supported', 'supports', 'entailed', 'entailment', 'entails', 'attributed', 'attributable'],
    ...['correct', 'right', 'useful', 'helpful', 'relevant'],
    ...[
      '是',
      '是的',
      '对',
      '对的',
      '正确',
      '真',
      '属实',
      '成立',
      '支持',
      '得到支持',
      '受到支持',
      '符合',
      '一致',
      '相符',
    ],
    ...['有用', '有帮助', '有关', '相关', '可归因', '有依据'],
  ],
  no: [
    ...['0', 'false', 'no', 'unsupported', 'not supported', 'not entailed', 'non entailment', 'not attributed'],
    ...['unattributed', 'not attributable', 'incorrect', 'not correct', 'wrong', 'useless', 'not useful', 'unhelpful'],
    ...['not helpful', 'irrelevant', 'not relevant'],
    ...[
      '否',
      '不',
      '不是',
      '不对',
      '错',
      '错误',
      '不正确',
      '假',
      '不属实',
      '不成立',
      '不支持',
      '未得到支持',
      '没有支持',
    ],
    ...[
      '不符',
      '不符合',
      '不一致',
      '不相符',
      '没用',
      '无用',
      '没有用',
      '没帮助',
      '没有帮助',
      '无帮助',
      '无关',
      '不相关',
    ],
    ...['没有依据', '无依据', '不可归因'],
  ],
  contradicted: [
    ...['contradicted', 'contradiction', 'contradicts', 'contradictory', 'refuted', 'refutes', 'conflicting'],
    ...['矛盾', '相矛盾', '互相矛盾', '有矛盾', '冲突', '相冲突', '相反', '抵触', '被反驳', '与资料矛盾', '与原文矛盾'],
  ],
  not_mentioned: [
    ...['not mentioned', 'unmentioned', 'no mention', 'not stated', 'not given', 'unknown', 'unclear', 'neutral'],
    ...['not enough information', 'not enough info', 'insufficient information', 'no information'],
    ...['未提及', '未提到', '没提及', '没提到', '没有提及', '没有提到', '未说明', '没有说明', '未知', '不知道', '不详'],
    ...['不清楚', '信息不足', '资讯不足', '资料不足', '中立'],
  ],
}

/** Names of classes: which spellings stand for them. A name that is not here is spelt only as itself. */
const CLASSES: Readonly<Record<string, readonly Sense[]>> = {
  yes: ['yes'],
  true: ['yes'],
  supported: ['yes'],
  useful: ['yes'],
  relevant: ['yes'],
  correct: ['yes'],
  attributed: ['yes'],
  no: ['no'],
  false: ['no'],
  not_useful: ['no'],
  not_relevant: ['no'],
  incorrect: ['no'],
  not_supported: ['no', 'contradicted', 'not_mentioned'],
  not_attributed: ['no', 'contradicted', 'not_mentioned'],
  contradicted: ['contradicted'],
  not_mentioned: ['not_mentioned', 'no'],
}

/** Quotes, emphasis and brackets that a model puts around a word. */
const AROUND = '"\'`*_()[]<>“”‘’「」『』«»《》〈〉【】 '
const STOPS = '.!,;:。、'
/** Longer texts are no word. */
const LONGEST_WORD = 60

function trimmed(text: string, left: string, right: string): string {
  let from = 0
  let to = text.length
  while (from < to && left.includes(text.charAt(from))) from += 1
  while (to > from && right.includes(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}

/** A word as it is compared; empty when the text is too long to be one, or has no word in it. */
export function wordKey(text: string): string {
  if (text.length > 4 * LONGEST_WORD) return ''
  const word = trimmed(normalizeFolded(text), AROUND, AROUND + STOPS)
  if (word.length > LONGEST_WORD) return ''
  return word.replace(/(?<=[\p{L}])[ _-]+(?=[\p{L}])/gu, '')
}

const SENSES: ReadonlyMap<string, Sense> = new Map(
  (Object.entries(SPELLINGS) as [Sense, readonly string[]][]).flatMap(([sense, words]) =>
    words.map((word) => [wordKey(word), sense] as const),
  ),
)

/** What a verdict field says. `off_scale`: a number that is neither 1 nor 0. */
export type VerdictReading<C extends string> = { verdict: C } | 'off_scale' | 'unreadable'

function textOf(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw
  if (typeof raw === 'boolean' || typeof raw === 'number') return String(raw === 0 ? 0 : raw)
  return undefined
}

const NUMBER = /^[−–-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/

/**
 * The class that a verdict field names: by the question's own `words` first, then by the name of the class, then by
 * {@link SPELLINGS}. Where several classes are not the good one, a bare no, 0 or false says only that it is not so: of
 * the three classes of entailment it is `not_mentioned`.
 */
export function verdictOf<C extends string>(
  raw: unknown,
  classes: readonly C[],
  words?: Readonly<Record<C, string>>,
): VerdictReading<C> {
  const text = textOf(raw)
  if (text === undefined) return 'unreadable'
  const plain = wordKey(text)
  const number = NUMBER.test(plain) ? Number(plain.replace(/[−–]/, '-')) : undefined
  const key = number === undefined ? plain : String(number)
  const named = words === undefined ? undefined : classes.find((name) => wordKey(words[name]) === key)
  const found = named ?? classes.find((name) => wordKey(name) === key)
  if (found !== undefined) return { verdict: found }
  const sense = SENSES.get(key)
  const meant = sense === undefined ? [] : classes.filter((name) => sensesOf(name).includes(sense))
  const [only] = meant
  if (only !== undefined && meant.length === 1) return { verdict: only }
  return number === undefined || number === 0 || number === 1 ? 'unreadable' : 'off_scale'
}

/** Whether a class is the good one, a bad one, or of no such kind. */
export function goodOrBad(name: string): 'good' | 'bad' | undefined {
  const senses = sensesOf(name)
  if (senses.length === 0) return undefined
  return senses.includes('yes') ? 'good' : 'bad'
}

function sensesOf(name: string): readonly Sense[] {
  return (Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined) ?? []
}

/**
 * Whether the first token of a reply tells these words apart. `firstTokens` are the first tokens of the words in the same order,
 * where they are known: none may be the beginning of another word. Otherwise the words must begin with different characters.
 */
export function firstTokensDiffer(words: readonly string[], firstTokens?: readonly string[]): boolean {
  const keys = words.map(wordKey)
  const starts = firstTokens?.map(wordKey) ?? keys.map((key) => [...key].at(0) ?? '')
  return (
    starts.length === keys.length &&
    starts.every((start, at) => start !== '' && keys.every((key, other) => key.startsWith(start) === (at === other)))
  )
}
