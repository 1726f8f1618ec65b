import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Step } from '../core/score.ts'
import { memoryExchanges } from './exchanges.ts'
import { type FakeJudge, fakeJudge } from './fake.ts'

const NAMES = z.object({ names: z.array(z.string()) })
/** The same JSON Schema, read more strictly. */
const STRICT = NAMES.refine(({ names }) => names[0] !== 'Ann')

async function ask(judge: FakeJudge, schema: typeof NAMES) {
  const steps: Step[] = []
  const question = { step: 'names', prompt: 'Name them.', schema, typical: { names: ['Ann'] } }
  return { answer: await judge.recording((step) => steps.push(step)).ask(question), steps }
}

describe('a stored reply that is not read any more', () => {
  it('is asked again once: the new one takes its place, and the old one stays for its scores', async () => {
    const exchanges = memoryExchanges()
    const first = await ask(await fakeJudge({ exchanges }), NAMES)
    const judge = await fakeJudge({ exchanges, reply: () => '{"names":["Bob"]}' })
    const again = [await ask(judge, STRICT), await ask(judge, STRICT)]
    expect(again.map(({ answer }) => answer)).toEqual(again.map(() => ({ ok: true, value: { names: ['Bob'] } })))
    expect(again.flatMap(({ steps }) => steps.map(({ cache }) => cache))).toEqual(['asked', 'stored'])
    const ids = [...first.steps, ...(again[1]?.steps ?? [])].map(({ exchange }) => String(exchange))
    expect(await exchanges.exchanges(ids)).toMatchObject([
      { usable: false, reply: '{"names":["Ann"]}' },
      { usable: true, reply: '{"names":["Bob"]}' },
    ])
  })

  it('stays where the new one cannot be read either', async () => {
    const exchanges = memoryExchanges()
    await ask(await fakeJudge({ exchanges }), NAMES)
    expect((await ask(await fakeJudge({ exchanges }), STRICT)).answer).toMatchObject({ ok: false })
    const judge = await fakeJudge({ exchanges })
    expect((await ask(judge, NAMES)).answer).toMatchObject({ ok: true })
    expect(judge.calls).toEqual([])
  })
})
