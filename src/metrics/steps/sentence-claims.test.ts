import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sentenceClaims } from './sentence-claims.ts'

const claims = (text: string, user_input = 'When does the lift open?') => sentenceClaims(text, { user_input })

describe('sentenceClaims', () => {
  it('gives the sentences of a text, in Chinese too, with decimals whole', () => {
    expect(claims('The lift opens at seven. The hall closes at nine')).toEqual([
      'The lift opens at seven.',
      'The hall closes at nine',
    ])
    expect(claims('退款在七个工作日内到账。手续费是3.5元！')).toEqual(['退款在七个工作日内到账。', '手续费是3.5元！'])
  })

  it('leaves out marks of lists, emphasis and citations, code, courtesy, questions and sources', () => {
    const text =
      'Sure! Here is the code:\n```\nlift.open(7)\n```\n1. **Open** the valve before the start [2].\nIs that clear?\n\n## Sources\n- lift.md is a file'
    expect(claims(text)).toEqual(['Open the valve before the start.'])
  })

  it('shows a sentence that leans on another with the last one that stands alone', () => {
    expect(claims('The lift opens at seven. It is free. However, it stays closed on Monday.')).toEqual([
      'The lift opens at seven.',
      'The lift opens at seven. It is free.',
      'The lift opens at seven. However, it stays closed on Monday.',
    ])
    expect(claims('新人滿六個月有 3 天特休。該假可以遞延一年。其實不可以報帳。此外要先申請假單。')).toEqual([
      '新人滿六個月有 3 天特休。',
      '新人滿六個月有 3 天特休。該假可以遞延一年。',
      '其實不可以報帳。',
      '此外要先申請假單。',
    ])
  })

  it('shows a first sentence that leans with the question', () => {
    expect(claims('It opens at seven.')).toEqual(['When does the lift open? It opens at seven.'])
  })

  it('leaves out addresses of links, and what only says where to read on, when there are other claims', () => {
    const more = 'For more information, see the documentation: [Opening hours](https://example.org/hours).'
    expect(
      claims(
        `The [lift](https://example.org/lift) opens at seven.\n\n- [Opening hours](https://example.org/hours)\n\n${more}`,
      ),
    ).toEqual(['The lift opens at seven.'])
    expect(claims('電梯七點開放。更多資訊請參閱官方網站說明頁。')).toEqual(['電梯七點開放。'])
    expect(claims('电梯七点开放。如需更多信息，请参阅操作手册。')).toEqual(['电梯七点开放。'])
    expect(claims(more)).toEqual(['For more information, see the documentation: Opening hours.'])
    expect(claims('For more than ten years the lift opened at seven.')).toHaveLength(1)
    expect(claims('See the lift go up at seven in the morning.')).toHaveLength(1)
  })

  it('shows short list items with their lead-in, and nothing else with a list', () => {
    expect(claims('The opening hours are:\n- Monday: 7 to 9\n- Tuesday: closed\nThis holds all year.')).toEqual([
      'The opening hours are: Monday: 7 to 9',
      'The opening hours are: Tuesday: closed',
      'When does the lift open? This holds all year.',
    ])
    expect(claims('特休如下：\n1. 滿六個月：3天\n2. 滿一年：7天')).toEqual([
      '特休如下：滿六個月：3天',
      '特休如下：滿一年：7天',
    ])
  })

  it('drops what is shorter than a claim beside claims, and shows it with the question when it is all there is', () => {
    expect(claims('Very nice. The lift opens at seven.')).toEqual(['The lift opens at seven.'])
    expect(claims('Two years.', 'How long is the warranty?')).toEqual(['How long is the warranty? Two years.'])
    expect(claims('3.5 euro', 'How much?')).toEqual(['How much? 3.5 euro'])
    expect(claims('Yes.', 'Is there a lift?')).toEqual(['Is there a lift? Yes.'])
    expect(claims('五味子', '哪種藥材？')).toEqual(['哪種藥材？五味子'])
  })

  it('finds none in refusals, courtesy and blank text', () => {
    const none = [
      '',
      ' \n',
      'Hello! How can I help you?',
      'Thanks for asking!',
      'I could not find that in the documents.',
    ]
    for (const text of none) expect([text, claims(text)]).toEqual([text, []])
  })

  it('leaves out sentences that hold a listed phrase', () => {
    const found = sentenceClaims('Ask Bob at the desk. The lift opens at seven.', {
      user_input: 'q',
      phrases: ['ask bob'],
    })
    expect(found).toEqual(['The lift opens at seven.'])
  })

  it('never throws, and no claim is blank', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, user_input) => {
        for (const claim of sentenceClaims(text, { user_input })) expect(claim.trim()).not.toBe('')
      }),
    )
  })
})
