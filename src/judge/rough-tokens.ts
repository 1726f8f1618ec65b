import { countText } from './token-count.ts'

/** Tokens of a text by its scripts alone, when nothing is known of the model; at least 1. */
export function roughTokens(text: string): number {
  const { latin, digits, han, kana, other } = countText(text)
  return Math.max(1, Math.round(latin + digits + han + kana + other))
}
