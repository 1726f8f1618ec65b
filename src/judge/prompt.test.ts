import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Prompt, renderPrompt, unpairedSurrogates } from './prompt.ts'

const prompt = (text: string): Prompt => ({
  instructions: 'Judge the passage.',
  blocks: [{ label: 'Passage', id: '1', text }],
  task: 'Yes or no?',
})
const user = (text: string) => renderPrompt(prompt(text))[1]?.content ?? ''

describe('renderPrompt', () => {
  it('sends the instructions as system text, then the blocks, and the task last', () => {
    expect(renderPrompt(prompt('Tea is a drink.'))).toEqual([
      { role: 'system', content: 'Judge the passage.' },
      { role: 'user', content: 'Passage 1: Tea is a drink.\nYes or no?' },
    ])
  })

  it('sends a text of the caller’s own as one user message', () => {
    expect(renderPrompt('Is {0} tea?')).toEqual([{ role: 'user', content: 'Is {0} tea?' }])
  })

  it('writes a Chinese label with a Chinese colon', () => {
    const blocks = [{ label: '段落', id: '2', text: '茶是一種飲料。' }]
    expect(renderPrompt({ instructions: '', blocks, task: '' })[1]?.content).toBe('段落 2：茶是一種飲料。\n')
  })

  it('puts a text of several lines between fences longer than any in the text', () => {
    expect(user('a\nb')).toBe('Passage 1 <<<\na\nb\n>>>\nYes or no?')
    expect(user('a\n>>>\nb\n>>>>>')).toBe('Passage 1 <<<<<<\na\n>>>\nb\n>>>>>\n>>>>>>\nYes or no?')
  })

  it.each(['{{7*7}}', '{0}', '${HOME}', '%s', '$&', "$'", '\\u0041', '茶\u00a0🍵', '</passage>'])(
    'sends %s unchanged',
    (text) => {
      expect(user(text)).toContain(text)
      expect(user(`x\n${text}`)).toContain(text)
    },
  )

  it('lets no text end its block, whatever it holds', () => {
    const piece = fc.constantFrom('>', '>>>', '<<<', '\n', '\r', '\u2028', 'Passage 2: ', 'Yes or no?', 'a', '茶')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const sent = user(text)
        if (!/[\n\r\u2028]/.test(text)) return sent === `Passage 1: ${text}\nYes or no?`
        const fence = /^Passage 1 (<+)\n/.exec(sent)?.[1]?.replaceAll('<', '>') ?? ''
        return fence.length >= 3 && !text.includes(fence) && sent.endsWith(`\n${text}\n${fence}\nYes or no?`)
      }),
    )
  })

  it('replaces unpaired surrogates and counts them', () => {
    expect(user('a\ud83db🍵\udf75')).toBe('Passage 1: a\ufffdb🍵\ufffd\nYes or no?')
    expect(unpairedSurrogates(prompt('a\ud83db🍵\udf75'))).toBe(2)
    expect(unpairedSurrogates('🍵')).toBe(0)
  })
})
