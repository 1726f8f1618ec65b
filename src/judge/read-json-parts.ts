import { type JsonProblem, type ParsedJson, parseJsonAt, pastComments, type Repair } from './read-json-value.ts'
import { reasoningEnd, reasoningTagAt, TAG_BEGINS, withoutEndMarks } from './read-reasoning.ts'

/** One whole JSON value of a reply. */
export interface JsonPart {
  value: unknown
  repairs: readonly Repair[]
  /** Stands in a code fence on lines of its own. */
  fenced: boolean
  /** Stands by itself: what comes before it on its line is closed by a stop or colon, and nothing follows it there. */
  alone: boolean
}

/** What a reply consists of, its reasoning left out. */
export interface ReplyParts {
  values: JsonPart[]
  /** What stands around the values. */
  prose: string
  /** Something that begins like JSON and is not, or is cut off. `firm`: it stands where an answer would. */
  broken?: { detail: string; firm: boolean }
  /** One object that says two things. */
  conflict?: string
  /** Nothing follows the reasoning, or it has no end. */
  onlyReasoning: boolean
}

/** How often a reply may begin like JSON and turn out not to be; bounds the time that a hostile reply costs. */
const MOST_TRIES = 8
/** Prose is looked at for a refusal only, which stands at its beginning. */
const MOST_PROSE = 8_000
const TOO_MUCH = { ok: false, problem: 'broken', detail: 'too much of the reply begins like JSON and is not' } as const
const STOPS = '\n\r.!:。！：'

interface Scan extends ReplyParts {
  readonly text: string
  at: number
  /** From where on the text is prose that was not kept yet. */
  proseFrom: number
  /** End of the last value, or of the reasoning: what follows begins afresh. */
  freshFrom: number
  tries: number
  /** Brackets of the prose that are open: what stands inside is no answer. */
  open: number
  noMoreFences: boolean
}

function keepProse(scan: Scan, to: number): void {
  if (scan.prose.length < MOST_PROSE) scan.prose += `${scan.text.slice(scan.proseFrom, to).slice(0, MOST_PROSE)}\n`
}

function pastSpaces(text: string, from: number, blanks = ' \t'): number {
  let at = from
  while (at < text.length && blanks.includes(text.charAt(at))) at += 1
  return at
}

function lineEnds(text: string, at: number): boolean {
  return at >= text.length || text[at] === '\n' || text[at] === '\r'
}

/** The last character before `at` that is no blank, on its line; a line break when there is none. */
function before(scan: Scan, from: number): string {
  let at = from - 1
  while (at >= scan.freshFrom && (scan.text[at] === ' ' || scan.text[at] === '\t')) at -= 1
  return at < scan.freshFrom ? '\n' : scan.text.charAt(at)
}

function addValue(scan: Scan, part: JsonPart, from: number, end: number): void {
  keepProse(scan, from)
  scan.values.push(part)
  scan.at = scan.proseFrom = scan.freshFrom = end
}

function breakOff(scan: Scan, problem: JsonProblem, detail: string, firm: boolean): void {
  scan.tries += 1
  if (problem === 'conflict') scan.conflict ??= detail
  else if (scan.broken === undefined || (firm && !scan.broken.firm)) scan.broken = { detail, firm }
  scan.at += 1
}

/** Reads the rest of the reply as one JSON value and nothing else. */
function readWhole(scan: Scan): boolean {
  const { text } = scan
  const { at } = pastComments(text, scan.at)
  if (at >= text.length || !'{["-0123456789tfn'.includes(text.charAt(at))) return false
  const parsed = parseJsonAt(text, scan.at)
  if (!parsed.ok) {
    scan.tries += 1
    return false
  }
  const rest = pastComments(text, parsed.end)
  if (rest.at < text.length) return false
  const repairs = withComment(parsed.repairs, rest)
  addValue(scan, { value: parsed.value, repairs, fenced: false, alone: true }, scan.at, text.length)
  return true
}

function withComment(repairs: Repair[], { comment }: { comment: boolean }): Repair[] {
  return comment && !repairs.includes('comment') ? [...repairs, 'comment'] : repairs
}

/** Everything so far was reasoning. */
function forget(scan: Scan, end: number): void {
  scan.values = []
  scan.prose = ''
  delete scan.broken
  delete scan.conflict
  scan.open = 0
  scan.at = scan.proseFrom = scan.freshFrom = end
  scan.onlyReasoning = true
  if (scan.tries < MOST_TRIES) readWhole(scan)
}

function readTag(scan: Scan, tag: { opens: boolean; end: number }): void {
  const end = tag.opens ? reasoningEnd(scan.text, tag.end) : tag.end
  const leads = !tag.opens || pastSpaces(scan.text, 0, ' \t\r\n') === scan.at
  if (leads && end !== undefined) {
    forget(scan, end)
    return
  }
  keepProse(scan, scan.at)
  scan.onlyReasoning = true
  scan.at = scan.proseFrom = scan.freshFrom = end ?? scan.text.length
}

const FENCE_LANGUAGE = /[ \t]*([\w+.-]{0,40})[ \t]*/y
const JSON_LANGUAGE = /^(?:jsonc?|json5|jsonl)?$/i

/** A code fence at the beginning of a line: its JSON is a value, other content is prose. */
function readFence(scan: Scan): void {
  const { text, at: from } = scan
  const mark = text.charAt(from)
  scan.at = pastSpaces(text, from, mark)
  if (scan.at < from + 3 || !'\n\r'.includes(before(scan, from))) return
  FENCE_LANGUAGE.lastIndex = scan.at
  const [all = '', language = ''] = FENCE_LANGUAGE.exec(text) ?? []
  const inside = pastSpaces(text, scan.at + all.length, ' \t\r\n')
  if (JSON_LANGUAGE.test(language) && '{[/'.includes(text[inside] ?? '-')) readFenced(scan, { from, inside, mark })
  else skipFence(scan, mark)
}

function readFenced(scan: Scan, { from, inside, mark }: { from: number; inside: number; mark: string }): void {
  const { text } = scan
  let at = inside
  do {
    const parsed = scan.tries < MOST_TRIES ? parseJsonAt(text, at) : TOO_MUCH
    if (!parsed.ok) {
      breakOff(scan, parsed.problem, parsed.detail, true)
      return
    }
    const rest = pastComments(text, parsed.end)
    addValue(
      scan,
      { value: parsed.value, repairs: withComment(parsed.repairs, rest), fenced: true, alone: true },
      from,
      parsed.end,
    )
    at = rest.at
  } while ('{['.includes(text[at] ?? '-'))
  const closed = pastSpaces(text, at, mark)
  if (at < text.length && (closed < at + 3 || !lineEnds(text, pastSpaces(text, closed))))
    breakOff(scan, 'broken', 'more than JSON stands in the code fence', true)
  else scan.at = scan.proseFrom = scan.freshFrom = closed
}

function skipFence(scan: Scan, mark: string): void {
  if (scan.noMoreFences) return
  const closing = mark === '~' ? /^[ \t]*~{3,}[ \t]*$/gm : /^[ \t]*`{3,}[ \t]*$/gm
  closing.lastIndex = scan.at
  if (closing.test(scan.text)) scan.at = closing.lastIndex
  else scan.noMoreFences = true
}

/** Whether a bracket begins like an object with fields, or like a list of objects or texts, and not like a remark or a set. */
function beginsJson(text: string, at: number): boolean {
  const next = text[pastSpaces(text, at + 1, ' \t\r\n')] ?? ''
  return next === '"' || next === '/' || (text[at] === '[' && next === '{')
}

function readBracket(scan: Scan): void {
  const { text, at } = scan
  const fresh = STOPS.includes(before(scan, at))
  if (!beginsJson(text, at) || scan.broken !== undefined || scan.conflict !== undefined) {
    scan.open += 1
    scan.at += 1
    return
  }
  const parsed = scan.tries < MOST_TRIES ? parseJsonAt(text, at) : TOO_MUCH
  if (!parsed.ok) breakOff(scan, parsed.problem, parsed.detail, fresh)
  else if (scan.open > 0) breakOff(scan, 'broken', 'the JSON stands inside brackets that are not JSON', true)
  else readInProse(scan, parsed, fresh)
}

/** A list of texts in the middle of a sentence is a remark; any other JSON is a value, by itself or not. */
function readInProse(scan: Scan, { value, repairs, end }: Extract<ParsedJson, { ok: true }>, fresh: boolean): void {
  const { text, at } = scan
  const next = pastSpaces(text, end)
  const alone = fresh && (lineEnds(text, next) || '{['.includes(text.charAt(next)))
  if (alone || !Array.isArray(value) || typeof value[0] !== 'string')
    addValue(scan, { value, repairs, fenced: false, alone }, at, end)
  else scan.at = scan.freshFrom = end
}

function readClosingBracket(scan: Scan): void {
  if (scan.open === 0 && scan.values.length > 0 && scan.broken === undefined)
    scan.broken = { detail: 'a closing bracket has no opening one', firm: false }
  scan.open = Math.max(0, scan.open - 1)
  scan.at += 1
}

/**
 * Takes a reply apart into JSON values and prose. Reasoning blocks and whatever stands before a closing tag without an opening
 * one are dropped, unless the tag is part of a JSON string. After something broken only code fences are still read, so nothing
 * is ever taken out of the middle of it. Time grows with the length of the text.
 */
export function takeApart(reply: string): ReplyParts {
  const text = withoutEndMarks(reply)
  const scan: Scan = {
    text,
    at: 0,
    proseFrom: 0,
    freshFrom: 0,
    values: [],
    prose: '',
    onlyReasoning: false,
    tries: 0,
    open: 0,
    noMoreFences: false,
  }
  if (readWhole(scan)) return scan
  const interesting = /[{}[\]<◁`~]/g
  for (;;) {
    interesting.lastIndex = scan.at
    const found = interesting.exec(text)
    if (found === null) break
    scan.at = found.index
    const tag = TAG_BEGINS.includes(found[0]) ? reasoningTagAt(text, scan.at) : undefined
    if (tag !== undefined) readTag(scan, tag)
    else if ('{['.includes(found[0])) readBracket(scan)
    else if ('}]'.includes(found[0])) readClosingBracket(scan)
    else if ('`~'.includes(found[0])) readFence(scan)
    else scan.at += 1
  }
  scan.proseFrom = Math.min(scan.proseFrom, text.length)
  keepProse(scan, text.length)
  if (scan.values.length > 0 || scan.prose.trim() !== '' || scan.broken !== undefined) scan.onlyReasoning = false
  return scan
}
