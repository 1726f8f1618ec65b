const NAMES = 'think|thinking|thought|thoughts|thought_process|reasoning|reflection|analysis|scratchpad|seed:think'
const OPENING = `<(?:${NAMES})>|\\[THINK\\]|◁think▷|<\\|START_THINKING\\|>|<\\|channel\\|>analysis<\\|message\\|>`
const CLOSING = `</(?:${NAMES})>|\\[/THINK\\]|◁/think▷|<\\|END_THINKING\\|>|<\\|channel\\|>final<\\|message\\|>`

/** The characters that a tag of a reasoning block can begin with. */
export const TAG_BEGINS = '<[◁'

const opening = new RegExp(OPENING, 'iy')
const closing = new RegExp(CLOSING, 'iy')

/** The opening or closing tag of a reasoning block that stands at `at`. */
export function reasoningTagAt(text: string, at: number): { opens: boolean; end: number } | undefined {
  if (text.charCodeAt(at) === 0x5b && !'/tT'.includes(text[at + 1] ?? ' ')) return undefined
  for (const [tag, opens] of [[opening, true] as const, [closing, false] as const]) {
    tag.lastIndex = at
    if (tag.test(text)) return { opens, end: tag.lastIndex }
  }
  return undefined
}

/** Where the first closing tag from `from` on ends; undefined when there is none. */
export function reasoningEnd(text: string, from: number): number | undefined {
  const tag = new RegExp(CLOSING, 'gi')
  tag.lastIndex = from
  return tag.test(text) ? tag.lastIndex : undefined
}

const END_TOKEN = /^(?:<\|[\w ]{1,40}\|>|<\/s>|<end_of_turn>|<eos>)$/

/** The text without white space, byte order mark and the end marks that some servers leave in (`<|im_end|>`, `</s>`). */
export function withoutEndMarks(text: string): string {
  let rest = text.replace(/^\ufeff/, '').trimEnd()
  for (;;) {
    const from = rest.endsWith('>') ? rest.lastIndexOf('<', rest.length - 2) : -1
    if (from < 0 || !END_TOKEN.test(rest.slice(Math.max(from, rest.length - 50)))) return rest
    rest = rest.slice(0, from).trimEnd()
  }
}

/**
 * What is left of a reply that holds no JSON when its reasoning is dropped: blocks with both tags, everything before a closing
 * tag without an opening one, everything after an opening tag without a closing one.
 */
export function withoutReasoning(text: string): string {
  const tag = new RegExp(`${OPENING}|${CLOSING}`, 'gi')
  let kept = ''
  let from = 0
  for (let found = tag.exec(text); found !== null; found = tag.exec(text)) {
    if (reasoningTagAt(text, found.index)?.opens === true) {
      kept += text.slice(from, found.index)
      const end = reasoningEnd(text, tag.lastIndex)
      if (end === undefined) return kept
      tag.lastIndex = end
    } else {
      kept = ''
    }
    from = tag.lastIndex
  }
  return kept + text.slice(from)
}
