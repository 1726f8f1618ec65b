import { describe, expect, it } from 'vitest'
import { detectLanguage, dominantLanguage } from './language.ts'

describe('detectLanguage', () => {
  it.each([
    ['How many days of leave do I get?', 'en'],
    ['新人第一年有幾天特休？', 'zh-Hant'],
    ['新人第一年有几天年假？', 'zh-Hans'],
    ['有給休暇は何日ですか。', 'ja'],
    ['カタカナ', 'ja'],
    ['Сколько дней отпуска?', 'other'],
    ['휴가는 며칠입니까?', 'other'],
    ['12.5 %', 'other'],
    ['', 'other'],
  ])('%s is %s', (text, expected) => {
    expect(detectLanguage(text)).toBe(expected)
  })

  it('calls Chinese with English terms Chinese', () => {
    expect(detectLanguage('請用 Google Drive 上傳 PDF 檔')).toBe('zh-Hant')
    expect(detectLanguage('请用 VPN 登录 GitHub')).toBe('zh-Hans')
  })

  it('calls English that quotes a Chinese word English', () => {
    expect(detectLanguage('The word 特休 means annual leave in Taiwan')).toBe('en')
  })

  it('calls Chinese that gives the reading of a Japanese name Chinese', () => {
    expect(detectLanguage('福原愛（ふくはら あい）是日本著名的桌球選手')).toBe('zh-Hant')
  })

  it('takes the script with more exclusive characters when both occur, Simplified in a tie', () => {
    expect(detectLanguage('這個说明書')).toBe('zh-Hant')
    expect(detectLanguage('这个说明書')).toBe('zh-Hans')
    expect(detectLanguage('年假多少天')).toBe('zh-Hans')
  })
})

describe('dominantLanguage', () => {
  it('is English without texts, and for Japanese and other languages', () => {
    expect(dominantLanguage([])).toBe('en')
    expect(dominantLanguage(['有給休暇は何日ですか', 'Сколько дней?'])).toBe('en')
  })

  it('is the language of most texts', () => {
    expect(dominantLanguage(['你們好', 'hello', '請問特休'])).toBe('zh-Hant')
    expect(dominantLanguage(['你们好', 'hello there', 'goodbye'])).toBe('en')
  })

  it('lets texts that say nothing about their script follow the others', () => {
    expect(dominantLanguage(['年假多少天', '加班可以休假', '請問誰核准'])).toBe('zh-Hant')
  })

  it('does not count texts without letters', () => {
    expect(dominantLanguage(['42', '7', '3.5', '這是什麼'])).toBe('zh-Hant')
  })
})
