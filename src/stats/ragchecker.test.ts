import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { crossTable } from './cross-table.ts'
import { cohenKappa } from './kappa.ts'
import { krippendorffAlpha } from './krippendorff.ts'
import { weightedKappa } from './weighted-kappa.ts'

const file = join(import.meta.dirname, '../../../shared/data/ragchecker-human/human_labeled_data.json')
const isThere = existsSync(file)
const SCALE = [-2, -1, 0, 1, 2]

type Label = 'correctness_label' | 'completeness_label' | 'overall_label'

/** What statsmodels 0.15 (kappa with its error) and the Python package krippendorff 0.9 give on the same pairs. */
const EXPECTED: readonly [Label, [number, number], [number, number], [number, number], number, number][] = [
  [
    'correctness_label',
    [0.3113383226169143, 0.04124500168157196],
    [0.47154194237897096, 0.03930718956855392],
    [0.6331422114841393, 0.0389134453917171],
    0.5865132355594127,
    0.6337576937872669,
  ],
  [
    'completeness_label',
    [0.4625996058606803, 0.03898429248485732],
    [0.5909445069690936, 0.03525392222867723],
    [0.7183756029251596, 0.03370302822680431],
    0.6828369240656793,
    0.7187839606882884,
  ],
  [
    'overall_label',
    [0.4132537593669847, 0.039108205688486934],
    [0.5586893405226048, 0.03494182629802638],
    [0.6984998170508598, 0.032993441698779845],
    0.6835958092397968,
    0.6988367105689866,
  ],
]

/** 280 pairs of answers, each compared by two annotators on -2 .. 2. */
function pairs(label: Label): [number, number][] {
  const rows = JSON.parse(readFileSync(file, 'utf8')) as ({ instance_id: number } & Record<Label, number>)[]
  const byInstance = new Map<number, number[]>()
  for (const row of rows) byInstance.set(row.instance_id, [...(byInstance.get(row.instance_id) ?? []), row[label]])
  return [...byInstance.values()].map(([first = Number.NaN, second = Number.NaN]) => [first, second])
}

describe.skipIf(!isThere)('two annotators of the RAGChecker pairs', () => {
  it.each(EXPECTED)(
    'agree on %s as statsmodels and krippendorff say',
    (label, plain, linear, quadratic, ordinal, interval) => {
      const both = pairs(label)
      expect(both).toHaveLength(280)
      const { table } = crossTable(
        both.map(([a]) => a),
        both.map(([, b]) => b),
        { categories: SCALE },
      )
      const kappas = [cohenKappa(table), weightedKappa(table, 'linear'), weightedKappa(table, 'quadratic')]
      expect(kappas.map(({ value }) => value)).toEqual([plain, linear, quadratic].map(([value]) => near(value)))
      expect(kappas.map((one) => (one.low === null ? null : one.se))).toEqual(
        [plain, linear, quadratic].map(([, se]) => near(se)),
      )
      expect(krippendorffAlpha(both, 'ordinal').value).toBeCloseTo(ordinal, 12)
      expect(krippendorffAlpha(both, 'interval').value).toBeCloseTo(interval, 12)
    },
  )
})

function near(value: number): unknown {
  return expect.closeTo(value, 12)
}
