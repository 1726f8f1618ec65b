import { describe, expect, it } from 'vitest'
import { scored } from '../../core/score.ts'
import { judgeSaysRight } from './judge-says-right.ts'
import { disagreementOf, MOST_DISAGREEMENTS, spotCheck } from './spot-check.ts'
import type { SpotRow } from './trust-inputs.ts'

function row(test_case_id: string, right: boolean, value: number, extra: Partial<SpotRow> = {}): SpotRow {
  return { configuration: 'base', test_case_id, repeat: 1, right, value, judgeRight: judgeSaysRight(value), ...extra }
}

/** The counts of reference row 15: [[40, 9], [6, 45]]. */
const STUDY = [
  ...Array.from({ length: 40 }, (_, i) => row(`a${i}`, true, 1)),
  ...Array.from({ length: 9 }, (_, i) => row(`b${i}`, true, i / 20)),
  ...Array.from({ length: 6 }, (_, i) => row(`c${i}`, false, 0.6)),
  ...Array.from({ length: 45 }, (_, i) => row(`d${i}`, false, 0)),
]

describe('judgeSaysRight', () => {
  it('cuts at .5, which calls an answer right', () => {
    expect([0, 0.49, 0.5, 1].map((value) => judgeSaysRight(value))).toEqual([false, false, true, true])
    expect([0, 0.5, 0.51].map((value) => judgeSaysRight(value, true))).toEqual([true, true, false])
  })
})

describe('spotCheck', () => {
  it('sets the verdicts of people and judge against each other (reference row 15)', () => {
    const { check } = spotCheck('correct', STUDY)
    expect(check).toMatchObject({ metric: 'correct', n: 100, disagreements: [], disagreements_total: 15 })
    expect(check.table).toEqual([
      [40, 9],
      [6, 45],
    ])
    expect(check.agreement.value).toBe(0.85)
    expect(check.kappa.value).toBeCloseTo(0.6995192308, 9)
    expect(check.ac1.value).toBeCloseTo(0.7007481297, 9)
  })

  it('widens the interval of the agreement where questions repeat', () => {
    const width = (rows: SpotRow[]) => {
      const { low, high } = spotCheck('correct', rows).check.agreement
      return (high ?? Number.NaN) - (low ?? Number.NaN)
    }
    const twice = [...STUDY, ...STUDY.map((one) => ({ ...one, configuration: 'wide' }))]
    const apart = [...STUDY, ...STUDY.map((one) => ({ ...one, test_case_id: `x${one.test_case_id}` }))]
    expect(width(twice)).toBeGreaterThan(1.3 * width(apart))
  })

  it('lists the surest errors of the judge first, and no more than fifty', () => {
    const { listed } = spotCheck('correct', [...STUDY].reverse())
    expect(listed.map(({ test_case_id }) => test_case_id).slice(0, 3)).toEqual(['b0', 'b1', 'b2'])
    expect(listed).toHaveLength(15)
    const many = Array.from({ length: 70 }, (_, i) => row(`q${i}`, true, 0))
    const all = spotCheck('correct', many)
    expect(all.listed).toHaveLength(MOST_DISAGREEMENTS)
    expect(all.check).toMatchObject({ disagreements_total: 70, agreement: { value: 0 } })
  })

  it('has nulls with reasons without rows', () => {
    const { check, listed } = spotCheck('correct', [])
    expect(listed).toEqual([])
    expect(check).toMatchObject({ n: 0, disagreements_total: 0 })
    for (const figure of [check.agreement, check.kappa, check.ac1]) {
      expect(figure).toMatchObject({ value: null, low: null, reason: expect.any(String) })
    }
  })
})

describe('disagreementOf', () => {
  const texts = { user_input: 'When does it close?', response: 'At nine.' }
  const grades = [
    { grader: 'ben', verdict: 'wrong', note: ' ' },
    { grader: 'ann', verdict: 'wrong', note: 'It closes at ten.' },
  ] as const
  const judged = {
    kind: 'judge',
    step: 'correct',
    verdicts: [{ id: '1', verdict: 'correct', reason: 'Both name the hour.' }],
  } as const

  it('has the notes of the people and the reasons of the judge', () => {
    const score = {
      outcome: scored(0.9),
      steps: [judged, { kind: 'rule', step: 'arithmetic', line: '1 of 1' } as const],
    }
    expect(disagreementOf(row('q1', false, 0.9), { ...texts, grades, score })).toEqual({
      configuration: 'base',
      test_case_id: 'q1',
      repeat: 1,
      ...texts,
      person: { verdict: 'wrong', graders: ['ann', 'ben'], notes: ['It closes at ten.'] },
      judge: { verdict: 'right', value: 0.9, reasons: ['Both name the hour.'] },
    })
  })

  it('takes reasons that were asked for afterwards', () => {
    const explained = { kind: 'rule', step: 'explanations', reasons: { 1: 'The hours differ.' } } as const
    const steps = [{ ...judged, verdicts: [{ id: '1', verdict: 'incorrect' }] }, explained]
    const found = disagreementOf(row('q1', true, 0), { ...texts, grades: [], score: { outcome: scored(0), steps } })
    expect(found.judge.reasons).toEqual(['The hours differ.'])
  })

  it('names the rule that decided where no judge was asked, and none where a judge gave no reason', () => {
    const reasons = (steps: Parameters<typeof disagreementOf>[1]['score']['steps']) =>
      disagreementOf(row('q1', true, 0), { ...texts, grades: [], score: { outcome: scored(0), steps } }).judge.reasons
    expect(reasons([{ kind: 'rule', step: 'refusal', answerable: true }])).toEqual(['refusal'])
    const verdict = { kind: 'judge', step: 'correct', verdicts: [{ id: '1', verdict: 'incorrect' }] } as const
    const line = '0 of 1 responses correct = 0'
    expect(reasons([verdict, { kind: 'rule', step: 'arithmetic', line }])).toEqual([])
    expect(reasons([])).toEqual([])
  })
})
