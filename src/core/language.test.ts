import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { configSchema } from './config.ts'
import { languageOf } from './language.ts'

describe('a language code', () => {
  it.each([
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-Hant', 'zh-Hant'],
    ['en', 'en'],
    ['auto', 'auto'],
  ] as const)('%s in a configuration means %s', (code, language) => {
    expect(languageOf<string>(code)).toBe(language)
    expect(configSchema.parse({ language: code }).language).toBe(language)
  })

  it('that is unknown is refused, and an editor knows the others', () => {
    expect(configSchema.safeParse({ language: 'zh-XX' }).success).toBe(false)
    expect(configSchema.parse({}).language).toBe('auto')
    const schema = z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7', unrepresentable: 'any' })
    expect(schema.properties?.language).toMatchObject({
      type: 'string',
      default: 'auto',
      enum: ['auto', 'en', 'zh-Hant', 'zh-Hans', 'zh', 'zh-CN', 'zh-TW', 'zh-HK'],
    })
    expect(schema.required ?? []).not.toContain('language')
  })
})
