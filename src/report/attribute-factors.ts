import type {
  Additivity,
  AttributedOutcome,
  DesignEffect,
  EffectFigures,
  FactorFinding,
} from '../analysis/attribute/attribute-report.ts'
import type { Messages } from '../text/catalogue.ts'
import { formatRate } from '../text/format-number.ts'
import type { Cell, Section } from './blocks.ts'
import { differenceText } from './compare-table.ts'

const MOST_ROWS = 60
const MOST_SETS = 5

/** What each setting did, main effects and interactions, and whether changes add up. */
export function factorSections(outcome: AttributedOutcome, text: Messages): Section[] {
  return [factorSection(outcome, text), ...interactionSection(outcome, text)]
}

function factorSection(outcome: AttributedOutcome, text: Messages): Section {
  const rows = outcome.factors.flatMap(({ factor, effects }) =>
    effects.map((one): Cell[] => [
      [text.settingLine(factor, valueText(one.from, text), valueText(one.to, text))],
      [effectText(one, outcome)],
      [one.p === null ? '-' : formatRate(one.p)],
      [String(one.contexts)],
    ]),
  )
  const remarks = [
    ...outcome.factors.flatMap((one) => remarksOn(one, text)),
    ...outcome.additivity_all.slice(0, MOST_SETS).map((one) => additivityText(one, outcome, text)),
  ]
  const header = [[text.change], [text.effect], ['p'], [text.contexts]]
  return {
    title: text.factorsTitle,
    blocks: [
      ...(rows.length === 0 ? [] : [{ kind: 'table', header, rows: rows.slice(0, MOST_ROWS) } as const]),
      ...(rows.length > MOST_ROWS ? [{ kind: 'paragraph', text: text.more(rows.length - MOST_ROWS) } as const] : []),
      ...(remarks.length === 0 ? [] : [{ kind: 'list', items: remarks.map((head) => ({ head, lines: [] })) } as const]),
      { kind: 'paragraph', text: text.factorsNote },
    ],
  }
}

function valueText(value: unknown, text: Messages): string {
  if (value === undefined) return text.settingUnset
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function effectText({ value, low, high }: EffectFigures, { scale, unit }: AttributedOutcome): string {
  return differenceText({ difference: value, low, high, scale, unit })
}

function remarksOn({ factor, changed_nothing, changed_with, estimable }: FactorFinding, text: Messages): string[] {
  return [
    ...(changed_nothing ? [text.changedNothing(factor)] : []),
    ...(changed_with.length > 0 ? [text.changedWith(factor, changed_with.join(text.comma))] : []),
    ...(estimable === false && changed_with.length === 0 ? [text.notEstimable(factor)] : []),
  ]
}

function additivityText(one: Additivity, outcome: AttributedOutcome, text: Messages): string {
  const line = text.additivityLine(one.all, one.base, effectText(one, outcome))
  return `${line}${text.sentenceGap}${one.excludes_zero ? text.additivityExcluded : text.additivityOpen}`
}

function interactionSection(outcome: AttributedOutcome, text: Messages): Section[] {
  const { effects } = outcome.design
  if (effects === null || outcome.factors.length < 2) return []
  const name = ({ factors }: Pick<DesignEffect, 'factors'>) => factors.join(' x ')
  const all = [...effects.main, ...effects.interactions]
  const rows = all
    .slice(0, MOST_ROWS)
    .map((one): Cell[] => [[name(one)], [effectText(one, outcome)], [one.p === null ? '-' : formatRate(one.p)]])
  const mixed = all.filter(({ aliases }) => aliases.length > 0)
  const items = mixed.map((one) => ({
    head: text.aliasedWith(name(one), one.aliases.map(name).join(text.comma)),
    lines: [],
  }))
  return [
    {
      title: text.interactionsTitle,
      blocks: [
        { kind: 'table', header: [[text.change], [text.effect], ['p']], rows },
        ...(items.length === 0 ? [] : [{ kind: 'list', items } as const]),
        { kind: 'paragraph', text: text.interactionsNote },
      ],
    },
  ]
}
