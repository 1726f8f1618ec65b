import { describe, expect, it } from 'vitest'
import { citationMarkers, stripCitations } from './citations.ts'
import { claimSentences, claimSpans } from './claims.ts'

const found = (text: string, options = {}) =>
  citationMarkers(text, options).map(({ text: marker, numbers }) => [marker, numbers])

describe('citationMarkers', () => {
  it.each([
    ['days [1].', [['[1]', [1]]]],
    [
      'days[1][2].',
      [
        ['[1]', [1]],
        ['[2]', [2]],
      ],
    ],
    [
      'days [1, 3] or [2-4]',
      [
        ['[1, 3]', [1, 3]],
        ['[2-4]', [2, 3, 4]],
      ],
    ],
    [
      '見【1】與【2†leave.md】',
      [
        ['【1】', [1]],
        ['【2†leave.md】', [2]],
      ],
    ],
    [
      'three days (1), seven (2).',
      [
        ['(1)', [1]],
        ['(2)', [2]],
      ],
    ],
    [
      '特休三天（1），滿一年七天（２）。',
      [
        ['（1）', [1]],
        ['（２）', [2]],
      ],
    ],
    [
      '見［１］、[１、２]。',
      [
        ['［１］', [1]],
        ['[１、２]', [1, 2]],
      ],
    ],
    ['see[^7]', [['[^7]', [7]]]],
    ['[3] answers it', [['[3]', [3]]]],
    [
      '特休三天。（1）滿一年七天。（2）',
      [
        ['（1）', [1]],
        ['（2）', [2]],
      ],
    ],
    [
      'in 2020[1] and vitamin C[2]',
      [
        ['[1]', [1]],
        ['[2]', [2]],
      ],
    ],
  ])('finds the markers of %s', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  it.each([
    'founded (2024)',
    '[text](http://a.b) and [1](http://a.b)',
    'a[1] and x1[2] and foo_bar[3] and arr[4]',
    'use `list [1]` or\n```\nprint(x) [2]\n```',
    '(1) first\n  (2) second\n- (3) third',
    '步驟：（1）打開；（2）關機。',
    'Steps: (1) open; (2) close.',
    'f(1) and Section 3(1) and 第（1）項 and Table (1).',
    '[1]: http://a.b\n[^2]: a note',
    '[name][1]',
    '[0] [1000] [3-1] [1-900] [a]',
    '[name] [1 [２a]',
  ])('finds none in %s', (text) => {
    expect(found(text)).toEqual([])
  })

  it('finds only the styles asked for', () => {
    expect(found('a [1] b 【2】 c (3).', { styles: ['【n】'] })).toEqual([['【2】', [2]]])
    expect(found('a [1]', { styles: [] })).toEqual([])
  })

  it('follows the pattern of the user, alone or beside styles', () => {
    const pattern = '\\{ref:(\\d+)\\}'
    expect(found('a {ref:12} b [1]', { pattern })).toEqual([['{ref:12}', [12]]])
    expect(found('a {ref:12} b [1]', { pattern, styles: ['[n]'] })).toEqual([
      ['{ref:12}', [12]],
      ['[1]', [1]],
    ])
  })

  it('takes no number that is too large to count on from', () => {
    expect(found('a {ref:99999999999999999999} b', { pattern: '\\{ref:(\\d+)\\}' })).toEqual([])
  })

  it.each([
    ['(', 'is not a regular expression'],
    ['\\d+', 'exactly one group'],
    ['(a)(b)', 'exactly one group'],
  ])('refuses the pattern %s in words', (pattern, words) => {
    expect(() => citationMarkers('x', { pattern })).toThrow(words)
  })

  it('gives places in the text', () => {
    const text = '甲 [1] 乙【2】'
    for (const { text: marker, start, end } of citationMarkers(text)) expect(text.slice(start, end)).toBe(marker)
  })
})

describe('stripCitations', () => {
  it('takes the markers out with the blank before them', () => {
    expect(stripCitations('Leave is 3 days [1]. After 7 days[2][3], ok【1】。end [4]')).toBe(
      'Leave is 3 days. After 7 days, ok。end',
    )
    expect(stripCitations('a [1] b')).toBe('a b')
  })

  it('changes nothing without markers', () => {
    expect(stripCitations('in (2024) f(1)')).toBe('in (2024) f(1)')
  })
})

describe('claimSentences', () => {
  it('leaves out greetings, headings, lead-ins, questions, refusals, markers alone, code and source lists', () => {
    const response = [
      '您好！',
      '## 特休規定',
      '特休有三天 [1]。滿一年七天。[2]',
      '以下是步驟：',
      '- 填表 [1]',
      '需要其他協助嗎？',
      '手冊沒有提到遞延。',
      '[3]',
      '如有其他問題，歡迎再問。',
      '```',
      'x = 1',
      '```',
      '**參考資料**',
      '[1] leave.md',
    ].join('\n')
    expect(claimSentences(response)).toEqual(['特休有三天 [1]。', '滿一年七天。[2]', '- 填表 [1]'])
  })

  it('works in English', () => {
    const response =
      'Sure! Here is the answer:\n\nEmployees get 7 days [1]. I could not find the rest. Is that all? You cannot carry it over (2). Let me know if you need more.'
    expect(claimSentences(response)).toEqual(['Employees get 7 days [1].', 'You cannot carry it over (2).'])
  })

  it('keeps a sentence that refuses one thing and states another', () => {
    expect(claimSentences('特休有七天 [1]，但手冊沒有提到遞延。')).toHaveLength(1)
  })

  it("leaves out the system's own refusals", () => {
    expect(claimSentences('特休有七天。此題恕難奉陪。', { phrases: ['此題恕難奉陪'] })).toEqual(['特休有七天。'])
  })

  it('gives places in the text', () => {
    const text = 'Hello!\nLeave is 7 days [1].'
    expect(claimSpans(text)).toEqual([{ text: 'Leave is 7 days [1].', start: 7, end: 27 }])
  })
})
