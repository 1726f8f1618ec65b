import { describe, expect, it } from 'vitest'
import { countTokens } from './served-request.ts'
import { messages, read, scriptedClient } from './test-support/scripted-client.ts'

const { serve, post, openai, ollama } = scriptedClient()

describe('replies', () => {
  it('are the scripted text in both wire formats', async () => {
    await serve({ reply: 'It does.' })
    expect((await read(openai())).choices[0]).toMatchObject({
      message: { role: 'assistant', content: 'It does.' },
      finish_reason: 'stop',
    })
    expect(await read(ollama())).toMatchObject({
      message: { role: 'assistant', content: 'It does.' },
      done: true,
      done_reason: 'stop',
    })
  })

  it('come from a list in order, and a list that is used up says so', async () => {
    await serve({ reply: ['one', { json: { two: 2 } }] })
    expect((await read(openai())).choices[0].message.content).toBe('one')
    expect((await read(openai())).choices[0].message.content).toBe('{"two":2}')
    const third = await openai()
    expect(third.status).toBe(400)
    expect(await third.text()).toContain('no reply left for request 3')
  })

  it('come from a function of the request, and by default where it gives nothing', async () => {
    await serve({ reply: ({ prompt }) => (prompt.includes('nine') ? `asked: ${prompt}` : undefined) })
    expect((await read(openai())).choices[0].message.content).toBe('asked: Does it open at nine?')
    const other = await openai({ messages: [{ role: 'user', content: 'Answer Useful or Useless.' }] })
    expect((await read(other)).choices[0].message.content).toBe('Useful')
  })

  it('of a script that throws are a server error that tells why', async () => {
    await serve({
      reply: () => {
        throw new Error('not this one')
      },
    })
    const reply = await openai()
    expect(reply.status).toBe(500)
    expect(await reply.text()).toContain('not this one')
  })

  it('given to next come before all others', async () => {
    const { next } = await serve({ reply: 'later' })
    next('first')
    expect((await read(openai())).choices[0].message.content).toBe('first')
    expect((await read(openai())).choices[0].message.content).toBe('later')
  })

  it('longer than the output limit are cut and say so', async () => {
    await serve({ reply: 'word '.repeat(100) })
    const { choices } = await read(openai({ max_tokens: 10 }))
    expect(choices[0].finish_reason).toBe('length')
    expect(countTokens(choices[0].message.content)).toBeLessThanOrEqual(10)
    expect(await read(ollama({ options: { num_predict: 10 } }))).toMatchObject({ done_reason: 'length' })
  })

  it('stream when asked to, as OpenAI events and as Ollama lines', async () => {
    await serve({ reply: 'It does.' })
    const events = await (await openai({ stream: true })).text()
    expect(events).toContain('"content":"It does."')
    expect(events.trimEnd().endsWith('data: [DONE]')).toBe(true)
    const lines = (await (await post('/api/chat', { model: 'm', messages })).text()).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).done)).toEqual([false, true])
  })
})

describe('probabilities', () => {
  const question = { messages: [{ role: 'user', content: 'Answer true, false or unknown.' }] }

  it('are given for the words that a question names', async () => {
    await serve()
    const asked = { ...question, logprobs: true, top_logprobs: 5 }
    const { content } = (await read(openai(asked))).choices[0].logprobs
    expect(content[0].token).toBe('true')
    expect(content[0].top_logprobs.map(({ token }: { token: string }) => token)).toEqual(['true', 'false', 'unknown'])
    expect(Math.exp(content[0].logprob)).toBeCloseTo(0.9)
    const { logprobs } = await read(ollama(asked))
    expect(logprobs[0].top_logprobs).toHaveLength(3)
  })

  it.each([
    ['Is it right? Answer "yes" or "no":', ['yes', 'no']],
    ['Passage: "a" or "b"\n請答「正確」「錯誤」或「未知」：', ['正確', '錯誤', '未知']],
    ['请答“是”或“否”：\n', ['是', '否']],
    ['Well?', ['Yes', 'No']],
  ])('are given for the words in quotation marks in the last line of %j', async (content, words) => {
    await serve()
    const { logprobs } = await read(ollama({ messages: [{ role: 'user', content }], logprobs: true, top_logprobs: 5 }))
    expect(logprobs[0].top_logprobs.map(({ token }) => token)).toEqual(words)
  })

  it('are given for the words in quotation marks in the first line of the instructions', async () => {
    await serve()
    const system = 'Answer “true”, “false” or “unknown”.\nText: “a” and “b”. Verdict: true'
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: 'Verdict:' },
    ]
    const { message, logprobs } = await read(ollama({ messages, logprobs: true, top_logprobs: 5 }))
    expect(message.content).toBe('true')
    expect(logprobs[0].top_logprobs.map(({ token }) => token)).toEqual(['true', 'false', 'unknown'])
  })

  it('are those of the script', async () => {
    await serve({ reply: { probabilities: { No: 0.3, Yes: 0.7 } } })
    const { choices } = await read(openai({ logprobs: true, top_logprobs: 2 }))
    expect(choices[0].message.content).toBe('Yes')
    expect(Math.exp(choices[0].logprobs.content[0].top_logprobs[1].logprob)).toBeCloseTo(0.3)
  })

  it('are left out by an Ollama that is too old and by a model that gives none', async () => {
    await serve({ ollamaVersion: '0.12.10', logprobs: false })
    expect(await read(ollama({ logprobs: true, top_logprobs: 2 }))).not.toHaveProperty('logprobs')
    expect((await read(openai({ logprobs: true, top_logprobs: 2 }))).choices[0].logprobs).toBeNull()
  })
})

describe('a demanded schema', () => {
  const schema = {
    type: 'object',
    properties: {
      verdicts: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: { enum: ['1', '2', '3'] },
            reason: { type: 'string' },
            verdict: { enum: ['supported', 'contradicted'] },
          },
        },
      },
    },
  }
  const answer = {
    verdicts: ['1', '2', '3'].map((id) => ({ id, reason: 'scripted', verdict: 'supported' })),
  }

  it('is answered with one entry for each id, in all the ways of demanding it', async () => {
    await serve()
    const byFormat = await openai({ response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } })
    expect(JSON.parse((await read(byFormat)).choices[0].message.content)).toEqual(answer)
    const byTool = await openai({ tools: [{ type: 'function', function: { name: 'give', parameters: schema } }] })
    const [choice] = (await read(byTool)).choices
    expect(choice.finish_reason).toBe('tool_calls')
    expect(JSON.parse(choice.message.tool_calls[0].function.arguments)).toEqual(answer)
    const native = await ollama({ format: schema })
    expect(JSON.parse((await read(native)).message.content)).toEqual(answer)
    const asText = await openai({ messages: [{ role: 'user', content: `Give JSON: ${JSON.stringify(schema)} now.` }] })
    expect(JSON.parse((await read(asText)).choices[0].message.content)).toEqual(answer)
  })

  it('that is not told is answered with an object', async () => {
    await serve()
    expect((await read(openai({ response_format: { type: 'json_object' } }))).choices[0].message.content).toBe('{}')
  })

  it('is refused in a way that the model does not know', async () => {
    await serve({ structured: ['json'] })
    const refused = await openai({ response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } })
    expect(refused.status).toBe(400)
    expect((await openai({ response_format: { type: 'json_object' } })).status).toBe(200)
  })
})

describe('refusals', () => {
  it('name a wrong key, in both formats', async () => {
    await serve({ key: 'secret-key' })
    expect((await openai()).status).toBe(401)
    expect((await ollama()).status).toBe(401)
    const good = await post('/v1/chat/completions', { model: 'm', messages }, { authorization: 'Bearer secret-key' })
    expect(good.status).toBe(200)
  })

  it('name an unknown model, and a model of the other kind', async () => {
    await serve({ models: ['judge'], embeddingModels: ['vectors'] })
    expect((await ollama()).status).toBe(404)
    expect((await openai()).status).toBe(404)
    const chat = await post('/api/chat', { model: 'vectors', messages, stream: false })
    expect(await read(chat)).toEqual({ error: '"vectors" does not support chat' })
    const embed = await post('/api/embed', { model: 'judge', input: ['a'] })
    expect(await read(embed)).toEqual({ error: 'this model does not support embeddings' })
  })

  it('name a parameter that the model does not take', async () => {
    await serve({ refusedParameters: ['temperature'] })
    const reply = await openai({ temperature: 0 })
    expect(reply.status).toBe(400)
    expect((await read(reply)).error).toMatchObject({ param: 'temperature', code: 'unsupported_parameter' })
    expect((await openai()).status).toBe(200)
  })

  it('meet a prompt longer than the window, unless it is to be cut in silence', async () => {
    await serve({ contextWindow: 1000 })
    const long = { messages: [{ role: 'user', content: 'x'.repeat(8000) }] }
    expect((await openai(long)).status).toBe(400)
    expect((await ollama({ ...long, truncate: false, options: { num_ctx: 4000 } })).status).toBe(400)
    expect(await read(ollama({ ...long, options: { num_ctx: 600 } }))).toMatchObject({
      prompt_eval_count: 300,
      done_reason: 'stop',
    })
  })
})

describe('what Ollama tells of a model', () => {
  it('is its window, capabilities, digest and the version of the server', async () => {
    const { url } = await serve({ models: ['judge'], embeddingModels: ['vectors'], contextWindow: 8192 })
    expect(await read(post('/api/show', { model: 'judge' }))).toMatchObject({
      capabilities: ['completion'],
      model_info: { 'scripted.context_length': 8192 },
    })
    const { models } = await read(fetch(`${url}/api/tags`))
    expect(models.map(({ name }: { name: string }) => name)).toEqual(['judge:latest', 'vectors:latest'])
    expect(models[0].digest).not.toBe(models[1].digest)
    expect(await read(fetch(`${url}/api/version`))).toEqual({ version: '0.12.11' })
  })
})

describe('embeddings', () => {
  it('depend on the words of a text alone and have length 1', async () => {
    await serve()
    const { data } = await read(post('/v1/embeddings', { model: 'e', input: ['red fox', 'Red fox', 'blue sea'] }))
    const [a, b, c] = data.map(({ embedding }: { embedding: number[] }) => embedding)
    expect(a).toEqual(b)
    expect(a).not.toEqual(c)
    expect(Math.hypot(...(a ?? []))).toBeCloseTo(1)
    const { embeddings } = await read(post('/api/embed', { model: 'e', input: ['red fox'] }))
    expect(embeddings).toEqual([a])
  })
})
