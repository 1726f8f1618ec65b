import { describe, expect, it } from 'vitest'
import { characters, contentTokens, tokens } from './tokens.ts'

describe('tokens', () => {
  it('keeps Latin words and numbers whole', () => {
    expect(tokens('Employees don’t pay 3.5 at Example.com, GPT-4 costs 1,000.')).toEqual([
      ...['employees', "don't", 'pay', '3.5', 'at', 'example.com', 'gpt', '4', 'costs', '1000'],
    ])
  })

  it('reads a list of single numbers as several tokens', () => {
    expect(tokens('1,2,3')).toEqual(['1', '2', '3'])
  })

  it('normalises full-width characters', () => {
    expect(tokens('ＡＢＣ１２，３．５')).toEqual(['abc12', '3.5'])
  })

  it('divides Chinese into words', () => {
    expect(tokens('員工滿一年有特別休假')).toContain('員工')
    expect(tokens('退款在七个工作日内到账')).toContain('退款')
  })

  it('divides Japanese, and mixed text at the change of script', () => {
    expect(tokens('有給休暇は3日です')).toEqual(expect.arrayContaining(['休暇', 'は', '3', '日', 'です']))
    expect(tokens('用Drive上傳PDF檔')).toEqual(['用', 'drive', '上', '傳', 'pdf', '檔'])
  })

  it('gives the same tokens for both Chinese scripts when asked to fold', () => {
    const traditional = '根據員工手冊，滿一年後有七天特別休假，請於系統裡申請。'
    const simplified = '根据员工手册，满一年后有七天特别休假，请于系统里申请。'
    expect(tokens(traditional, { foldScript: true })).toEqual(tokens(simplified, { foldScript: true }))
    expect(tokens(traditional)).not.toEqual(tokens(simplified))
  })

  it('has none for punctuation alone', () => {
    expect(tokens('。，!?「」👍')).toEqual([])
  })

  it('loses nothing where a long run without stops is cut into pieces', () => {
    const run = '退款在七个工作日内到账'.repeat(1000)
    expect(tokens(run).join('')).toBe(run)
  })

  it('cuts no surrogate pair', () => {
    const run = '𠮷野家'.repeat(2000)
    expect(tokens(run).join('')).toBe(run)
  })

  it('is fast enough for many short replies', () => {
    const started = performance.now()
    for (let i = 0; i < 5000; i++)
      tokens(`根據規定第${i}條，員工滿${i}個月可享有特別休假；請於系統提出申請 [1]。 Employees apply online.`)
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

describe('contentTokens', () => {
  it('leaves out words without content of their own, in every language', () => {
    expect(contentTokens('What is the limit of the leave?')).toEqual(['limit', 'leave'])
    expect(contentTokens('請問特休的上限是多少？')).not.toContain('的')
    expect(contentTokens('這個是我們的')).toEqual([])
    expect(contentTokens('これは休暇です')).toEqual(['休暇'])
  })

  it('keeps negations and numbers', () => {
    expect(contentTokens('It is not 3.5')).toEqual(['not', '3.5'])
    expect(contentTokens('不可以')).not.toEqual([])
  })
})

describe('characters', () => {
  it('counts as a reader does, without white space', () => {
    expect(characters('中文 ab\n')).toEqual(['中', '文', 'a', 'b'])
    expect(characters('e\u0301 👨‍👩‍👧 🇹🇼')).toEqual(['e\u0301', '👨‍👩‍👧', '🇹🇼'])
  })

  it('counts the same in pieces as at once', () => {
    const unit = '中a👨‍👩‍👧e\u0301'
    expect(characters(unit.repeat(1000))).toHaveLength(4000)
  })
})
