import type { Item } from '../../judge/judge.ts'
import type { Block, Prompt } from '../../judge/prompt.ts'
import type { CorrectClass, EntailmentClass, Prompts, RelevanceClass, Words } from './prompts.ts'

/** The fixed texts of one question. Neither holds data. */
export interface Wording {
  instructions: string
  /** The last line of the prompt. */
  task: string
}

type WordList<C extends string> = Readonly<Record<C, string>>

/** A closed question in its two forms: answered by one of the words, or as JSON by id with or without reasons. */
interface ClosedWording<C extends string> {
  words: Words<C>
  single(words: WordList<C>): Wording
  batched(reasons: boolean): Wording
}

/** Every text of the prompts in one language, written by hand. */
export interface PromptTexts {
  labels: Readonly<Record<'passage' | 'statement' | 'claim' | 'question' | 'reference' | 'response' | 'text', string>>
  entailment: ClosedWording<EntailmentClass>
  relevance: ClosedWording<RelevanceClass>
  correct: ClosedWording<CorrectClass>
  attribution(reasons: boolean): Wording
  claims: Wording
  reverseQuestions(count: number): Wording
  /** The last line that asks why `word` was answered. */
  explain(word: string): string
}

type About = { user_input: string; reference: string }

function numbered(label: string, items: readonly Item[]): Block[] {
  return items.map(({ id, text }) => ({ label, id, text }))
}

/** Texts without an id are numbered from 1; one text alone bears no number. */
function passages(label: string, texts: readonly string[]): Block[] {
  if (texts.length === 1) return texts.map((text) => ({ label, text }))
  return texts.map((text, index) => ({ label, id: String(index + 1), text }))
}

const prompt = ({ instructions, task }: Wording, ...blocks: Block[]): Prompt => ({ instructions, blocks, task })

/** The prompts that a language's texts make: what changes least stands first, the items to be judged last. */
export function buildPrompts(texts: PromptTexts): Prompts {
  const { labels, entailment, relevance, correct } = texts
  const about = ({ user_input, reference }: About): Block[] => [
    { label: labels.question, text: user_input },
    { label: labels.reference, text: reference },
  ]
  return {
    entailment: {
      words: entailment.words,
      single: (shown, { text }, words) =>
        prompt(entailment.single(words), ...passages(labels.passage, shown), { label: labels.statement, text }),
      batched: (shown, claims, { reasons }) =>
        prompt(entailment.batched(reasons), ...passages(labels.passage, shown), ...numbered(labels.claim, claims)),
    },
    relevance: {
      words: relevance.words,
      single: (asked, { text }, words) =>
        prompt(relevance.single(words), ...about(asked), { label: labels.passage, text }),
      batched: (asked, chunks, { reasons }) =>
        prompt(relevance.batched(reasons), ...about(asked), ...numbered(labels.passage, chunks)),
    },
    correct: {
      words: correct.words,
      single: (asked, { text }, words) =>
        prompt(correct.single(words), ...about(asked), { label: labels.response, text }),
      batched: (asked, responses, { reasons }) =>
        prompt(correct.batched(reasons), ...about(asked), ...numbered(labels.response, responses)),
    },
    attribution: (_asked, chunks, claims, { reasons }) =>
      prompt(texts.attribution(reasons), ...numbered(labels.passage, chunks), ...numbered(labels.claim, claims)),
    claims: ({ user_input }, text) =>
      prompt(texts.claims, { label: labels.question, text: user_input }, { label: labels.text, text }),
    reverseQuestions: (response, count) =>
      prompt(texts.reverseQuestions(count), { label: labels.response, text: response }),
    explain: (question, word) => ({ ...question, task: texts.explain(word) }),
  }
}
