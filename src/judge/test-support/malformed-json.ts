import type { StopReason } from '../../core/exchange.ts'
import type { NaReason } from '../../core/score.ts'
import type { ModelReply } from '../provider.ts'

/** What a malformed reply leads to: it is read as if it were well formed, or it is NA for this reason. */
export type Expected = 'read' | NaReason

/**
 * A way in which a model spoils a reply that should be JSON. `render` spoils the JSON of whatever was asked for; where the
 * model does so every time, also when it is asked again, the question comes to `expected`.
 */
export interface MalformedJson {
  name: string
  stop?: StopReason
  render(json: unknown): string
  expected: Expected
  repairs?: readonly string[]
}

const json = (value: unknown) => JSON.stringify(value)
const lines = (value: unknown) => JSON.stringify(value, null, 2)
const draft = (value: unknown) => `Maybe ${json(value)} ? No, wait.`
/** Another answer of the same shape: every number, truth value and text of it is another one. */
function otherThan(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(otherThan)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, name === 'id' ? one : otherThan(one)]))
  if (typeof value === 'number') return value + 1
  return typeof value === 'boolean' ? !value : `${value} (draft)`
}

/** Can be read without doubt. */
const READ: readonly MalformedJson[] = [
  { name: 'indented', render: lines, expected: 'read' },
  { name: 'white space and a byte order mark around', render: (v) => `\ufeff\n\n ${json(v)} \n`, expected: 'read' },
  { name: 'in a code fence', render: (v) => `\`\`\`json\n${lines(v)}\n\`\`\``, expected: 'read' },
  { name: 'in a code fence of no language', render: (v) => `\`\`\`\n${json(v)}\n\`\`\`\n`, expected: 'read' },
  { name: 'in a fence of tildes', render: (v) => `~~~json\n${json(v)}\n~~~`, expected: 'read' },
  { name: 'in a fence that is never closed', render: (v) => `\`\`\`json\n${json(v)}\n`, expected: 'read' },
  {
    name: 'in a code fence with prose around (bl-01)',
    render: (v) => `Sure, here is what I found:\n\`\`\`json\n${json(v)}\n\`\`\`\nLet me know if you need more.`,
    expected: 'read',
  },
  {
    name: 'in a code fence after prose with brackets and another fence',
    render: (v) => `For {x, y} and [1]:\n\`\`\`python\nprint({"a": 1})\n\`\`\`\n\`\`\`json\n${json(v)}\n\`\`\``,
    expected: 'read',
  },
  { name: 'after a label', render: (v) => `Here is the JSON: ${json(v)}`, expected: 'read' },
  {
    name: 'on lines of its own between prose',
    render: (v) => `I looked at [1].\n${lines(v)}\nDone.`,
    expected: 'read',
  },
  { name: 'after a Chinese label', render: (v) => `判斷結果：\n${json(v)}`, expected: 'read' },
  {
    name: 'after a reasoning block with a draft (bl-03)',
    render: (v) => `<think>${draft(otherThan(v))}</think>\n${json(v)}`,
    expected: 'read',
  },
  {
    name: 'after reasoning with a closing tag only',
    render: (v) => `${draft(otherThan(v))}\n</think>\n\n${json(v)}`,
    expected: 'read',
  },
  {
    name: 'after reasoning that begins JSON and breaks off',
    render: (v) => `So {"verdicts": [ hmm </thinking>${json(v)}`,
    expected: 'read',
  },
  {
    name: 'in a fence after a reasoning block',
    render: (v) => `<reasoning>\n${draft(otherThan(v))}\n</reasoning>\n\`\`\`json\n${json(v)}\n\`\`\``,
    expected: 'read',
  },
  { name: 'before a reasoning block', render: (v) => `${json(v)}\n<think>Good.</think>`, expected: 'read' },
  { name: 'with an empty reasoning block', render: (v) => `<think>\n\n</think>\n\n${json(v)}`, expected: 'read' },
  { name: 'followed by an end mark', render: (v) => `${json(v)}<|im_end|>`, expected: 'read' },
  { name: 'said twice alike', render: (v) => `${json(v)}\n${lines(v)}`, expected: 'read' },
  {
    name: 'with a comment',
    render: (v) => `// checked\n${json(v).slice(0, -1)} /* all of them */ }`,
    expected: 'read',
    repairs: ['comment'],
  },
  {
    name: 'with trailing commas',
    render: (v) => json(v).replace(/\}/g, ',}'),
    expected: 'read',
    repairs: ['trailing_comma'],
  },
]

/** Must not be read. */
const UNREAD: readonly MalformedJson[] = [
  { name: 'nothing', render: () => '', expected: 'judge_unreadable' },
  { name: 'white space', render: () => ' \n\t', expected: 'judge_unreadable' },
  { name: 'prose', render: () => 'The first one looks fine, the second does not.', expected: 'judge_unreadable' },
  { name: 'prose with a number', render: () => 'I would give 1 to all of them.', expected: 'judge_unreadable' },
  {
    name: 'a refusal (bl-09)',
    render: () => 'I am sorry, I cannot judge this with the passages I was given.',
    expected: 'judge_refused',
  },
  { name: 'a refusal in Traditional Chinese', render: () => '抱歉，我無法對此做出判斷。', expected: 'judge_refused' },
  { name: 'a refusal in Simplified Chinese', render: () => '很抱歉，我不能评估这些内容。', expected: 'judge_refused' },
  {
    name: 'a refusal beside an example of the form',
    render: (v) => `The form is:\n${json(v)}\nbut I cannot judge this.`,
    expected: 'judge_refused',
  },
  { name: 'withheld by the provider', stop: 'refused', render: json, expected: 'judge_refused' },
  { name: 'cut at the limit', stop: 'length', render: (v) => json(v).slice(0, -4), expected: 'judge_truncated' },
  { name: 'whole, and cut at the limit', stop: 'length', render: json, expected: 'judge_truncated' },
  { name: 'cut and called whole', render: (v) => json(v).slice(0, -2), expected: 'judge_unreadable' },
  { name: 'cut in a fence', render: (v) => `\`\`\`json\n${lines(v).slice(0, -6)}`, expected: 'judge_unreadable' },
  { name: 'cut in the first half', render: (v) => json(v).slice(0, json(v).length / 2), expected: 'judge_unreadable' },
  { name: 'only reasoning', render: (v) => `<think>${json(v)}</think>`, expected: 'judge_unreadable' },
  { name: 'reasoning without an end', render: (v) => `<think>It is ${json(v)}`, expected: 'judge_unreadable' },
  { name: 'within a sentence', render: (v) => `The form ${json(v)} is what you want.`, expected: 'judge_unreadable' },
  { name: 'in single quotes', render: (v) => json(v).replaceAll('"', "'"), expected: 'judge_unreadable' },
  { name: 'in curly quotes', render: (v) => json(v).replaceAll('"', '“'), expected: 'judge_unreadable' },
  {
    name: 'without quotes around names',
    render: (v) => lines(v).replace(/"(\w+)":/g, '$1:'),
    expected: 'judge_unreadable',
  },
  { name: 'with escaped quotes', render: (v) => json(v).replaceAll('"', '\\"'), expected: 'judge_unreadable' },
  { name: 'as a text within JSON', render: (v) => json(json(v)), expected: 'judge_unreadable' },
  { name: 'with Chinese punctuation', render: (v) => json(v).replaceAll(':', '：'), expected: 'judge_unreadable' },
  { name: 'without commas', render: (v) => lines([v, v]).replaceAll(',', ''), expected: 'judge_unreadable' },
  { name: 'with a bracket too many', render: (v) => `${json(v)}}`, expected: 'judge_unreadable' },
  { name: 'with a bracket too many on the next line', render: (v) => `${json(v)}\n}`, expected: 'judge_unreadable' },
  { name: 'under another name', render: (v) => json({ result: v }), expected: 'judge_unreadable' },
  { name: 'null', render: () => 'null', expected: 'judge_unreadable' },
  { name: 'an empty object', render: () => '{}', expected: 'judge_unreadable' },
  { name: 'an error object', render: () => '{"error": "invalid request"}', expected: 'judge_unreadable' },
  {
    name: 'HTML',
    render: () => '<!doctype html><html><body>502 Bad Gateway</body></html>',
    expected: 'judge_unreadable',
  },
  { name: 'NaN', render: () => '{"verdicts": NaN}', expected: 'judge_unreadable' },
  { name: '10,000 brackets', render: () => '['.repeat(10_000) + ']'.repeat(10_000), expected: 'judge_unreadable' },
  {
    name: 'two different answers',
    render: (v) => `${json(otherThan(v))}\nOn reflection:\n${json(v)}`,
    expected: 'conflicting_verdicts',
  },
  {
    name: 'a draft before the answer in a fence',
    render: (v) => `My draft was:\n${json(otherThan(v))}\n\`\`\`json\n${json(v)}\n\`\`\``,
    expected: 'conflicting_verdicts',
  },
  {
    name: 'two fences that differ',
    render: (v) => `\`\`\`json\n${json(v)}\n\`\`\`\nor\n\`\`\`json\n${json(otherThan(v))}\n\`\`\``,
    expected: 'conflicting_verdicts',
  },
  {
    name: 'one field twice with different values',
    render: (v) => `${json(v).slice(0, -1)},${json(otherThan(v)).slice(1)}`,
    expected: 'conflicting_verdicts',
  },
]

/** Ways to spoil any reply that is an object. */
export const MALFORMED_JSON: readonly MalformedJson[] = [...READ, ...UNREAD]

/** The reply of a model that spoils it in this way. */
export function malformed(fault: { stop?: StopReason }, text: string): ModelReply {
  return { text, stop: fault.stop ?? 'stop', usage: null }
}
