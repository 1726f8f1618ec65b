/** The shape of a study of six configurations: how many chunks each has, and whose chunks are among them. */
const CHUNKS: Record<string, (question: string) => string[]> = {
  text_k4: (question) => chunksOf(question, 'text', 4),
  text_k9: (question) => chunksOf(question, 'text', 6),
  caption_k4: (question) => chunksOf(question, 'caption', 4),
  ctx_k4: (question) => chunksOf(question, 'context', 4),
  ctx_k9: (question) => chunksOf(question, 'context', 9),
  ctx_k9_strict: (question) => chunksOf(question, 'context', 9),
}

export const STUDY_METRICS = ['faithfulness', 'answer_relevancy', 'context_precision', 'context_recall']

const TOPICS = ['leave', 'badges', 'parking', 'travel', 'laptops', 'training', 'rooms', 'expenses']

function chunksOf(topic: string, index: string, count: number): string[] {
  return Array.from(
    { length: count },
    (_, rank) => `Page ${rank + 1} of the ${index} index says how ${topic} is handled on floor ${rank + 3}.`,
  )
}

/** Its answers as lines of JSON: 8 questions x 6 configurations, each configuration with a response of its own. */
export function studyAnswers(): string {
  return Object.entries(CHUNKS)
    .flatMap(([configuration, retrieved], index) =>
      TOPICS.map((topic) => ({
        id: topic,
        configuration,
        user_input: `How is ${topic} handled?`,
        reference: `The desk on floor four handles ${topic}. Ask there before noon.`,
        response: `Floor ${index + 2} handles ${topic}. The office opens at ${index + 7}.`,
        retrieved_contexts: retrieved(topic),
      })),
    )
    .map((row) => JSON.stringify(row))
    .join('\n')
}

/** The configuration file of a study: judge and embeddings served at one address. */
export function studyConfig(
  url: string,
  options: { chunksPerCall?: number; more?: string; judge?: string } = {},
): string {
  const { chunksPerCall = 1, more = '', judge = '' } = options
  const metrics = STUDY_METRICS.map((name) =>
    name === 'context_precision' && chunksPerCall > 1 ? `{${name}: {chunks_per_call: ${chunksPerCall}}}` : name,
  )
  return `metrics: [${metrics.join(', ')}]
judge: {provider: openai-compatible, base_url: "${url}/v1", model: judge, asking: batched${judge}}
embeddings: {provider: openai-compatible, base_url: "${url}/v1", model: vectors}
${more}`
}
