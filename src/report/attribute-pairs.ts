import type { AttributedOutcome, AttributedPair } from '../analysis/attribute/attribute-report.ts'
import type { Messages } from '../text/catalogue.ts'
import { formatRate } from '../text/format-number.ts'
import type { Cell, ListItem, Section } from './blocks.ts'
import { settingText } from './compare-layout.ts'
import { differenceText } from './compare-table.ts'

/** Pairs in the table; up to so many they are also told question by question. */
const MOST_ROWS = 60
const MOST_TOLD = 20
/** Names of questions in one line. */
const MOST_NAMES = 12
const MOST_OTHERS = 12

/** The pairs that differ in one setting, and those that cannot be attributed. */
export function pairSections(outcome: AttributedOutcome, text: Messages): Section[] {
  const single = outcome.pairs.filter(({ attributable }) => attributable)
  return [single.length === 0 ? none(text) : singleSection(outcome, single, text), ...otherSection(outcome, text)]
}

function none(text: Messages): Section {
  return { title: text.pairsOfOne, blocks: [{ kind: 'paragraph', text: text.noPairs }] }
}

function singleSection(outcome: AttributedOutcome, pairs: readonly AttributedPair[], text: Messages): Section {
  const header: Cell[] = [[text.change], [text.wonLost], [text.effect], ['p', 'Holm'], [text.stage]]
  const told = pairs.length > MOST_TOLD ? [] : pairs.filter(({ won, lost }) => won.length + lost.length > 0)
  const rest = pairs.length - MOST_ROWS
  return {
    title: text.pairsOfOne,
    blocks: [
      { kind: 'table', header, rows: pairs.slice(0, MOST_ROWS).map((pair) => row(pair, outcome, text)) },
      ...(rest > 0 ? [{ kind: 'paragraph', text: text.more(rest) } as const] : []),
      ...(outcome.left_out.attributable > 0
        ? [{ kind: 'paragraph', text: text.leftOutPairs(outcome.left_out.attributable) } as const]
        : []),
      ...(outcome.note === null ? [] : [{ kind: 'paragraph', text: text.nonePossible } as const]),
      ...(told.length === 0 ? [] : [{ kind: 'list', items: told.map((pair) => item(pair, text)) } as const]),
      { kind: 'paragraph', text: text.pairsOfOneNote },
    ],
  }
}

function changeText({ changed }: AttributedPair, text: Messages): string {
  return changed
    .map((one) => text.settingLine(one.factor, settingText(one, 'a', text), settingText(one, 'b', text)))
    .join(text.semicolon)
}

function row(pair: AttributedPair, outcome: AttributedOutcome, text: Messages): Cell[] {
  const { a, b, won, lost, p, p_holm, never_significant: never, stage } = pair
  return [
    [changeText(pair, text), text.fromTo(a, b)],
    [`${won.length}/${lost.length}`],
    [differenceText({ ...pair, scale: outcome.scale, unit: outcome.unit })],
    p === null || never ? ['-'] : [formatRate(p), p_holm === null ? '-' : formatRate(p_holm)],
    [stage === null ? '-' : text.stageNames[stage]],
  ]
}

function item(pair: AttributedPair, text: Messages): ListItem {
  const { a, b, won, lost, stage } = pair
  const names = (ids: readonly string[]) =>
    [...ids.slice(0, MOST_NAMES), ...(ids.length > MOST_NAMES ? ['...'] : [])].join(text.comma)
  return {
    head: text.bracketed(changeText(pair, text), text.fromTo(a, b)),
    lines: [
      ...(won.length === 0 ? [] : [text.wonNames(names(won))]),
      ...(lost.length === 0 ? [] : [text.lostNames(names(lost))]),
      ...(stage === null ? [] : [text.stageSentences[stage]]),
    ],
  }
}

function otherSection({ pairs, left_out }: AttributedOutcome, text: Messages): Section[] {
  const others = pairs.filter(({ attributable }) => !attributable)
  const shown = others.slice(0, MOST_OTHERS)
  const counted = left_out.several_factors + others.filter(({ factors }) => factors.length > 1).length
  const equal = left_out.equal_settings + others.filter(({ factors }) => factors.length === 0).length
  const more = counted - shown.filter(({ factors }) => factors.length > 1).length
  const moreEqual = equal - shown.filter(({ factors }) => factors.length === 0).length
  const items = [
    ...shown.map(({ a, b, factors }) => {
      const why = factors.length === 0 ? text.sameSettings : text.changedTogether(factors.join(text.comma))
      return { head: text.labelled(text.fromTo(a, b), why), lines: [] }
    }),
    ...(more > 0 ? [{ head: text.severalCounted(more), lines: [] }] : []),
    ...(moreEqual > 0 ? [{ head: text.equalCounted(moreEqual), lines: [] }] : []),
  ]
  return items.length === 0 ? [] : [{ title: text.notAttributable, blocks: [{ kind: 'list', items }] }]
}
