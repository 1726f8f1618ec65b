import type { VendorError } from './vendor-error.ts'

const REFUSED_CODES = new Set(['unsupported_parameter', 'unsupported_value', 'unknown_parameter', 'extra_forbidden'])
const REFUSED_TEXT = [
  /unsupported (parameter|value|field|argument)/i,
  /(not|n't) (supported|permitted|allowed|enabled|available)/i,
  /(not|n't) (yet )?support/i,
  /(unknown|unrecognized|unexpected|extra) (name|parameter|field|argument|request argument|input)/i,
  /cannot (both )?be (specified|used|set|combined)/i,
  /is (deprecated|unavailable)/i,
  /Use '\w+' instead/i,
]
/** Where JSON is demanded: servers name parts of it or what they make of it. */
const DEMAND = /response_?format|json_?schema|json_?object|response_?schema|output_(format|config)|structured output/i
const TOOL = /\btool(s|_choice)?\b|function.?calling/i
/** What is needed to ask at all, and cannot be left out. */
const NEEDED = new Set(['model', 'messages', 'input', 'prompt', 'contents', 'stream'])

/**
 * The name of the parameter that a request was refused for, among those that were sent (`sent`, also
 * `response_format` and `tools`); undefined when it was refused for another reason. A value that is out of range is not
 * a refused parameter.
 */
export function refusedParameter(error: VendorError, sent: readonly string[]): string | undefined {
  const about = error.parameter === undefined ? undefined : lastName(error.parameter)
  const refused =
    error.codes.some((code) => REFUSED_CODES.has(code)) || REFUSED_TEXT.some((form) => form.test(error.message))
  const names = sent.filter((name) => !NEEDED.has(name))
  const asDemand = demandIn(`${error.parameter ?? ''} ${error.message}`, names)
  if (!refused) return /grammar|schema/i.test(error.message) ? asDemand : undefined
  return (about && match(about, names)) ?? inText(error.message, names) ?? asDemand
}

function demandIn(text: string, names: readonly string[]): string | undefined {
  if (names.includes('response_format') && (DEMAND.test(text) || /grammar|schema/i.test(text))) return 'response_format'
  return names.includes('tools') && TOOL.test(text) ? 'tools' : undefined
}

/** `generationConfig.top_p` and `response_format.json_schema[0]` by the name that we know. */
function lastName(path: string): string {
  return path.replace(/\[.*?\]/g, '')
}

function match(path: string, names: readonly string[]): string | undefined {
  const parts = path.split('.').map(plain)
  return names.find((name) => parts.includes(plain(name)))
}

/** The name that stands first in the text as a word of its own. */
function inText(text: string, names: readonly string[]): string | undefined {
  const words = (text.match(/[A-Za-z_]+/g) ?? []).map(plain)
  const places = names.map((name) => ({ name, at: words.indexOf(plain(name)) })).filter(({ at }) => at >= 0)
  return places.sort((a, b) => a.at - b.at)[0]?.name
}

/** `topP` and `top_p` are one name. */
function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}
