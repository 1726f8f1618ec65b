import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../../shared/data/mtrag-human-eval')

/** Whether the data set lies beside the repository; tests on it are skipped where it does not. */
export const hasMtrag = existsSync(join(folder, 'responses.jsonl'))

export interface MtragRow {
  task_id: string
  config: string
  human: Record<string, number[]>
  published_scores: Record<string, number>
}

/** 252 responses: 84 questions x 3 systems. */
export function mtragRows(): MtragRow[] {
  const lines = readFileSync(join(folder, 'responses.jsonl'), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as MtragRow)
}

export function mtragExpected(): Record<string, Record<string, number>> {
  return JSON.parse(readFileSync(join(folder, 'EXPECTED.json'), 'utf8'))
}

/** 1 where the mean human faithfulness is above 3 of 4. */
export function mtragLabels(rows: readonly MtragRow[]): Uint8Array {
  return Uint8Array.from(rows, ({ human }) => {
    const marks = human.faithfulness ?? []
    return marks.reduce((sum, mark) => sum + mark, 0) / marks.length > 3 ? 1 : 0
  })
}

/** Dense cluster numbers by question, or by the conversation that the question belongs to. */
export function mtragClusters(rows: readonly MtragRow[], by: 'question' | 'conversation'): Uint32Array {
  const seen = new Map<string, number>()
  return Uint32Array.from(rows, ({ task_id }) => {
    const key = by === 'question' ? task_id : (task_id.split('<::>')[0] ?? '')
    const known = seen.get(key) ?? seen.size
    seen.set(key, known)
    return known
  })
}
