import MiniSearch from 'minisearch'
import { readFolder } from './chunks.mjs'
import { normalize, tokenize } from './tokens.mjs'

const REFUSAL = '手冊裡找不到這個問題的答案。'
/** Which chunks are indexed, and under which words they are found. */
const INDEX_CONTENTS = {
  text: { kinds: ['text'], wordsOf: (chunk) => chunk.text },
  text_and_tables: { kinds: ['text', 'table'], wordsOf: (chunk) => chunk.text },
  with_titles: { kinds: ['text', 'table'], wordsOf: (chunk) => `${chunk.titles}\n${chunk.text}` },
}
/** The score that the best chunk needs before anything is answered: what a sterner prompt does to a model. */
const THRESHOLDS = { plain: 5, strict: 7 }

const chunks = readFolder(new URL('./documents/', import.meta.url))
const indexes = new Map(Object.entries(INDEX_CONTENTS).map(([name, content]) => [name, buildIndex(content)]))

/** Answers a question from the handbook, or declines; `settings` are those of a configuration. */
export function answer(userInput, settings) {
  const { index, topK, threshold } = readSettings(settings)
  const retrieved = retrieve(index, userInput, topK)
  return {
    response: compose(index, userInput, retrieved, threshold),
    retrieved_contexts: retrieved.map(({ chunk, score }) => ({
      text: chunk.text,
      source: chunk.source,
      id: chunk.id,
      score: Number(score.toFixed(4)),
    })),
  }
}

function readSettings({ index = 'text', top_k: topK = 3, prompt = 'plain', ...others } = {}) {
  const refuse = (message) => {
    throw new Error(message)
  }
  const unknown = Object.keys(others)
  if (unknown.length > 0) refuse(`unknown setting ${unknown.join(', ')}; known are index, top_k, prompt`)
  if (!indexes.has(index)) refuse(`index must be one of ${[...indexes.keys()].join(', ')}`)
  if (!Object.hasOwn(THRESHOLDS, prompt)) refuse(`prompt must be one of ${Object.keys(THRESHOLDS).join(', ')}`)
  if (!Number.isInteger(topK) || topK < 1) refuse('top_k must be a whole number, 1 or more')
  return { index: indexes.get(index), topK, threshold: THRESHOLDS[prompt] }
}

function buildIndex({ kinds, wordsOf }) {
  const entries = chunks
    .filter((chunk) => kinds.includes(chunk.kind))
    .map((chunk) => ({ id: chunk.id, chunk, words: normalize(wordsOf(chunk)) }))
  const search = new MiniSearch({ fields: ['words'], tokenize, processTerm: (term) => term })
  search.addAll(entries)
  return { search, entries: new Map(entries.map((entry) => [entry.id, entry])) }
}

function retrieve({ search, entries }, userInput, topK) {
  const found = search.search(userInput).slice(0, topK)
  return found.map(({ id, score }) => ({ ...entries.get(id), score }))
}

/** The sentence that matches the question best, with its marker, and a second one that matches nearly as well. */
function compose(index, userInput, retrieved, threshold) {
  if (retrieved.length === 0 || retrieved[0].score < threshold) return REFUSAL
  const shareIn = shareOfQuestion(index, userInput)
  const candidates = retrieved.flatMap(({ chunk, words }, i) =>
    chunk.sentences.map((sentence) => {
      const text = chunk.caption ? `${chunk.caption}：${sentence}` : sentence
      return { text: cite(text, i + 1), match: (shareIn(normalize(text)) + shareIn(words)) / 2 }
    }),
  )
  const [best, second] = candidates.sort((a, b) => b.match - a.match)
  return second !== undefined && second.match >= 0.9 * best.match ? best.text + second.text : best.text
}

/** A function that tells how much of the question a text covers, from 0 to 1; rare words of the handbook count more. */
function shareOfQuestion({ entries }, userInput) {
  const weights = [...new Set(tokenize(userInput))].map((word) => {
    const found = [...entries.values()].filter(({ words }) => words.includes(word)).length
    return { word, weight: Math.log(1 + entries.size / (found + 0.5)) }
  })
  const sum = (list) => list.reduce((total, { weight }) => total + weight, 0)
  const whole = sum(weights)
  return (text) => sum(weights.filter(({ word }) => text.includes(word))) / whole
}

function cite(sentence, marker) {
  return sentence.replace(/[。！？]?$/, (stop) => `[${marker}]${stop || '。'}`)
}
