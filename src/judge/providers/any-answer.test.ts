import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modelUsageSchema, STOP_REASONS, tokenProbabilitySchema } from '../../core/exchange.ts'
import { judgeSchema } from '../../core/judge-config.ts'
import { ProviderError } from '../provider.ts'
import { type ModelServer, startModelServer } from '../scripted-server/start-model-server.ts'
import { answerError } from './answer-error.ts'
import { openaiFirstToken } from './first-token.ts'
import { openaiCompatibleProvider } from './openai-compatible.ts'
import { noMask } from './shown.ts'

const signal = new AbortController().signal
let server: ModelServer

beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

/** Replies in the right shape with anything at all in its places. */
const almostReply = fc.record(
  {
    choices: fc.array(
      fc.record(
        {
          message: fc.record(
            { content: fc.oneof(fc.string(), fc.jsonValue()), refusal: fc.jsonValue() },
            { requiredKeys: [] },
          ),
          finish_reason: fc.oneof(fc.constantFrom('stop', 'length', 'content_filter', 'eos', null), fc.jsonValue()),
          logprobs: fc.oneof(
            fc.jsonValue(),
            fc.record({
              content: fc.array(
                fc.record({ token: fc.jsonValue(), logprob: fc.jsonValue(), top_logprobs: fc.jsonValue() }),
              ),
            }),
          ),
        },
        { requiredKeys: [] },
      ),
      { maxLength: 2 },
    ),
    usage: fc.oneof(fc.jsonValue(), fc.record({ prompt_tokens: fc.jsonValue(), completion_tokens: fc.jsonValue() })),
    error: fc.jsonValue(),
  },
  { requiredKeys: [] },
)

describe('whatever a server answers', () => {
  it('with a good status is a reply of the known shape, or one ProviderError', async () => {
    const provider = openaiCompatibleProvider(
      judgeSchema.parse({ provider: 'openai-compatible', model: 'm', base_url: server.openaiUrl }),
    )
    const request = {
      messages: [{ role: 'user' as const, content: 'x' }],
      max_output_tokens: 9,
      parameters: {},
      top_logprobs: 5,
    }
    const anything = fc.oneof({ weight: 4, arbitrary: almostReply }, fc.jsonValue(), fc.string())
    await fc.assert(
      fc.asyncProperty(anything, async (body) => {
        server.next({ fault: { kind: 'status', status: 200, body: body ?? 'null' } })
        try {
          const reply = await provider.chat(request, signal)
          expect(typeof reply.text).toBe('string')
          expect(STOP_REASONS).toContain(reply.stop)
          modelUsageSchema.nullable().parse(reply.usage)
          for (const candidate of reply.first_token ?? []) tokenProbabilitySchema.parse(candidate)
        } catch (error) {
          expect(error).toBeInstanceOf(ProviderError)
        }
      }),
      { numRuns: 400 },
    )
    await provider.close()
  })

  it('with any status becomes an error with a message of bounded length on one line', () => {
    const statuses = fc.integer({ min: 300, max: 599 })
    fc.assert(
      fc.property(statuses, fc.oneof(fc.string({ maxLength: 2_000 }), fc.json()), fc.string(), (status, body, wait) => {
        const url = 'http://127.0.0.1:1/v1'
        const headers = { 'retry-after': wait }
        const about = { url, model: 'm', task: 'chat' as const, sent: ['temperature'], mask: noMask }
        const error = answerError({ ...about, status, headers, body })
        expect(error.message.length).toBeLessThan(700)
        expect(error.message).not.toMatch(/[\u0000-\u001f]/)
        expect(error.retryAfterMs ?? 0).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('as probabilities is either nothing or finite candidates, likeliest first', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (content, legacy) => {
        for (const logprobs of [
          content,
          { content },
          { content: [content] },
          { tokens: legacy, top_logprobs: [legacy] },
        ]) {
          const found = openaiFirstToken({ choices: [{ logprobs }] })
          const values = (found ?? []).map(({ logprob }) => logprob)
          expect(values.every(Number.isFinite)).toBe(true)
          expect(values).toEqual([...values].sort((a, b) => b - a))
        }
      }),
    )
  })
})
