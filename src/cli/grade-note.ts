import stringWidth from 'string-width'
import { visibleText } from '../report/visible-text.ts'
import type { Key, KeyQueue } from './grade-key-queue.ts'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const PROMPT = '> '

/**
 * A line that is typed key by key, beginning with what is there. Enter ends it; Escape, Ctrl-C and the end of the input leave it
 * (undefined). Of a line that is wider than the terminal the end is shown.
 */
export async function typeNote(
  keys: Pick<KeyQueue, 'next'>,
  screen: { show(text: string): void; readonly width: number },
  before: string,
): Promise<string | undefined> {
  let typed = before
  for (;;) {
    screen.show(`\r\x1b[K${PROMPT}${endOf(typed, screen.width - PROMPT.length - 1)}`)
    const key = await keys.next()
    if (key === undefined || key.name === 'escape' || (key.ctrl && (key.name === 'c' || key.name === 'd'))) {
      screen.show('\n')
      return undefined
    }
    if (key.name === 'return' || key.name === 'enter') {
      screen.show('\n')
      return typed
    }
    typed = withKey(typed, key)
  }
}

/** The line after a key. */
function withKey(typed: string, { text, name, ctrl }: Key): string {
  if (name === 'backspace')
    return [...segmenter.segment(typed)].slice(0, -1).reduce((all, one) => all + one.segment, '')
  if (ctrl) return name === 'u' ? '' : typed
  if (name === 'paste') return typed + (typed === '' || typed.endsWith(' ') ? visibleText(text) : keepSpace(text))
  return text === ' ' || (text !== '' && visibleText(text) === text) ? typed + text : typed
}

function keepSpace(text: string): string {
  return (/^\s/u.test(text) ? ' ' : '') + visibleText(text)
}

/** The end of a text that fits into `width` columns. */
function endOf(text: string, width: number): string {
  const shown: string[] = []
  let used = 0
  for (const { segment } of [...segmenter.segment(text)].reverse()) {
    used += stringWidth(segment)
    if (used > width) break
    shown.unshift(segment)
  }
  return shown.join('')
}
