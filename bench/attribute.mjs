// `ragstone attribute` over 50 configurations x 2,000 questions x 10 metrics, judged by a metric and by two, and `ragstone compare`.
// usage: node bench/attribute.mjs [QUESTIONS]      (npm run build first)

import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measure } from './support/measure.mjs'

const questions = Number(process.argv[2] ?? 2_000)
const metrics = [
  'hit_rate@3',
  'mrr',
  'ndcg@3',
  'recall@3',
  'precision@3',
  'refusal',
  'exact_match',
  'token_f1',
  'token_recall',
  'string_presence',
]
const factors = {
  top_k: [1, 3, 5, 7, 9],
  index: ['text', 'caption', 'context', 'graph', 'table'],
  prompt: ['plain', 'strict'],
}
const folder = mkdtempSync(join(tmpdir(), 'ragstone-bench-'))
const answers = join(folder, 'answers.jsonl')
const settings = join(folder, 'settings.json')
const store = join(folder, 'store.db')
const cli = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')

try {
  const configurations = factors.top_k.flatMap((top_k) =>
    factors.index.flatMap((index) => factors.prompt.map((prompt) => ({ top_k, index, prompt }))),
  )
  writeFileSync(settings, JSON.stringify(Object.fromEntries(configurations.map((own, place) => [`c${place}`, own]))))
  await writeAnswers(answers, configurations)
  const global = ['--store', store, '--json', '--quiet']
  const made = measure([cli, 'evaluate', answers, ...global, ...metrics.flatMap((name) => ['--metric', name])])
  console.log(
    `made ${configurations.length} x ${questions} answers x ${metrics.length} metrics in ${made.wall.toFixed(1)} s`,
  )
  const report = (name, args) => {
    const { wall, mb } = measure([cli, ...args, ...global, '--configurations', settings])
    console.log(`${name} ${wall.toFixed(2)} s, peak ${mb.toFixed(0)} MB`)
  }
  report('attribute --metric token_f1   ', ['attribute', '--metric', 'token_f1'])
  report('attribute --metric exact_match', ['attribute', '--metric', 'exact_match'])
  report('compare c0 c1                 ', ['compare', 'c0', 'c1'])
  console.log('mark: attribute under 10 s and 1,000 MB')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function writeAnswers(path, configurations) {
  const out = createWriteStream(path)
  for (let q = 0; q < questions; q += 1) {
    for (const [place, { top_k, index, prompt }] of configurations.entries()) {
      const right = (q * 7 + place * 3) % 10 < 4 + (top_k > 3 ? 1 : 0) + (prompt === 'strict' ? 1 : 0)
      const row = {
        id: `q${q}`,
        configuration: `c${place}`,
        user_input: `When is request ${q} approved?`,
        expected_sources: [`doc-${q % 97}.md`],
        reference: `Request ${q} is approved by the tenth.`,
        response: right
          ? `Request ${q} is approved by the tenth.`
          : `Request ${q} waits for the manager of office ${q % 13}.`,
        retrieved_contexts: [0, 1, 2].map((rank) => ({
          text: `The ${index} of ${top_k} says on page ${rank} that request ${q} goes through the portal.`,
          source: `doc-${(q + rank * top_k) % 97}.md`,
        })),
        tags: { kind: q % 3 === 0 ? 'text' : 'image' },
      }
      if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain')
    }
  }
  out.end()
  await once(out, 'finish')
}
