import type { Message } from '../core/exchange.ts'

/** A piece of material to be judged. `label` names its kind in the language of the prompt, for example `Passage`. */
export interface Block {
  label: string
  text: string
  /** Shown with the label, so that a reply can name the block. */
  id?: string
}

/**
 * A prompt in the order in which its parts change: fixed instructions with examples, then the material, then the task in one
 * line. Servers that keep prefixes read only what is new.
 */
export interface Prompt {
  /** Fixed text without any data in it. */
  instructions: string
  blocks: readonly Block[]
  /** The one thing that is asked now. */
  task: string
}

/** Whatever a model may take for the end of a line. */
const LINE_BREAK = /[\n\r\v\f\u0085\u2028\u2029]/
const FENCE_RUNS = />{3,}/g
const HAN = /\p{sc=Han}/u
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/**
 * One block. A text of one line stands behind its label and ends with the line; a text of several lines stands between two
 * fences, and the closing one is longer than any run of `>` in the text. So no text can end its block, and none is changed.
 */
function renderBlock({ label, text, id }: Block): string {
  const head = id === undefined ? label : `${label} ${id}`
  if (!LINE_BREAK.test(text)) return `${head}${HAN.test(label) ? '：' : ': '}${text}`
  const longest = Math.max(2, ...Array.from(text.matchAll(FENCE_RUNS), ([run]) => run.length))
  return `${head} ${'<'.repeat(longest + 1)}\n${text}\n${'>'.repeat(longest + 1)}`
}

/** Half of a surrogate pair stands for no character and cannot be sent: U+FFFD takes its place. */
const message = (role: 'system' | 'user', content: string): Message => ({ role, content: content.toWellFormed() })

/**
 * The messages that are sent for a prompt: the instructions as system text, then blocks and task. Data is inserted as it is,
 * character by character, except for unpaired surrogates (see {@link unpairedSurrogates}).
 */
export function renderPrompt(prompt: Prompt | string): Message[] {
  if (typeof prompt === 'string') return [message('user', prompt)]
  return [
    message('system', prompt.instructions),
    message('user', [...prompt.blocks.map(renderBlock), prompt.task].join('\n')),
  ]
}

/** How many unpaired surrogates of a prompt {@link renderPrompt} replaces. */
export function unpairedSurrogates(prompt: Prompt | string): number {
  const texts = typeof prompt === 'string' ? [prompt] : [prompt.instructions, ...prompt.blocks.map(({ text }) => text)]
  return texts.reduce((sum, text) => sum + (text.isWellFormed() ? 0 : (text.match(LONE_SURROGATE)?.length ?? 0)), 0)
}
