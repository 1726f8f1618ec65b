import type { VerdictQuestion } from '../judge.ts'

export type Colour = 'warm' | 'cold'

/** A closed question about colours; `about` stands in the fixed part. */
export function colours(
  items: readonly string[],
  extra: Partial<VerdictQuestion<Colour>> = {},
): VerdictQuestion<Colour> {
  return {
    step: 'colours',
    classes: ['warm', 'cold'],
    words: { warm: 'yes', cold: 'no' },
    items: items.map((text, index) => ({ id: String(index + 1), text })),
    single: (item, words) => ({
      instructions: `Is the colour warm? ${words.warm} or ${words.cold}`,
      blocks: [{ label: 'Colour', text: item.text }],
      task: '->',
    }),
    batched: (group) => ({
      instructions: 'Which colours are warm?',
      blocks: group.map(({ id, text }) => ({ label: 'Colour', id, text })),
      task: 'Judge every colour.',
    }),
    typical: 'warm',
    ...extra,
  }
}
