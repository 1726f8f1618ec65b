import { describe, expect, it } from 'vitest'
import { quotedSpans } from './quotes.ts'

const texts = (text: string) => quotedSpans(text).map((span) => span.text)

describe('quotedSpans', () => {
  it.each([
    ['他說「你好」，又說『再見』。', ['你好', '再見']],
    ['He said "foo" and “bar baz” and «qux» and ‘one’.', ['foo', 'bar baz', 'qux', 'one']],
    ["He said 'no way' twice.", ['no way']],
    ['他說"好的"，"不行"。', ['好的', '不行']],
    ['他说‘好的’了', ['好的']],
    ['„Guten Tag“ sagt er', ['Guten Tag']],
  ])('finds the quotations of %s', (text, expected) => {
    expect(texts(text)).toEqual(expected)
  })

  it.each([
    "don't",
    "the students' room",
    '’tis the season',
    "'tis the boys' turn",
    "rock 'n' roll",
    "the '90s",
    'l’eau',
    "5'10 and 6'2",
  ])('takes the apostrophe of %s for no quote', (text) => {
    expect(texts(text)).toEqual([])
  })

  it('keeps apostrophes inside a quotation', () => {
    expect(texts('‘don’t do it’ and "it\'s fine"')).toEqual(['don’t do it', "it's fine"])
  })

  it('takes inches for no quote', () => {
    expect(texts('a 5" pipe and "a quote"')).toEqual(['a quote'])
  })

  it('leaves out quotations below two characters', () => {
    expect(texts('「甲」和「甲乙」 "a" "ab"')).toEqual(['甲乙', 'ab'])
  })

  it('gives the outermost quotation of nested ones', () => {
    expect(texts('「他說『不行』就走了」')).toEqual(['他說『不行』就走了'])
    expect(texts('"He said \'no way\' twice."')).toEqual(["He said 'no way' twice."])
  })

  it('lets an unbalanced mark swallow nothing', () => {
    expect(texts('「沒有關 然後「有關」完')).toEqual(['有關'])
    expect(texts('He said "foo and "bar" there')).toEqual(['bar'])
    expect(texts('“unclosed\n\nnext “closed one”')).toEqual(['closed one'])
    expect(texts('」先關')).toEqual([])
  })

  it('gives places in the text', () => {
    const text = '甲「 乙丙 」丁'
    for (const { text: quoted, start, end } of quotedSpans(text)) expect(text.slice(start, end)).toBe(quoted)
    expect(quotedSpans(text)).toEqual([{ text: '乙丙', start: 3, end: 5 }])
  })
})
