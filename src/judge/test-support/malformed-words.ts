import type { StopReason, TokenProbability } from '../../core/exchange.ts'
import type { Expected } from './malformed-json.ts'

/** A spoilt reply to a question that is answered by one word. */
export interface SpoiltWord {
  text: string
  stop?: StopReason
  first_token?: TokenProbability[]
}

/**
 * A way in which a model spoils a reply of one word. `right` is the word that it means, `others` the other ones of the list.
 * `read`: the verdict is that of `right`; `graded`: with probabilities, otherwise without.
 */
export interface MalformedWord {
  name: string
  render(right: string, others: readonly string[]): SpoiltWord
  expected: Expected
  graded?: boolean
}

const token = (text: string, probability: number): TokenProbability => ({ token: text, logprob: Math.log(probability) })
const likely = (right: string, others: readonly string[]) => [
  token(right, 0.7),
  ...others.map((other) => token(other, 0.2 / others.length)),
]
const said = (change: (right: string) => string) => (right: string) => ({ text: change(right) })

/** Ways to spoil a reply of one word. */
export const MALFORMED_WORDS: readonly MalformedWord[] = [
  { name: 'the word alone', render: said((word) => word), expected: 'read' },
  {
    name: 'in capitals with blanks and a stop',
    render: said((word) => `  ${word.toUpperCase()}. \n`),
    expected: 'read',
  },
  { name: 'in quotes', render: said((word) => `"${word}"`), expected: 'read' },
  { name: 'in Chinese quotes', render: said((word) => `「${word}」。`), expected: 'read' },
  { name: 'with emphasis', render: said((word) => `**${word}**`), expected: 'read' },
  {
    name: 'with a first capital',
    render: said((word) => word.charAt(0).toUpperCase() + word.slice(1)),
    expected: 'read',
  },
  { name: 'after reasoning', render: said((word) => `<think>unknown? No.</think>\n\n${word}`), expected: 'read' },
  { name: 'after reasoning with a closing tag only', render: said((word) => `Hm.\n</think>${word}`), expected: 'read' },
  { name: 'before an end mark', render: said((word) => `${word}<|im_end|>`), expected: 'read' },
  { name: 'twice alike', render: said((word) => `${word}\n${word}.`), expected: 'read' },
  { name: 'whole, and cut behind', render: (word) => ({ text: word, stop: 'length' }), expected: 'read' },
  {
    name: 'with probabilities',
    render: (word, others) => ({ text: word, first_token: likely(word, others) }),
    expected: 'read',
    graded: true,
  },
  {
    name: 'with probabilities of capitals and blanks',
    render: (word, others) => ({
      text: ` ${word}`,
      first_token: [token(` ${word.toUpperCase()}`, 0.4), token(`▁${word}`, 0.3), token(` ${others[0]}`, 0.2)],
    }),
    expected: 'read',
    graded: true,
  },
  {
    name: 'with probabilities, cut behind the first token',
    render: (word, others) => ({ text: word, stop: 'length', first_token: likely(word, others) }),
    expected: 'read',
    graded: true,
  },
  {
    name: 'with probabilities, and prose behind the word',
    render: (word, others) => ({ text: `${word}, because the text says so`, first_token: likely(word, others) }),
    expected: 'read',
    graded: true,
  },
  {
    name: 'with probabilities of other words beside',
    render: (word, others) => ({
      text: word,
      first_token: [
        ...likely(word, others),
        token('The', 0.05),
        token('', 0.01),
        token('\ufffd', 0.01),
        token('\n', 0.01),
      ],
    }),
    expected: 'read',
    graded: true,
  },
  {
    name: 'with probabilities that are of a reasoning tag',
    render: (word) => ({ text: `<think>x</think>${word}`, first_token: [token('<think>', 0.99), token('<', 0.01)] }),
    expected: 'read',
  },
  {
    name: 'with probabilities of which the words have hardly any',
    render: (word, others) => ({ text: word, first_token: [token('\n', 0.98), token(others[0] ?? '', 0.02)] }),
    expected: 'read',
  },
  {
    name: 'with an empty list of probabilities',
    render: (word) => ({ text: word, first_token: [] }),
    expected: 'read',
  },
  { name: 'nothing', render: said(() => ''), expected: 'judge_unreadable' },
  { name: 'another word', render: said(() => 'perhaps'), expected: 'judge_unreadable' },
  { name: 'a sentence about the word', render: said((word) => `The answer is ${word}.`), expected: 'judge_unreadable' },
  {
    name: 'the word and a sentence',
    render: said((word) => `${word}. The passage says so.`),
    expected: 'judge_unreadable',
  },
  { name: 'a denied word', render: said((word) => `not ${word}`), expected: 'judge_unreadable' },
  { name: 'JSON', render: said((word) => `{"verdict":"${word}"}`), expected: 'judge_unreadable' },
  { name: 'a number', render: said(() => '0.8'), expected: 'judge_unreadable' },
  {
    name: 'two words',
    render: (word, others) => ({ text: `${word} / ${others[0]}` }),
    expected: 'conflicting_verdicts',
  },
  { name: 'only reasoning', render: said((word) => `<think>${word}</think>`), expected: 'judge_unreadable' },
  { name: 'a refusal', render: said(() => 'I am sorry, I cannot judge this.'), expected: 'judge_refused' },
  { name: 'a Chinese refusal', render: said(() => '抱歉，我無法判斷。'), expected: 'judge_refused' },
  { name: 'withheld', render: (word) => ({ text: word, stop: 'refused' }), expected: 'judge_refused' },
  {
    name: 'prose, cut at the limit',
    render: () => ({ text: 'Based on the passage, the', stop: 'length' }),
    expected: 'judge_truncated',
  },
  {
    name: 'reasoning, cut at the limit',
    render: () => ({ text: '<think>Well', stop: 'length' }),
    expected: 'judge_truncated',
  },
  {
    name: 'prose, with probabilities of other words',
    render: () => ({ text: 'Based on it', first_token: [token('Based', 0.9), token('The', 0.05)] }),
    expected: 'judge_unreadable',
  },
]
