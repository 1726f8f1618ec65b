import { describe, expect, it } from 'vitest'
import type { Step } from '../../core/score.ts'
import type { Verifier } from '../../judge/judge.ts'
import { verify } from './verifier.ts'

interface Asked {
  text: string
  claim: string
}

/** A verifier that supports a claim when the text holds every word of it, with the calls that it got. */
function verifierOf(window: number, options: { graded?: boolean; fails?: (asked: Asked) => boolean } = {}) {
  const calls: Asked[] = []
  const steps: Step[] = []
  const verifier: Verifier = {
    fingerprint: 'words',
    window,
    async supports(asked) {
      calls.push(asked)
      if (options.fails?.(asked) === true) return { ok: false, reason: 'timeout', detail: 'no reply' }
      const words = asked.claim.split(' ')
      const held = words.filter((word) => asked.text.includes(word)).length / words.length
      return { ok: true, value: { supported: held === 1, ...(options.graded === false ? {} : { probability: held }) } }
    },
  }
  const rule = (step: string, detail?: Record<string, unknown>) => steps.push({ kind: 'rule', step, ...detail })
  return { calls, steps, ask: (texts: string[], claims: string[]) => verify(of(texts, claims), { verifier, rule }) }
}

const items = (texts: string[]) => texts.map((text, index) => ({ id: String(index + 1), text }))
const of = (texts: string[], claims: string[]) => ({ claims: items(claims), passages: items(texts) })
const filler = (words: number) => Array.from({ length: words }, () => 'filler').join(' ')

describe('verify', () => {
  it('asks once a claim, of all texts together, when they fit its window', async () => {
    const { ask, calls, steps } = verifierOf(4000)
    const answer = await ask(['red house', 'blue boat'], ['red boat', 'green boat'])
    expect(calls.map(({ text }) => text)).toEqual(['red house\nblue boat', 'red house\nblue boat'])
    expect(answer).toMatchObject({
      ok: true,
      grading: 'probability',
      verdicts: [
        { id: '1', verdict: 'supported', probabilities: { supported: 1, contradicted: 0, not_mentioned: 0 } },
        { id: '2', verdict: 'not_mentioned', probabilities: { supported: 0.5, not_mentioned: 0.5 } },
      ],
    })
    expect(steps).toMatchObject([{ step: 'verifier', verdicts: [{ passages: ['1', '2'] }, {}] }])
  })

  it('asks text by text when they do not fit, and says which text supports the claim', async () => {
    const { ask, calls } = verifierOf(200)
    const texts = [`red house ${filler(60)}`, `blue boat ${filler(60)}`, `green car ${filler(60)}`]
    const answer = await ask(texts, ['blue boat'])
    expect(calls.map(({ text }) => text)).toEqual(texts)
    expect(answer).toMatchObject({ ok: true, verdicts: [{ verdict: 'supported', fields: { passages: ['2'] } }] })
  })

  it('asks once more with the texts joined that share most words when no text alone supports the claim', async () => {
    const { ask, calls } = verifierOf(200)
    const texts = [`red house ${filler(40)}`, filler(60), `blue boat ${filler(40)}`]
    const answer = await ask(texts, ['red boat'])
    expect(calls).toHaveLength(4)
    expect(calls[3]?.text).toBe(`${texts[0]}\n${texts[2]}`)
    expect(answer).toMatchObject({ ok: true, verdicts: [{ verdict: 'supported', fields: { passages: ['1', '3'] } }] })
  })

  it('reads a text that is too long by itself in parts', async () => {
    const { ask, calls } = verifierOf(200)
    const text = `${filler(80)}. The red boat is here. ${filler(80)}.`
    const answer = await ask([text], ['red boat'])
    expect(calls.length).toBeGreaterThan(1)
    expect(answer).toMatchObject({ ok: true, verdicts: [{ verdict: 'supported', fields: { passages: ['1'] } }] })
  })

  it('gives up before it asks when a sentence does not fit', async () => {
    const { ask, calls } = verifierOf(100)
    expect(await ask([filler(500), 'short'], ['red'])).toMatchObject({ ok: false, reason: 'context_truncated' })
    expect(calls).toEqual([])
  })

  it('lets a lost reply matter only when no other text supports the claim', async () => {
    const texts = [`red house ${filler(60)}`, `blue boat ${filler(60)}`]
    const lost = { fails: ({ text }: Asked) => text.startsWith('red') }
    const answer = await verifierOf(150, lost).ask(texts, ['blue boat', 'green car'])
    expect(answer).toMatchObject({ ok: false, reason: 'timeout', known: [{ id: '1', verdict: 'supported' }] })
    expect(await verifierOf(150, lost).ask(texts, ['blue boat'])).toMatchObject({ ok: true })
  })

  it('gives verdicts alone when the model gives no probability', async () => {
    const answer = await verifierOf(4000, { graded: false }).ask(['red'], ['red', 'blue'])
    expect(answer).toMatchObject({ ok: true, grading: 'verdict' })
    expect(answer.ok && answer.verdicts.map(({ probabilities }) => probabilities)).toEqual([undefined, undefined])
  })
})
