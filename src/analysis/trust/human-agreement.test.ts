import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { graderPair, humanAgreement } from './human-agreement.ts'
import type { AgreementGrade } from './trust-inputs.ts'

const shared = join(import.meta.dirname, '../../../../shared/data')
const mtrag = join(shared, 'mtrag-human-eval/responses.jsonl')
const ragchecker = join(shared, 'ragchecker-human/human_labeled_data.json')

function grade(grader: string, test_case_id: string, right: boolean, extra: Partial<AgreementGrade> = {}) {
  return {
    grader,
    test_case_id,
    configuration: 'base',
    repeat: 1,
    verdict: right ? 'right' : 'wrong',
    ...extra,
  } as const
}

function marked(grader: string, test_case_id: string, mark: number, right_above: number) {
  return grade(grader, test_case_id, mark > right_above, { mark, right_above })
}

/** Grades of ann and ben whose counts are those of the table. */
function fromTable([[both, onlyA], [onlyB, neither]]: [[number, number], [number, number]]): AgreementGrade[] {
  const kinds = [
    ...Array.from({ length: both }, () => [true, true] as const),
    ...Array.from({ length: onlyA }, () => [true, false] as const),
    ...Array.from({ length: onlyB }, () => [false, true] as const),
    ...Array.from({ length: neither }, () => [false, false] as const),
  ]
  return kinds.flatMap(([a, b], item) => [grade('ann', `q${item}`, a), grade('ben', `q${item}`, b)])
}

describe('humanAgreement', () => {
  it('counts two graders and names the paradox of reference row 14', () => {
    const found = humanAgreement(
      fromTable([
        [118, 5],
        [2, 0],
      ]),
    )
    expect(found?.graders).toEqual(['ann', 'ben'])
    expect(found?.n).toBe(125)
    const [pair] = found?.pairs ?? []
    expect(pair?.table).toEqual([
      [118, 5],
      [2, 0],
    ])
    expect(pair?.agreement.value).toBe(0.944)
    expect(pair?.kappa.value).toBeCloseTo(-0.0233918129, 9)
    expect(pair?.ac1.value).toBeCloseTo(0.9407763376, 9)
    expect(pair?.ac1.low).toBeCloseTo(0.8951401466, 9)
    expect(pair?.pabak).toBeCloseTo(0.888, 12)
    expect(pair?.paradox).toBe(true)
    expect(found?.ac1).toBeCloseTo(pair?.ac1.value ?? Number.NaN, 12)
    expect(found?.alpha_marks).toBeNull()
  })

  it('calls it no paradox where both classes are common or kappa is high', () => {
    expect(graderPair('a', 'b', [[40, 9], [6, 45]]).paradox).toBe(false) // biome-ignore format: a table
    expect(graderPair('a', 'b', [[90, 0], [0, 10]]).paradox).toBe(false) // biome-ignore format: a table
    expect(graderPair('a', 'b', [[80, 10], [5, 5]]).paradox).toBe(true) // biome-ignore format: a table
  })

  it('has no kappa, and says why, where two graders call everything right', () => {
    const [pair] = humanAgreement([...fromTable([[9, 0], [0, 0]])])?.pairs ?? [] // biome-ignore format: a table
    expect(pair?.kappa).toMatchObject({ value: null, low: null, reason: expect.stringContaining('same category') })
    expect(pair?.ac1.value).toBe(1)
    expect(pair?.agreement).toMatchObject({ value: 1, high: 1 })
    expect(pair?.paradox).toBe(false)
  })

  it('pairs only graders with an answer in common and has null for one grader or no common answer', () => {
    expect(humanAgreement([])).toBeNull()
    expect(humanAgreement([grade('ann', 'q1', true), grade('ann', 'q2', false)])).toBeNull()
    expect(humanAgreement([grade('ann', 'q1', true), grade('ben', 'q2', false)])).toBeNull()
    const three = [
      grade('ann', 'q1', true),
      grade('ben', 'q1', false),
      grade('ben', 'q2', true),
      grade('cem', 'q2', true),
    ]
    const found = humanAgreement(three)
    expect(found?.pairs.map(({ a, b, n }) => [a, b, n])).toEqual([
      ['ann', 'ben', 1],
      ['ben', 'cem', 1],
    ])
    expect(found?.n).toBe(2)
  })

  it('tells answers of one question apart by configuration and repeat', () => {
    const found = humanAgreement([
      grade('ann', 'q1', true),
      grade('ben', 'q1', true, { repeat: 2 }),
      grade('ben', 'q1', true, { configuration: 'wide' }),
    ])
    expect(found).toBeNull()
  })

  it('has alpha of marks, with gaps, only where they are on one scale', () => {
    const grades = [
      marked('ann', 'q1', 4, 3),
      marked('ben', 'q1', 3, 3),
      marked('ann', 'q2', 1, 3),
      marked('ben', 'q2', 1, 3),
      grade('cem', 'q2', false),
    ]
    // Ratings 4,3 and 1,1: Do = 2 (1/1) / 4 = .5 on the scale, De = (2 (1 + 9 + 9 + 4 + 4 + 0)) / 12 = 4.5.
    expect(humanAgreement(grades)?.alpha_marks?.interval).toBeCloseTo(1 - 0.5 / 4.5, 12)
    const mixed = [...grades, marked('cem', 'q1', 9, 5)]
    expect(humanAgreement(mixed)?.alpha_marks).toBeNull()
  })

  it('does not depend on the order of the grades', () => {
    const any = fc.record({
      grader: fc.constantFrom('ann', 'ben', 'cem'),
      id: fc.constantFrom('q1', 'q2', 'q3', 'q4'),
      right: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.uniqueArray(any, { selector: ({ grader, id }) => grader + id }), (drawn) => {
        const grades = drawn.map(({ grader, id, right }) => grade(grader, id, right))
        const one = humanAgreement(grades)
        const other = humanAgreement([...grades].reverse())
        if (one === null) expect(other).toBeNull()
        else {
          expect(other?.pairs).toEqual(one.pairs)
          expect(other?.alpha ?? 9).toBeCloseTo(one.alpha ?? 9, 12)
        }
      }),
    )
  })
})

describe.skipIf(!existsSync(mtrag))('people on the MTRAG answers', () => {
  it('agree on faithfulness as reference row 45 has it', () => {
    const rows = readFileSync(mtrag, 'utf8').split('\n').filter(Boolean)
    const grades = rows.flatMap((line) => {
      const row = JSON.parse(line) as {
        task_id: string
        config: string
        human: { faithfulness: number[]; raters: string[] }
      }
      return row.human.faithfulness.map((mark, place) => ({
        ...marked(row.human.raters[place] ?? '', row.task_id, mark, 3),
        configuration: row.config,
      }))
    })
    const found = humanAgreement(grades)
    expect(found?.graders).toHaveLength(7)
    expect(found?.alpha_marks?.nominal).toBeCloseTo(0.3029608604, 9)
    expect(found?.alpha_marks?.ordinal).toBeCloseTo(0.5128263185, 9)
    expect(found?.alpha_marks?.interval).toBeCloseTo(0.613690647, 9)
    // "4 against lower", the ceiling that section 1.1 names.
    expect(found?.alpha).toBeCloseTo(0.4, 3)
  })
})

describe.skipIf(!existsSync(ragchecker))('the two annotators of the RAGChecker pairs', () => {
  it('agree on -2 .. 2 as the Python package krippendorff says', () => {
    const rows = JSON.parse(readFileSync(ragchecker, 'utf8')) as { instance_id: number; overall_label: number }[]
    const seen = new Map<number, number>()
    const grades = rows.map((row) => {
      const turn = (seen.get(row.instance_id) ?? 0) + 1
      seen.set(row.instance_id, turn)
      return marked(`annotator ${turn}`, String(row.instance_id), row.overall_label, 0)
    })
    const found = humanAgreement(grades)
    expect(found?.n).toBe(280)
    expect(found?.pairs).toHaveLength(1)
    expect(found?.alpha_marks?.ordinal).toBeCloseTo(0.6835958092397968, 12)
    expect(found?.alpha_marks?.interval).toBeCloseTo(0.6988367105689866, 12)
  })
})
