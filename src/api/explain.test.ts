import { describe, expect, it } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import { clearCache } from './cache.ts'
import { casePage } from './case-page.ts'
import { evaluate } from './evaluate.ts'
import { judgedProject } from './test-support/judged-project.ts'

const REASON = { json: { reason: 'The passage names seven days.' } }
const explains = (prompt: string) => prompt.includes('Say why in at most 30 words')

type Model = Awaited<ReturnType<typeof judgedProject>>['model']
const chats = ({ calls }: Model) => calls.filter(({ request }) => request.kind === 'chat')

async function scoresOf(cwd: string, id: string) {
  const page = await casePage({ cwd, case: id })
  return page.responses.flatMap(({ configuration, scores }) => scores.map((score) => ({ configuration, ...score })))
}

describe('evaluate with explain', () => {
  it('asks one reason a verdict of the named case, and changes no verdict and no other case', async () => {
    const { cwd, model } = await judgedProject({
      server: { reply: ({ prompt }) => (explains(prompt) ? REASON : undefined) },
    })
    const before = await scoresOf(cwd, 'leave-01')
    const verdicts = new Set(before.flatMap(({ items }) => items.map(({ exchange }) => exchange))).size
    const calls = chats(model).length
    await evaluate({ cwd, explain: ['leave-01'] })
    // Equal questions are asked once: a reason each of the different verdicts.
    expect(
      chats(model)
        .slice(calls)
        .filter(({ request }) => explains(request.prompt)),
    ).toHaveLength(verdicts)
    expect(chats(model)).toHaveLength(calls + verdicts)
    const after = await scoresOf(cwd, 'leave-01')
    expect(after.map(({ outcome }) => outcome)).toEqual(before.map(({ outcome }) => outcome))
    for (const { items, metric } of after) {
      if (metric !== 'exact_match')
        expect(items.map(({ reason }) => reason)).toEqual(items.map(() => REASON.json.reason))
    }
    const states = (scores: typeof before) =>
      scores.flatMap(({ steps }) =>
        steps.filter(({ kind, form }) => kind === 'judge' && form === 'single').map(({ cache }) => cache),
      )
    expect(states(after)).toEqual(states(before))
    expect((await scoresOf(cwd, 'leave-02')).flatMap(({ items }) => items.map(({ reason }) => reason))).not.toContain(
      REASON.json.reason,
    )
    const again = chats(model).length
    await evaluate({ cwd, explain: ['leave-01'] })
    expect(chats(model)).toHaveLength(again)
  })

  it('leaves a score as it is when it would come out otherwise', async () => {
    let doubts = false
    const notes: string[] = []
    const { cwd } = await judgedProject({
      metrics: '[correct]',
      server: {
        reply: ({ prompt }) =>
          explains(prompt) ? REASON : doubts ? { probabilities: { no: 0.9, yes: 0.1 } } : undefined,
      },
    })
    const before = await scoresOf(cwd, 'leave-01')
    doubts = true
    await clearCache({ cwd })
    await evaluate({ cwd, explain: ['leave-01'], log: (line) => notes.push(line) })
    expect(await scoresOf(cwd, 'leave-01')).toEqual(before)
    expect(notes.join('\n')).toMatch(/2 scores would have come out otherwise/)
  })

  it('takes the lowest scores when no case is named, and says when there is none', async () => {
    const notes: string[] = []
    const log = (line: string) => notes.push(line)
    const wrong = { probabilities: { no: 0.9, yes: 0.1 } }
    const { cwd, model } = await judgedProject({
      metrics: '[correct]',
      server: {
        reply: ({ prompt }) => (explains(prompt) ? REASON : prompt.includes('parking') ? wrong : undefined),
      },
    })
    const calls = chats(model).length
    await evaluate({ cwd, explain: [], log })
    expect(notes).toContain('explained: leave-02')
    // The refusal of the other configuration was judged by rule.
    expect(chats(model)).toHaveLength(calls + 1)
    const { cwd: other } = await judgedProject({ metrics: '[correct]' })
    await evaluate({ cwd: other, explain: [], log })
    expect(notes.at(-1)).toMatch(/^no low score/)
  })

  it('refuses a case that the run does not have', async () => {
    const { cwd } = await judgedProject()
    const error = await evaluate({ cwd, explain: ['leave-3'] }).catch((one: unknown) => one)
    expect(isRagstoneError(error) && [error.code, error.hint]).toEqual(['unknown_case', 'did you mean "leave-01"?'])
  })
})
