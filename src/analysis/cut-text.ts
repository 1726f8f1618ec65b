/** The longest text that a report keeps of a listed case, in UTF-16 units. */
const MOST_TEXT = 2000

/** The beginning of a text, cut between characters and marked with `...` when something is left out. */
export function cutText(text: string, most = MOST_TEXT): string {
  if (text.length <= most) return text
  return `${text.slice(0, most - 3).replace(/[\ud800-\udbff]$/u, '')}...`
}
