import type { CaseIndex } from '../analysis/case-index.ts'
import { denseClusters } from '../analysis/trust/dense-clusters.ts'
import type { TestCase } from '../core/test-case.ts'

/**
 * The clusters that a tag makes of the questions; a question without the tag is a cluster of its own. Undefined when each question
 * stands alone anyway.
 */
export function clusterNumberOf(
  clusterBy: string,
  cases: ReadonlyMap<string, TestCase>,
  index: CaseIndex,
): { of: (question: number) => number; count: number } | undefined {
  if (clusterBy === 'question') return undefined
  const names = Array.from({ length: cases.size }, (_, question) => {
    const id = index.idOf(question)
    const tag = cases.get(id)?.tags[clusterBy]
    return tag === undefined ? `case\u0000${id}` : `tag\u0000${tag}`
  })
  const { clusters, count } = denseClusters(names)
  return { of: (question) => clusters[question] ?? 0, count }
}
