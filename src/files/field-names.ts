/** What a row is read for; fields that were not asked for are passed over. */
export type Expects = 'test_case' | 'response' | 'both' | 'grade' | 'score'

/** Fields of a test case that a file may hold. */
export const TEST_CASE_FIELDS = [
  'id',
  'user_input',
  'reference',
  'reference_contexts',
  'reference_context_ids',
  'expected_sources',
  'relevance',
  'answerable',
  'tags',
  'rubrics',
  'review',
] as const
type TestCaseField = (typeof TEST_CASE_FIELDS)[number]

/** Fields of a response, and of a grade on it, that a file may hold. */
export const RESPONSE_FIELDS = [
  'response',
  'retrieved_contexts',
  'retrieved_context_ids',
  'configuration',
  'repeat',
  'latency_ms',
  'usage',
  'error',
  'verdict',
  'grader',
  'note',
] as const
type ResponseField = (typeof RESPONSE_FIELDS)[number]

/** What a row of a file of grades holds beside the id of the test case. */
export const GRADE_FIELDS = [
  'configuration',
  'repeat',
  'verdict',
  'grader',
  'note',
  'mark',
  'sampling',
  'drawn',
] as const
/** By what a row with scores names its response. */
export const SCORE_FIELDS = ['id', 'user_input', 'configuration', 'repeat', 'response'] as const
export type Field = TestCaseField | ResponseField | (typeof GRADE_FIELDS)[number]

/**
 * The names under which a field is understood, our own first. Capitals, spaces and hyphens do not matter
 * (`Ground Truth`, `userInput`). Known tools: RAGAS old and new, DeepEval, promptfoo, autoevals, RAGChecker, LangChain,
 * LlamaIndex, Haystack. Names that mean different things in different tools are in {@link SPECIAL_NAMES}.
 */
export const FIELD_NAMES: Readonly<Record<Field, readonly string[]>> = {
  id: ['id', 'test_case_id', 'case_id', 'query_id', 'question_id', 'qid', 'task_id', 'sample_id'],
  user_input: ['user_input', 'question', 'query', 'input', 'user_query', 'user_question', '問題', '问题'],
  reference: [
    'reference',
    'ground_truth',
    'ground_truths',
    'reference_answer',
    'reference_output',
    'expected',
    'expected_output',
    'expected_answer',
    'gt_answer',
    'gold_answer',
    'golden_answer',
    'ground_truth_answer',
    'ground_truth_answers',
    'ideal',
    '參考答案',
    '参考答案',
    '標準答案',
    '标准答案',
  ],
  reference_contexts: [
    'reference_contexts',
    'reference_context',
    'ground_truth_contexts',
    'ground_truth_documents',
    'expected_contexts',
    'gold_contexts',
    'golden_contexts',
  ],
  reference_context_ids: [
    'reference_context_ids',
    'expected_ids',
    'expected_chunk_ids',
    'expected_doc_ids',
    'relevant_ids',
    'relevant_doc_ids',
    'ground_truth_ids',
  ],
  expected_sources: [
    'expected_sources',
    'expected_source',
    'expected_documents',
    'expected_files',
    'expected_file',
    'source_file',
  ],
  relevance: ['relevance', 'qrels', 'relevance_judgments'],
  answerable: ['answerable', 'is_answerable'],
  tags: ['tags', 'tag', 'labels', 'metadata', 'additional_metadata'],
  rubrics: ['rubrics', 'rubric'],
  review: ['review'],
  response: [
    'response',
    'actual_output',
    'output',
    'result',
    'prediction',
    'predicted_answer',
    'generated_answer',
    'model_answer',
    '回答',
    '系統回答',
    '系统回答',
  ],
  retrieved_contexts: [
    'retrieved_contexts',
    'retrieved_context',
    'retrieval_context',
    'source_documents',
    'source_nodes',
    'documents',
    'retrieved_documents',
    'retrieved_docs',
    'retrieved_chunks',
  ],
  retrieved_context_ids: ['retrieved_context_ids', 'retrieved_ids', 'retrieved_doc_ids'],
  configuration: ['configuration', 'config', 'configuration_name', 'config_name'],
  repeat: ['repeat', 'repetition', 'trial'],
  latency_ms: ['latency_ms', 'duration_ms'],
  usage: ['usage', 'token_usage'],
  error: ['error', 'error_message'],
  verdict: ['verdict', 'grade', 'human_grade', 'human_verdict', 'is_correct', 'correct'],
  grader: ['grader', 'graded_by', 'annotator'],
  note: ['note', 'comment', 'comments'],
  mark: ['mark', 'marks', 'rating', 'stars', 'human_score', 'human_rating', 'human_mark', '評分', '评分'],
  sampling: ['sampling'],
  drawn: ['drawn'],
}

/** How a name is meant that no single field owns. `fields.ts` decides by what else the row holds. */
const SPECIAL_NAMES = {
  /** RAGAS: the response. In hand-written lists of questions and answers: the reference. */
  answer: 'answer',
  答案: 'answer',
  /** DeepEval: the reference contexts. autoevals and others: what was retrieved. */
  context: 'context',
  /** RAGAS: what was retrieved; in what its old test set generator wrote (`evolution_type`): the reference contexts. */
  contexts: 'contexts',
  /** SQuAD: true means that the documents do not say. */
  unanswerable: 'unanswerable',
  is_impossible: 'unanswerable',
  /** promptfoo: an object that holds the question; its expectations. */
  vars: 'vars',
  assert: 'assert',
  __expected: 'assert',
} as const

/** The special names that a file of answers may use for a field. */
const SPECIAL_NAMES_OF: Partial<Record<Field, readonly string[]>> = {
  response: ['answer', '答案'],
  retrieved_contexts: ['contexts', 'context'],
  answerable: ['unanswerable', 'is_impossible'],
}

/** All names under which a file of answers may hold a field, our own first. */
export function namesOf(field: Field): readonly string[] {
  return [...FIELD_NAMES[field], ...(SPECIAL_NAMES_OF[field] ?? [])]
}

type SpecialName = (typeof SPECIAL_NAMES)[keyof typeof SPECIAL_NAMES]

/** Columns that other tools' generators write and that become tags of the same name. */
const TAG_NAMES: readonly string[] = [
  'synthesizer_name',
  'evolution_type',
  'persona_name',
  'query_style',
  'query_length',
]

/** Columns of other tools that say nothing about a test case and are passed over in silence. */
const IGNORED_NAMES: readonly string[] = [
  'episode_done',
  'query_by',
  'reference_answer_by',
  'tools_called',
  'expected_tools',
  'custom_column_key_values',
  'retrieval_ground_truth',
  'threshold',
  'description',
  '__description',
  '__prefix',
  '__suffix',
  '__threshold',
  '__metric',
]

/** What a column's name means. */
export type Meaning =
  | { kind: 'field'; field: Field }
  | { kind: 'tag'; tag: string }
  | { kind: 'special'; special: SpecialName }
  | { kind: 'ignored' }
  | { kind: 'unknown' }

const BY_NAME = new Map<string, Meaning>([
  ...IGNORED_NAMES.map((name): [string, Meaning] => [name, { kind: 'ignored' }]),
  ...TAG_NAMES.map((name): [string, Meaning] => [name, { kind: 'tag', tag: name }]),
  ...Object.entries(SPECIAL_NAMES).map(([name, special]): [string, Meaning] => [name, { kind: 'special', special }]),
  ...(Object.keys(FIELD_NAMES) as Field[]).flatMap((field) =>
    FIELD_NAMES[field].map((name): [string, Meaning] => [name, { kind: 'field', field }]),
  ),
])

/** A tag in a column of its own: `tags.type`, `tag:type`; promptfoo: `__metadata:type`. */
const TAG_COLUMN = /^(?:tags?[.:]|__metadata:)(.+)$/

const cache = new Map<string, Meaning>()
const CACHE_SIZE = 2000

/** What a column's name means, whatever its capitals, spaces and hyphens. */
export function meaningOf(name: string): Meaning {
  let meaning = cache.get(name)
  if (meaning === undefined) {
    const tag = TAG_COLUMN.exec(name)?.[1]?.trim()
    const known = plainName(name).replace(/^(__expected)\d+$/, '$1')
    meaning = tag === undefined ? (BY_NAME.get(known) ?? { kind: 'unknown' }) : { kind: 'tag', tag }
    if (cache.size >= CACHE_SIZE) cache.clear()
    cache.set(name, meaning)
  }
  return meaning
}

/** `userInput`, `User Input` and `user-input` as `user_input`. */
export function plainName(name: string): string {
  return name
    .trim()
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}

/** All names that a test case's column may have, for suggestions. */
export const TEST_CASE_NAMES: readonly string[] = TEST_CASE_FIELDS.flatMap((field) => FIELD_NAMES[field])
