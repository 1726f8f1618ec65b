import type { Language } from '../../core/config.ts'
import { SAMPLES } from './sample.ts'
import { WORDS } from './words.ts'

/** The JavaScript that finds documents by words (English) or pairs of characters (Chinese) in common. */
function termsFunction(language: Language): string {
  if (language === 'en')
    return 'const terms = (text) => new Set(text.toLowerCase().match(/[\\p{L}\\p{N}]{4,}/gu) ?? [])'
  return `const terms = (text) => {
  const letters = [...text.replace(/[^\\p{L}\\p{N}]/gu, '')]
  return new Set(letters.slice(1).map((letter, index) => letters[index] + letter))
}`
}

function answerFunction(language: Language): string {
  const { documents, unknown } = SAMPLES[language]
  const entries = Object.entries(documents).map(([name, text]) => `  '${name}': '${text}',`)
  return `const documents = {
${entries.join('\n')}
}
${termsFunction(language)}

function answer(question, settings) {
  const common = (name) => [...terms(question)].filter((term) => terms(documents[name]).has(term)).length
  const ranked = Object.keys(documents).sort((a, b) => common(b) - common(a))
  const found = ranked.slice(0, settings.top_k ?? 1).filter((name) => common(name) > 0)
  return {
    response: found.length === 0 ? '${unknown}' : found.map((name) => documents[name]).join(' '),
    retrieved_contexts: found.map((name) => ({ source: name, text: documents[name] })),
  }
}
`
}

/** `rag.mjs`: a system as a module, called inside the same process. */
export function moduleScript(language: Language): string {
  return `// ${WORDS[language].module}
${answerFunction(language)}
export default async ({ user_input, configuration }) => answer(user_input, configuration.settings)
`
}

/** The port of the sample server. */
export const SERVER_PORT = 8123

/** `server.mjs`: the same system behind HTTP. */
export function serverScript(language: Language): string {
  return `// ${WORDS[language].server}
import { createServer } from 'node:http'

${answerFunction(language)}
const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  const { user_input, configuration } = JSON.parse(body)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(await answer(user_input, configuration.settings)))
})
server.listen(${SERVER_PORT}, '127.0.0.1', () => console.log('${WORDS[language].answering} http://127.0.0.1:${SERVER_PORT}/'))
`
}
