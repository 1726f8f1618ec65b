import type { StopReason } from '../../core/exchange.ts'
import { type Expected, MALFORMED_JSON } from './malformed-json.ts'

/** One verdict as a well formed reply has it. */
export interface ListedVerdict {
  id: string
  verdict: string
  [field: string]: unknown
}

/** A way in which a model spoils a list of verdicts. The list holds those that were asked for, so one on the second asking. */
export interface MalformedVerdicts {
  name: string
  stop?: StopReason
  render(verdicts: readonly ListedVerdict[]): string
  expected: Expected
  repairs?: readonly string[]
  /** Only where at least so many items are asked about at once. */
  leastItems?: number
}

const GOOD = /^(?:supported|useful|correct|attributed)$/
const list = (verdicts: unknown) => JSON.stringify({ verdicts })
/** Every verdict spelt in another way: the good one as `yes`, others as `no`. */
const spelt = (yes: unknown, no: unknown) => (verdicts: readonly ListedVerdict[]) =>
  list(verdicts.map((one) => ({ ...one, verdict: GOOD.test(one.verdict) ? yes : no })))
const each = (change: (one: ListedVerdict, index: number) => object) => (verdicts: readonly ListedVerdict[]) =>
  list(verdicts.map(change))
const opposite = ({ verdict }: ListedVerdict) => (GOOD.test(verdict) ? 'no' : 'yes')

/**
 * Ways to spoil the list alone. In those that spell a bad verdict as a bare no, `contradicted` becomes `not_mentioned`: a score
 * that only counts the good ones stays.
 */
const LISTS: readonly MalformedVerdicts[] = [
  { name: 'verdicts 1 and 0', render: spelt(1, 0), expected: 'read' },
  { name: 'verdicts "1" and "0"', render: spelt('1', '0'), expected: 'read' },
  { name: 'verdicts true and false', render: spelt(true, false), expected: 'read' },
  { name: 'verdicts " YES. " and "No,"', render: spelt(' YES. ', 'No,'), expected: 'read' },
  { name: 'verdicts 是 and 否 (bl-05)', render: spelt('是', '否'), expected: 'read' },
  { name: 'verdicts in full width', render: spelt('ＹＥＳ', '０'), expected: 'read' },
  { name: 'verdicts 支持 and 不支持', render: spelt('支持', '不支持'), expected: 'read' },
  { name: 'verdicts with emphasis', render: spelt('**Yes**', '`no`'), expected: 'read' },
  {
    name: 'verdicts in capitals',
    render: each((one) => ({ ...one, verdict: one.verdict.toUpperCase() })),
    expected: 'read',
  },
  {
    name: 'verdicts with blanks for underscores',
    render: each((one) => ({ ...one, verdict: ` ${one.verdict.replaceAll('_', ' ')}.` })),
    expected: 'read',
  },
  { name: 'ids as numbers', render: each((one) => ({ ...one, id: Number(one.id) })), expected: 'read' },
  { name: 'ids with marks', render: each((one) => ({ ...one, id: ` [${one.id}]. ` })), expected: 'read' },
  { name: 'in another order', render: (all) => list(all.toReversed()), expected: 'read' },
  { name: 'a bare list', render: (all) => JSON.stringify(all), expected: 'read' },
  { name: 'one object too many around', render: (all) => list({ verdicts: all }), expected: 'read' },
  { name: 'every verdict twice alike', render: (all) => list([...all, ...all]), expected: 'read' },
  {
    name: 'verdicts on ids that were not asked for',
    render: (all) => list([...all, { id: '999', verdict: 'yes' }, { verdict: 'yes' }, 'yes', null]),
    expected: 'read',
  },
  { name: 'further fields', render: each((one) => ({ ...one, certainty: 5, text: 'x' })), expected: 'read' },
  { name: 'a reason that is no text', render: each((one) => ({ ...one, reason: null })), expected: 'read' },
  {
    name: 'a bare line break in a reason (bl-07)',
    render: (all) => list(all.map((one) => ({ ...one, reason: 'first\nsecond' }))).replaceAll('\\n', '\n'),
    expected: 'read',
    repairs: ['line_break_in_string'],
  },
  {
    name: 'reasons that hold tags, fences, brackets and verdicts',
    render: each((one) => ({
      ...one,
      reason: '</think> {"verdict": 0} ```json\n[1]\n``` <think> // no /* } "id": 2',
    })),
    expected: 'read',
  },
  { name: 'no verdict at all', render: () => list([]), expected: 'missing_verdicts' },
  { name: 'one verdict missing each time', render: (all) => list(all.slice(1)), expected: 'missing_verdicts' },
  {
    name: 'the first verdict only (bl-11)',
    render: (all) => list([{ ...all[0], id: '1' }]),
    expected: 'missing_verdicts',
    leastItems: 2,
  },
  { name: 'no ids', render: each(({ id, ...one }) => one), expected: 'missing_verdicts' },
  {
    name: 'ids that count from 100',
    render: each((one, at) => ({ ...one, id: 100 + at })),
    expected: 'missing_verdicts',
  },
  { name: 'ids beside a number', render: each((one) => ({ ...one, id: `${one.id}.5` })), expected: 'missing_verdicts' },
  { name: 'verdicts null', render: each((one) => ({ ...one, verdict: null })), expected: 'missing_verdicts' },
  { name: 'verdicts left out', render: each(({ verdict, ...one }) => one), expected: 'missing_verdicts' },
  { name: 'verdicts "maybe"', render: each((one) => ({ ...one, verdict: 'maybe' })), expected: 'missing_verdicts' },
  {
    name: 'verdicts "yes and no"',
    render: each((one) => ({ ...one, verdict: 'yes and no' })),
    expected: 'missing_verdicts',
  },
  {
    name: 'verdicts within a sentence',
    render: each((one) => ({ ...one, verdict: 'yes, it is' })),
    expected: 'missing_verdicts',
  },
  {
    name: 'verdicts in lists',
    render: each((one) => ({ ...one, verdict: [one.verdict] })),
    expected: 'missing_verdicts',
  },
  { name: 'verdicts 2', render: each((one) => ({ ...one, verdict: 2 })), expected: 'out_of_scale' },
  { name: 'verdicts -1', render: each((one) => ({ ...one, verdict: -1 })), expected: 'out_of_scale' },
  { name: 'verdicts 0.5', render: each((one) => ({ ...one, verdict: 0.5 })), expected: 'out_of_scale' },
  { name: 'verdicts "2"', render: each((one) => ({ ...one, verdict: '2' })), expected: 'out_of_scale' },
  {
    name: 'two verdicts that differ on each id',
    render: (all) => list([...all, ...all.map((one) => ({ ...one, verdict: opposite(one) }))]),
    expected: 'conflicting_verdicts',
  },
  {
    name: 'verdicts keyed by id',
    render: (all) => list(Object.fromEntries(all.map(({ id, verdict }) => [id, verdict]))),
    expected: 'judge_unreadable',
  },
  {
    name: 'verdicts as one text',
    render: (all) => list(all.map(({ verdict }) => verdict).join(' ')),
    expected: 'judge_unreadable',
  },
]

/** Ways to spoil a batched reply about verdicts: those of any JSON, and those of the list. */
export const MALFORMED_VERDICTS: readonly MalformedVerdicts[] = [
  ...MALFORMED_JSON.map((fault) => ({
    ...fault,
    render: (verdicts: readonly ListedVerdict[]) => fault.render({ verdicts }),
  })),
  ...LISTS,
]
