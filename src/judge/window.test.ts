import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../core/exchange.ts'
import { createWindow } from './window.ts'

const sentence = 'The library opens at nine on weekdays and readers may borrow six books. '

/** A prompt of about so many tokens. */
const ask = (tokens: number): Message[] => [{ role: 'user', content: sentence.repeat(Math.round(tokens / 15)) }]

const ollama = { window: 32_768, canRaise: true }
const hosted = (window?: number) => ({ canRaise: false, ...(window === undefined ? {} : { window }) })

describe('where the window can be asked for', () => {
  it.each([0, 100, 2_500, 6_000, 10_000, 15_000])(
    'asks for what a prompt of about %i tokens and its reply need, in steps',
    (size) => {
      const guard = createWindow({ facts: ollama, settings: {} })
      const estimate = guard.estimate(ask(size))
      const fit = guard.fit(estimate, 500)
      const numCtx = (fit.ok && fit.num_ctx) || 0
      expect([4_096, 6_144, 8_192, 12_288, 16_384, 24_576, 32_768]).toContain(numCtx)
      expect(numCtx).toBeGreaterThanOrEqual(estimate.high + 500)
      if (numCtx > 4_096) expect(numCtx).toBeLessThanOrEqual((estimate.high + 500) * 1.5)
    },
  )

  it('never asks for less than before, for the model would be loaded anew', () => {
    const guard = createWindow({ facts: ollama, settings: {} })
    expect(guard.numCtx).toBeUndefined()
    guard.fit(guard.estimate(ask(6_000)), 500)
    const largest = guard.numCtx
    expect(largest).toBeGreaterThan(6_000)
    expect(guard.fit(guard.estimate(ask(100)), 500)).toEqual({ ok: true, num_ctx: largest })
  })

  it('goes up to the limit and not beyond', () => {
    const guard = createWindow({ facts: { window: 9_000, canRaise: true }, settings: {} })
    expect(guard.fit(guard.estimate(ask(7_500)), 500)).toEqual({ ok: true, num_ctx: 9_000 })
    expect(guard.fit(guard.estimate(ask(20_000)), 500)).toMatchObject({ ok: false })
  })

  it('keeps to a smaller window of the settings, and names it as the cure', () => {
    const guard = createWindow({ facts: ollama, settings: { window: 5_000 } })
    expect(guard.fit(guard.estimate(ask(3_000)), 500)).toEqual({ ok: true, num_ctx: 5_000 })
    const refused = guard.fit(guard.estimate(ask(12_000)), 500)
    expect(refused).toMatchObject({ ok: false })
    expect(refused.ok || refused.detail).toMatch(
      /^the prompt needs about 1\d{4} tokens and its reply up to 500, but judge\.window is 5000: about \d+ too many; raise judge\.window if the model reads more$/,
    )
  })

  it('covers the prompt whatever the tokenizer, once it is learnt', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.8, max: 1.6, noNaN: true }),
        fc.array(fc.integer({ min: 20, max: 20_000 }), { minLength: 5, maxLength: 20 }),
        (factor, sizes) => {
          const guard = createWindow({ facts: { window: 131_072, canRaise: true }, settings: {} })
          const plain = createWindow({ facts: ollama, settings: {} })
          for (const [place, size] of sizes.entries()) {
            const messages = ask(size)
            const truth = Math.round(plain.estimate(messages).tokens * factor)
            const fit = guard.fit(guard.estimate(messages), 300)
            if (place > 2) expect(fit.ok && (fit.num_ctx ?? 0)).toBeGreaterThanOrEqual(truth + 300)
            guard.learn(messages, undefined, truth)
          }
        },
      ),
    )
  })
})

describe('where the window is fixed', () => {
  it('lets through what fits and refuses what does not, with tokens, window, shortfall and cure', () => {
    const guard = createWindow({ facts: hosted(8_192), settings: {} })
    expect(guard.fit(guard.estimate(ask(4_000)), 2_048)).toEqual({ ok: true })
    const refused = guard.fit(guard.estimate(ask(20_000)), 2_048)
    expect(refused.ok || refused.detail).toMatch(
      /^the prompt needs about \d+ tokens and its reply up to 2048, but the context window is 8192: about \d+ too many; retrieve fewer or shorter chunks, or use a model with a larger window$/,
    )
    const word = guard.fit(guard.estimate(ask(20_000)), 8)
    expect(word.ok || word.detail).not.toContain('max_output_tokens')
    const roomy = guard.fit(guard.estimate(ask(5_000)), 8_192)
    expect(roomy.ok || roomy.detail).toMatch(/too many; lower judge\.max_output_tokens, retrieve fewer/)
  })

  it('takes the window of the settings where the server tells none, and names the verifier', () => {
    const guard = createWindow({ facts: hosted(), settings: { window: 1_000 }, name: 'judge.verifier' })
    const refused = guard.fit(guard.estimate(ask(3_000)), 10)
    expect(refused.ok || refused.detail).toContain('but judge.verifier.window is 1000')
  })

  it('goes ahead when it knows no window, and says so once', () => {
    const guard = createWindow({ facts: hosted(), settings: {} })
    expect(guard.fit(guard.estimate(ask(100_000)), 500)).toEqual({
      ok: true,
      note: 'the context window of the model is not known; set judge.window so that a prompt too long for it is noticed before it is sent',
    })
    expect(guard.fit(guard.estimate(ask(100_000)), 500)).toEqual({ ok: true })
  })

  it('lets an unsure estimate try, unless the provider does not report what it read', () => {
    const near = ask(4_000)
    const guard = createWindow({ facts: hosted(4_096), settings: {} })
    expect(guard.fit(guard.estimate(near), 200).ok).toBe(true)
    guard.learn(near, undefined, null)
    expect(guard.fit(guard.estimate(near), 200).ok).toBe(false)
    expect(guard.fit(guard.estimate(ask(2_000)), 200).ok).toBe(true)
  })

  it('refuses more surely with evidence', () => {
    const guard = createWindow({ facts: hosted(4_096), settings: {} })
    for (let i = 0; i < 20; i++) guard.learn(ask(2_000), undefined, 2_000)
    expect(guard.fit(guard.estimate(ask(5_500)), 200).ok).toBe(false)
  })
})

describe('wasCut', () => {
  const guard = createWindow({ facts: ollama, settings: {} })

  it('notices the reported fault: 21,000 characters, a window of 2,048, a count of 2,048 and a normal end', () => {
    const messages = [{ role: 'user' as const, content: sentence.repeat(300).slice(0, 21_000) }]
    const estimate = guard.estimate(messages)
    expect(guard.wasCut(estimate, 2_048, 2_048)).toBe(true)
    expect(guard.wasCut(estimate, 2_048)).toBe(true)
    expect(guard.wasCut(estimate, 1_024, 2_048)).toBe(true)
    expect(createWindow({ facts: hosted(2_048), settings: {} }).wasCut(estimate, 2_048)).toBe(true)
  })

  it('notices a count far below the estimate, about half the window, or at the window', () => {
    const estimate = guard.estimate(ask(3_000))
    expect(guard.wasCut(estimate, 1_200, 8_192)).toBe(true)
    expect(guard.wasCut(estimate, Math.floor(Math.min(estimate.low, 0.7 * estimate.tokens)) - 1, 8_192)).toBe(true)
    expect(guard.wasCut(estimate, Math.ceil(0.75 * estimate.tokens), 8_192)).toBe(false)
    const half = Math.round(estimate.tokens * 0.85)
    expect(guard.wasCut(estimate, half, half * 2 + 3)).toBe(true)
    expect(guard.wasCut(estimate, 4_096, 4_096)).toBe(true)
  })

  it('notices a count at the default window of a server that tells none', () => {
    const unknown = createWindow({ facts: hosted(), settings: {} })
    const estimate = unknown.estimate(ask(2_600))
    expect(unknown.wasCut(estimate, 2_048)).toBe(true)
    expect(unknown.wasCut(estimate, 2_047)).toBe(false)
  })

  it('believes a count near the estimate, also at half the window, and says nothing without a count', () => {
    const estimate = guard.estimate(ask(2_048))
    for (const count of [estimate.tokens, Math.round(estimate.tokens * 0.85), Math.round(estimate.tokens * 1.3)])
      expect(guard.wasCut(estimate, count, 6_144), String(count)).toBe(false)
    expect(guard.wasCut(estimate, Math.round(estimate.tokens), 2 * estimate.tokens)).toBe(false)
    expect(guard.wasCut(estimate, null, 4_096)).toBe(false)
  })

  it('notices half a prompt for every tokenizer once it is learnt, and never a whole one', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.8, max: 1.6, noNaN: true }),
        fc.integer({ min: 200, max: 20_000 }),
        (factor, size) => {
          const learnt = createWindow({ facts: hosted(131_072), settings: {} })
          const truth = (tokens: number) => Math.round(guard.estimate(ask(tokens)).tokens * factor)
          for (let i = 1; i <= 10; i++) learnt.learn(ask(i * 300), undefined, truth(i * 300))
          const estimate = learnt.estimate(ask(size))
          expect(learnt.wasCut(estimate, truth(size))).toBe(false)
          expect(learnt.wasCut(estimate, Math.round(truth(size) / 2))).toBe(true)
        },
      ),
    )
  })
})

it('goes on with what was learnt of the model', () => {
  const first = createWindow({ facts: ollama, settings: {} })
  for (let i = 0; i < 10; i++) first.learn(ask(1_000), undefined, 1_500)
  const second = createWindow({ facts: ollama, settings: {}, ratios: JSON.parse(JSON.stringify(first.ratios())) })
  expect(second.estimate(ask(3_000))).toEqual(first.estimate(ask(3_000)))
})
