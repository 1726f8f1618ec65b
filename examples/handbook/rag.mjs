// The handbook assistant as a command: one JSON request a line on stdin, one JSON reply a line on stdout.
import { answer } from './engine.mjs'

function replyTo(line) {
  let id
  try {
    const request = JSON.parse(line)
    id = request.id
    return { id, ...answer(request.user_input, request.configuration.settings) }
  } catch (error) {
    return { id, error: error.message }
  }
}

process.stdin.setEncoding('utf8')
let rest = ''
// Not node:readline: it also breaks lines at U+2028, which JSON leaves inside a string as it is.
for await (const part of process.stdin) {
  const lines = (rest + part).split('\n')
  rest = lines.pop()
  for (const line of lines) process.stdout.write(`${JSON.stringify(replyTo(line))}\n`)
}
