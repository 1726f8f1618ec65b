import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readVerdicts } from './read-verdicts.ts'
import { malformed } from './test-support/malformed-json.ts'
import { type ListedVerdict, MALFORMED_VERDICTS } from './test-support/malformed-replies.ts'

const ENTAILMENT = ['supported', 'contradicted', 'not_mentioned'] as const
const reply = (text: string) => malformed({}, text)

function read(text: string, ids: readonly string[]) {
  return readVerdicts(reply(text), { classes: ENTAILMENT, ids })
}

/** What a question comes to when the model spoils both the first reply and the one about what was missing in it. */
function outcomeOf(
  fault: (typeof MALFORMED_VERDICTS)[number],
  truth: readonly ListedVerdict[],
  classes: readonly string[],
) {
  const known = new Map<string, string>()
  const repairs = new Set<string>()
  let ids = truth.map(({ id }) => id)
  let offScale = false
  for (const _time of [1, 2]) {
    const asked = truth.filter(({ id }) => ids.includes(id))
    const answer = readVerdicts(malformed(fault, fault.render(asked)), { classes, ids })
    if (!answer.ok) return { came: answer.reason, known, repairs }
    for (const repair of answer.repairs) repairs.add(repair)
    for (const [id, { verdict }] of answer.verdicts) known.set(id, verdict)
    if (answer.conflicting.length > 0) return { came: 'conflicting_verdicts', known, repairs }
    ids = answer.missing
    offScale = ids.length > 0 && answer.off_scale.length === ids.length
    if (ids.length === 0) return { came: 'read', known, repairs }
  }
  return { came: offScale ? 'out_of_scale' : 'missing_verdicts', known, repairs }
}

describe('the table of malformed replies', () => {
  it('has at least 60 entries, each with a name of its own', () => {
    const names = MALFORMED_VERDICTS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(60)
  })

  const entailment = [
    { id: '1', reason: 'the hour is given', verdict: 'supported' },
    { id: '2', reason: 'the price is another', verdict: 'contradicted' },
    { id: '3', reason: 'nothing on staff', verdict: 'not_mentioned' },
  ]
  const relevance = [
    { id: '4', verdict: 'not_useful' },
    { id: '7', verdict: 'useful' },
  ]

  it.each(MALFORMED_VERDICTS)('comes to the right end for verdicts on claims: $name', (fault) => {
    const { came, known, repairs } = outcomeOf(fault, entailment, ENTAILMENT)
    expect(came).toBe(fault.expected)
    if (came === 'read') {
      expect([...known].map(([id, verdict]) => [id, verdict === 'supported'])).toEqual([
        ['1', true],
        ['2', false],
        ['3', false],
      ])
      expect([...repairs]).toEqual(fault.repairs ?? [])
    }
  })

  it.each(MALFORMED_VERDICTS.filter(({ name }) => !name.includes('支持')))(
    'comes to the right end for two classes: $name',
    (fault) => {
      const { came, known } = outcomeOf(fault, relevance, ['useful', 'not_useful'])
      expect(came).toBe(fault.expected)
      if (came === 'read') expect(Object.fromEntries(known)).toEqual({ 4: 'not_useful', 7: 'useful' })
    },
  )
})

const cases = join(import.meta.dirname, '../../../shared/cases/reported-faults.jsonl')

describe.skipIf(!existsSync(cases))('faults reported of other tools', () => {
  interface Case {
    id: string
    input: { raw: string; re_ask_raw?: string }
    expected: { verdicts: number[]; missing_ids: number[]; value: unknown }
  }
  const found = existsSync(cases)
    ? readFileSync(cases, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Case)
    : []
  const caseOf = (id: string) =>
    found.find((one) => one.id === id) ?? {
      id,
      input: { raw: '' },
      expected: { verdicts: [], missing_ids: [], value: null },
    }

  it.each(['bl-01', 'bl-03', 'bl-05'])('%s is read', (id) => {
    const { input, expected } = caseOf(id)
    const ids = expected.verdicts.map((_, at) => String(at + 1))
    const classes = id === 'bl-03' ? (['useful', 'not_useful'] as const) : ENTAILMENT
    const answer = readVerdicts<string>(reply(input.raw), { classes, ids })
    expect(answer.ok && ids.map((one) => (answer.verdicts.get(one)?.verdict === classes[0] ? 1 : 0))).toEqual(
      expected.verdicts,
    )
    expect(answer).toMatchObject({ missing: [], repairs: [] })
  })

  it('bl-09 is a refusal to judge', () => {
    expect(read(caseOf('bl-09').input.raw, ['1'])).toMatchObject({ ok: false, reason: 'judge_refused' })
  })

  it('bl-11 leaves four verdicts missing, also when asked again', () => {
    const { input, expected } = caseOf('bl-11')
    const missing = expected.missing_ids.map(String)
    expect(read(input.raw, ['1', ...missing])).toMatchObject({ missing })
    expect(read(input.re_ask_raw ?? '', missing)).toMatchObject({ missing, unknown: ['1'] })
  })
})
