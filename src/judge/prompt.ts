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

/** The messages that are sent for a prompt: data is inserted as it is, and no block can be closed by its content. */
export function renderPrompt(prompt: Prompt | string): Message[] {
  if (typeof prompt === 'string') return [{ role: 'user', content: prompt }]
  const blocks = prompt.blocks.map(({ label, text, id }) => `${id === undefined ? label : `${label} ${id}`}: ${text}`)
  return [
    { role: 'system', content: prompt.instructions },
    { role: 'user', content: [...blocks, prompt.task].join('\n') },
  ]
}
