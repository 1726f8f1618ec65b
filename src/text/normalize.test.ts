import { describe, expect, it } from 'vitest'
import { HAN_PAIRS } from './han-pairs.ts'
import { foldHan, scriptOf } from './han-scripts.ts'
import { isBlank, matchKey, normalize, normalizeFolded, sameText } from './normalize.ts'
import { replaceRadicals } from './radicals.ts'

describe('normalize', () => {
  it('maps the Kangxi radical of a PDF to the ordinary character, not to the form that NFKC gives', () => {
    expect('\u2f3e'.normalize('NFKC')).toBe('戶')
    expect(normalize('\u2f3e籍謄本')).toBe('户籍謄本')
  })

  it('maps radicals of the supplement block, which NFKC leaves alone', () => {
    expect(normalize('\u2ec5面禮')).toBe('见面禮')
    expect(normalize('\u2ed4\u2ec9\u2ee2\u2ee5')).toBe('门贝马鱼')
    expect(normalize('\u2fad年')).toBe('青年')
  })

  it('leaves no radical of either block behind, but for the repeat mark U+2E80, which is no character', () => {
    const left: string[] = []
    for (let code = 0x2e81; code <= 0x2fd5; code++) {
      const result = normalize(String.fromCharCode(code))
      const assigned = /\p{Assigned}/u.test(String.fromCharCode(code))
      if (assigned && /[\u2e80-\u2fd5]/.test(result)) left.push(code.toString(16))
    }
    expect(left).toEqual([])
  })

  it('gives a character the same form by the short way as by the whole procedure, which a zero-width space forces', () => {
    const different: string[] = []
    for (let code = 0x20; code <= 0xffff; code++) {
      const character = String.fromCharCode(code)
      for (const text of [`甲${character}ｂ`, `${character}が　${character}`]) {
        if (normalize(text) !== normalize(`${text}\u200b`)) different.push(code.toString(16))
        if (foldHan(normalize(text)) !== normalizeFolded(text)) different.push(code.toString(16))
      }
    }
    expect(different).toEqual([])
  })

  it('keeps the Traditional character 戶 where the text really holds it', () => {
    expect(normalize('戶籍')).toBe('戶籍')
  })

  it('makes full-width letters, digits and signs ordinary ones and folds case', () => {
    expect(normalize('ＡＢＣ　１２３％，ｘ．')).toBe('abc 123%,x.')
    expect(normalize('STRASSE straße ΣΊΣΥΦΟΣ')).toBe('strasse strasse σίσυφοσ')
  })

  it('collapses white space and removes zero-width characters', () => {
    expect(normalize('  a\u200b b\r\n\tc\u00a0\ufeffd\u00ad ')).toBe('a b c d')
  })

  it('keeps the two Chinese scripts apart', () => {
    expect(normalize('國')).not.toBe(normalize('国'))
  })
})

describe('matchKey', () => {
  it('folds Traditional and Simplified together', () => {
    expect(matchKey('後臺資料庫說明')).toBe(matchKey('后台资料库说明'))
  })

  it('drops punctuation, and spaces beside Chinese', () => {
    expect(matchKey('「特休」為 7 天。')).toBe('特休为7天')
    expect(matchKey('Well-known, "quoted" words!')).toBe('well known quoted words')
  })

  it('treats straight and curly apostrophes alike', () => {
    expect(matchKey("I don't know.")).toBe(matchKey('I don’t know'))
  })

  it('keeps what changes a number: decimal point, sign, per cent', () => {
    expect(sameText('3.5 元', '35 元')).toBe(false)
    expect(sameText('-5 度', '5 度')).toBe(false)
    expect(sameText('5%', '5')).toBe(false)
    expect(sameText('－５％', '-5%')).toBe(true)
  })

  it('reads 1,000 and 1000 as the same number, but not 1,5 and 15', () => {
    expect(sameText('1,000,000 元', '1000000元')).toBe(true)
    expect(sameText('1,5', '15')).toBe(false)
  })

  it('tells C, C++ and C# apart', () => {
    expect(new Set(['C', 'C++', 'C#'].map(matchKey)).size).toBe(3)
  })
})

describe('sameText', () => {
  it('compares texts of punctuation alone as they are', () => {
    expect(sameText('!', '?')).toBe(false)
    expect(sameText('！', '!')).toBe(true)
  })
})

describe('isBlank', () => {
  it('is true for nothing, white space, zero-width and control characters', () => {
    for (const text of ['', ' \n\t', '\u3000', '\u200b\ufeff', '\u0000']) expect(isBlank(text)).toBe(true)
  })

  it('is false for anything that can be seen', () => {
    for (const text of ['.', '0', '無', '\ufffd', '👍']) expect(isBlank(text)).toBe(false)
  })
})

describe('the table of character pairs', () => {
  it('holds whole pairs, each Traditional character once, and folding is final', () => {
    expect(HAN_PAIRS.length % 2).toBe(0)
    const traditional = [...HAN_PAIRS].filter((_character, index) => index % 2 === 0)
    expect(new Set(traditional).size).toBe(traditional.length)
    expect(foldHan(foldHan(HAN_PAIRS))).toBe(foldHan(HAN_PAIRS))
    expect(foldHan(HAN_PAIRS)).toHaveLength(HAN_PAIRS.length)
  })

  it('folds every Traditional character to its partner', () => {
    for (let at = 0; at < HAN_PAIRS.length; at += 2)
      expect(foldHan(HAN_PAIRS.charAt(at))).toBe(HAN_PAIRS.charAt(at + 1))
  })

  it('calls a character exclusive to a script only when the other script does not use it', () => {
    expect([...'們國說'].map((character) => scriptOf(character.charCodeAt(0)))).toEqual(['hant', 'hant', 'hant'])
    expect([...'们国说'].map((character) => scriptOf(character.charCodeAt(0)))).toEqual(['hans', 'hans', 'hans'])
    for (const shared of '后里面干只台云著乾天') expect(scriptOf(shared.charCodeAt(0))).toBeUndefined()
  })

  it('folds long texts in pieces without loss', () => {
    const text = 'a國'.repeat(20_000)
    expect(foldHan(text)).toBe('a国'.repeat(20_000))
  })
})

describe('replaceRadicals', () => {
  it('changes nothing but radicals', () => {
    expect(replaceRadicals('見 abc 戶 🙂')).toBe('見 abc 戶 🙂')
  })
})
