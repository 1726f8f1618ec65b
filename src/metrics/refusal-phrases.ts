import { z } from 'zod'

/** Option of the metrics that tell refusals apart: further phrases of refusing, beside the built-in ones and the configuration's. */
export const phrases = z.array(z.string().min(1)).default([])

/** The phrases of the configuration and those of the metric's options, together. The list stays the same object when there is only one source. */
export function phrasesOf(context: {
  refusalPhrases: readonly string[]
  options: { phrases: readonly string[] }
}): readonly string[] {
  const { refusalPhrases, options } = context
  if (options.phrases.length === 0) return refusalPhrases
  return refusalPhrases.length === 0 ? options.phrases : [...refusalPhrases, ...options.phrases]
}
