import { describe, expect, it } from 'vitest'
import { metric } from '../analysis/test-support/records.ts'
import { equalText, readsReference } from './reads-reference.ts'

describe('a metric that reads the reference', () => {
  it.each(['rouge_l', 'bleu', 'correct', 'token_f1', 'exact_match'])('%s of our own says so itself', (name) => {
    expect(readsReference(metric(name))).toBe(true)
  })

  it.each(['k_precision', 'faithfulness', 'hit_rate@3', 'refusal', 'my_own'])('%s does not', (name) => {
    expect(readsReference(metric(name))).toBe(false)
  })

  it('is known by its name when its scores were made elsewhere', () => {
    const imported = { file: 'scores.csv', at: '2026-01-02T03:04:05.000Z' }
    const read = (name: string) => readsReference(metric(name, { judge: 'imported', imported }))
    expect(
      ['rougeL', 'ragas.answer_correctness', 'Semantic Similarity', 'BLEU-4', 'context_recall'].filter(read),
    ).toEqual(['rougeL', 'ragas.answer_correctness', 'Semantic Similarity', 'BLEU-4', 'context_recall'])
    expect(['ragas_faithfulness', 'radbench_llm', 'bert_kprec', 'answer_relevancy'].filter(read)).toEqual([])
  })

  it('has nothing to compare where a response is the reference but for white space', () => {
    expect(equalText(' Four\n days.', 'Four days. ')).toBe(true)
    expect(equalText('Four days', 'four days')).toBe(false)
    expect(equalText('', '  ')).toBe(true)
  })
})
