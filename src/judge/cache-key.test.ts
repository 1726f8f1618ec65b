import { describe, expect, it } from 'vitest'
import type { Message } from '../core/exchange.ts'
import {
  callKey,
  fixedPart,
  formText,
  itemKey,
  type ModelIdentity,
  modelKeyOf,
  type RequestForm,
  vectorKey,
} from './cache-key.ts'

const MODEL: ModelIdentity = {
  provider: 'ollama',
  model: 'qwen2.5:7b',
  address: 'http://127.0.0.1:11434',
  digest: 'abc',
}
const FORM: RequestForm = {
  structured: 'json_schema',
  max_output_tokens: 2048,
  parameters: { temperature: 0, seed: 1 },
}
const MESSAGES: Message[] = [
  { role: 'system', content: 'Check each claim.' },
  { role: 'user', content: 'Claim 1: It is nine.' },
]

function keyWith(change: {
  model?: Partial<ModelIdentity>
  form?: Partial<RequestForm>
  messages?: Message[]
  schema?: string
  repeat?: number
}): string {
  const form = formText(modelKeyOf({ ...MODEL, ...change.model }), { ...FORM, ...change.form })
  return callKey(form, change.schema ?? '{"type":"object"}', change.messages ?? MESSAGES, change.repeat ?? 1)
}

describe('the key of a call', () => {
  const same = keyWith({})

  it.each([
    ['provider', { model: { provider: 'openai-compatible' } }],
    ['model', { model: { model: 'qwen2.5:14b' } }],
    ['address', { model: { address: 'http://127.0.0.1:8000' } }],
    ['digest of the weights', { model: { digest: 'abd' } }],
    [
      'version of the prompt',
      { messages: [{ role: 'system' as const, content: 'Check every claim.' }, ...MESSAGES.slice(1)] },
    ],
    [
      'language of the prompt',
      { messages: [{ role: 'system' as const, content: '檢查每一句。' }, ...MESSAGES.slice(1)] },
    ],
    ['role of a message', { messages: MESSAGES.map((message) => ({ ...message, role: 'user' as const })) }],
    ['schema', { schema: '{"type":"array"}' }],
    ['way of demanding JSON', { form: { structured: 'json' as const } }],
    ['probabilities asked for', { form: { top_logprobs: 20 } }],
    ['parameters', { form: { parameters: { temperature: 0.5, seed: 1 } } }],
    ['a parameter left out', { form: { parameters: { temperature: 0 } } }],
    ['output limit', { form: { max_output_tokens: 1024 } }],
    ['repeat', { repeat: 2 }],
  ])('changes with the %s', (_what, change) => {
    expect(keyWith(change)).not.toBe(same)
  })

  it('stays the same for the same question, in whatever order parameters are written', () => {
    expect(keyWith({})).toBe(same)
    expect(keyWith({ form: { parameters: { seed: 1, temperature: 0 } } })).toBe(same)
  })

  it('does not know the context window asked for, which only guards against cutting', () => {
    const withWindow = { ...FORM, num_ctx: 8192 }
    expect(formText('m', withWindow)).toBe(formText('m', FORM))
  })

  it('keeps texts apart that would run into each other', () => {
    const one = keyWith({
      messages: [
        { role: 'user', content: 'a' },
        { role: 'user', content: 'b' },
      ],
    })
    const other = keyWith({ messages: [{ role: 'user', content: 'a","user","b' }] })
    expect(one).not.toBe(other)
  })
})

describe('the key of an item', () => {
  const fixed = fixedPart(MESSAGES, '{"enum":["yes","no"]}')

  it.each([
    ['its text', itemKey('f', fixed, 'other')],
    ['the model or form', itemKey('g', fixed, 'text')],
    ['the prompt around it', itemKey('f', fixedPart(MESSAGES.slice(1), '{"enum":["yes","no"]}'), 'text')],
    ['the schema of the reply', itemKey('f', fixedPart(MESSAGES, '{"enum":["yes","no","maybe"]}'), 'text')],
  ])('changes with %s', (_what, key) => {
    expect(key).not.toBe(itemKey('f', fixed, 'text'))
  })

  it('is never the key of a call or of a vector', () => {
    expect(new Set([itemKey('a', 'b', 'c'), vectorKey('a', 'b', 'c'), callKey('a', 'b', [], 1)]).size).toBe(3)
  })
})
