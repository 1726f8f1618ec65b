import { describe, expect, it } from 'vitest'
import type { Step } from '../../core/score.ts'
import { fakeJudge } from '../../judge/fake.ts'
import { type ClaimsQuestion, claimsOf } from './claims.ts'
import { promptsFor } from './language.ts'

async function claims(form: 'sentences' | 'judge', fields: Partial<ClaimsQuestion>, reply?: string) {
  const model = await fakeJudge({
    settings: { claims: form, asking: 'batched' },
    ...(reply === undefined ? {} : { reply: () => reply }),
  })
  const steps: Step[] = []
  const judge = model.recording((step) => steps.push(step))
  const rule = (step: string, detail?: Record<string, unknown>) => steps.push({ kind: 'rule', step, ...detail })
  const prompts = promptsFor({ language: 'en' }, [])
  const question = {
    of: 'reference',
    text: 'The lift opens at seven.',
    user_input: 'When?',
    prompts,
    ...fields,
  } as const
  return { found: await claimsOf(question, { judge, rule }), steps, calls: model.calls }
}

describe('claimsOf', () => {
  it('takes the sentences by rule without a call', async () => {
    const { found, steps, calls } = await claims('sentences', {})
    expect(found).toEqual({ claims: [{ id: '1', text: 'The lift opens at seven.' }] })
    expect(calls).toEqual([])
    expect(steps).toMatchObject([{ kind: 'rule', step: 'reference_claims', by: 'sentences' }])
  })

  it('asks the judge, leaves out blank and doubled claims, and numbers the others', async () => {
    const { found, calls } = await claims('judge', {}, '{"claims": ["a b", " ", "c d", "a b"]}')
    expect(found).toEqual({
      claims: [
        { id: '1', text: 'a b' },
        { id: '2', text: 'c d' },
      ],
    })
    expect(calls).toHaveLength(1)
  })

  it('is NA when there is no claim, by rule and by judge, or when the reply cannot be read', async () => {
    expect((await claims('sentences', { text: 'Hello!' })).found).toMatchObject({ na: { reason: 'no_claims' } })
    expect((await claims('judge', {}, '{"claims": []}')).found).toMatchObject({ na: { reason: 'no_claims' } })
    expect((await claims('judge', {}, '{"claims": [1]}')).found).toMatchObject({ na: { reason: 'judge_unreadable' } })
  })
})

describe('promptsFor', () => {
  const word = (language: 'auto' | 'en' | 'zh-Hant' | 'zh-Hans', ...texts: string[]) =>
    promptsFor({ language }, texts).claims({ user_input: 'q' }, 't').instructions

  it('follows the texts, or the language that is set', () => {
    const [en, hant, hans] = [word('en'), word('zh-Hant'), word('zh-Hans')]
    expect(new Set([en, hant, hans]).size).toBe(3)
    expect(word('auto', 'When does it open?')).toBe(en)
    expect(word('auto', '新人第一年有幾天特休？')).toBe(hant)
    expect(word('auto', '退款多久到账？')).toBe(hans)
    expect(word('auto', '営業時間は何時からですか。')).toBe(en)
    expect(word('en', '退款多久到账？')).toBe(en)
  })
})
