import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sentenceSpans, sentences } from './sentences.ts'

const FAULTS = join(import.meta.dirname, '../../../shared/cases/reported-faults.jsonl')

describe('sentences in Chinese and Japanese', () => {
  it.skipIf(!existsSync(FAULTS))(
    'splits the reported case bl-21 at full-width stops and not at the decimal point',
    () => {
      const cases = readFileSync(FAULTS, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
      const reported = cases.find(({ id }) => id === 'bl-21')
      expect(sentences(reported.input.rows[0].response)).toEqual(reported.expected.segments)
    },
  )

  it.each([
    ['一。二！三？四；五', ['一。', '二！', '三？', '四；', '五']],
    ['第一行\n第二行\r\n第三行', ['第一行', '第二行', '第三行']],
    ['最後一句沒有句號', ['最後一句沒有句號']],
    ['他說：「你好！」然後走了。', ['他說：「你好！」', '然後走了。']],
    ['（例如病假。）其他假別另計。', ['（例如病假。）', '其他假別另計。']],
    ['真的嗎？！是的。', ['真的嗎？！', '是的。']],
    ['這是重點……然後結束。', ['這是重點……然後結束。']],
    ['手續費為３．５元。共1,000元。', ['手續費為３．５元。', '共1,000元。']],
    ['什么?我不知道.然后', ['什么?', '我不知道.', '然后']],
    ['他走了。"我也走。"他說。', ['他走了。', '"我也走。"', '他說。']],
    ['第一句。**重點**：第二。', ['第一句。', '**重點**：第二。']],
    ['日本語です。「はい。」と言った。', ['日本語です。', '「はい。」', 'と言った。']],
    ['請至 example.com 申請。', ['請至 example.com 申請。']],
  ])('%s', (text, expected) => {
    expect(sentences(text)).toEqual(expected)
  })
})

describe('sentences in English', () => {
  it.each([
    ['It costs 3.5 dollars. See example.com. Right?', ['It costs 3.5 dollars.', 'See example.com.', 'Right?']],
    ['Ask Mr. Smith, e.g. today, i.e. now. Then go.', ['Ask Mr. Smith, e.g. today, i.e. now.', 'Then go.']],
    [
      'He joined the U.S. Army. She left the U.S. The end.',
      ['He joined the U.S. Army.', 'She left the U.S.', 'The end.'],
    ],
    ['1. First item. It is good.\n2. Second item', ['1. First item.', 'It is good.', '2. Second item']],
    [
      'Wait... what? And so on... I guess. Hmm... Then he left.',
      ['Wait... what?', 'And so on... I guess.', 'Hmm...', 'Then he left.'],
    ],
    ['He said "Stop." Then he left.', ['He said "Stop."', 'Then he left.']],
    ['"Help!" he cried. (He left.) Next.', ['"Help!" he cried.', '(He left.)', 'Next.']],
    ['Version v1.2.3 came at 3 p.m. yesterday. Good.', ['Version v1.2.3 came at 3 p.m. yesterday.', 'Good.']],
    ['See No. 5 of the list. No. Not at all.', ['See No. 5 of the list.', 'No.', 'Not at all.']],
    [
      'Dr. A. B. Smith et al. (2020) found it. Take vitamin C. The rest is fine.',
      ['Dr. A. B. Smith et al. (2020) found it.', 'Take vitamin C.', 'The rest is fine.'],
    ],
    ['Visit https://a.b/c?d=e. Bye! OK', ['Visit https://a.b/c?d=e.', 'Bye!', 'OK']],
    ['It ended in 1990. The year was good.', ['It ended in 1990.', 'The year was good.']],
    ['**Bold.** Next (e.g.) one.', ['**Bold.**', 'Next (e.g.) one.']],
    [
      'Apple Inc. is big. I like Apple Inc. The company grows.',
      ['Apple Inc. is big.', 'I like Apple Inc.', 'The company grows.'],
    ],
  ])('%s', (text, expected) => {
    expect(sentences(text)).toEqual(expected)
  })
})

describe('citation markers after the stop', () => {
  it.each([
    [
      'Leave is 3 days. [1] After a year 7 days.[2][3] End [4].',
      ['Leave is 3 days. [1]', 'After a year 7 days.[2][3]', 'End [4].'],
    ],
    ['特休三天。[1]滿一年七天。【2】結束', ['特休三天。[1]', '滿一年七天。【2】', '結束']],
    ['見公告。【3†leave.md】完。', ['見公告。【3†leave.md】', '完。']],
    ['特休三天。（1）滿一年七天。（2）', ['特休三天。（1）', '滿一年七天。（2）']],
    ['步驟如下。（1）打開。（2）關機。', ['步驟如下。', '（1）打開。', '（2）關機。']],
    ['Read this. [more](http://a.b) Now.', ['Read this.', '[more](http://a.b) Now.']],
  ])('%s', (text, expected) => {
    expect(sentences(text)).toEqual(expected)
  })
})

describe('sentenceSpans', () => {
  it('gives the place of every sentence without the white space around it', () => {
    const text = '  第一句。 \n\n  Second one.  '
    expect(sentenceSpans(text)).toEqual([
      { text: '第一句。', start: 2, end: 6 },
      { text: 'Second one.', start: 11, end: 22 },
    ])
  })

  it('has none for blank text', () => {
    expect(sentenceSpans(' \n\t\u3000')).toEqual([])
  })
})
