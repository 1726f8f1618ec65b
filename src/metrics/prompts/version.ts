import { hashText } from '../../core/hash.ts'
import { LANGUAGES } from '../../core/language.ts'
import { renderPrompt } from '../../judge/prompt.ts'
import { PROMPTS } from './by-language.ts'
import type { Prompts } from './prompts.ts'

const about = { user_input: 'q', reference: 'r' }
const item = { id: '1', text: 't' }

/** Every prompt of a language with the same data in it. */
function allPrompts(prompts: Prompts) {
  const { entailment, relevance, correct } = prompts
  const singles = [
    ...entailment.words.map((words) => entailment.single(['p', 'q'], item, words)),
    ...relevance.words.map((words) => relevance.single(about, item, words)),
    ...correct.words.map((words) => correct.single(about, item, words)),
  ]
  const forms = [true, false].flatMap((reasons) => [
    entailment.batched(['p', 'q'], [item], { reasons }),
    relevance.batched(about, [item], { reasons }),
    correct.batched(about, [item], { reasons }),
    prompts.attribution(about, [item], [item], { reasons }),
  ])
  return [...singles, ...forms, prompts.claims(about, 't'), prompts.reverseQuestions('t', 3)]
}

let version: string | undefined

/**
 * Six digits that change with any wording of the prompts in any language: part of the version of every metric that asks a
 * judge, so that scores made with other wordings are never taken for the same.
 */
export function promptsVersion(): string {
  version ??= hashText(
    LANGUAGES.flatMap((language) => allPrompts(PROMPTS[language]))
      .flatMap(renderPrompt)
      .map(({ content }) => content)
      .join('\n\n'),
  ).slice(0, 6)
  return version
}
