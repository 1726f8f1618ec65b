import { DECIDED } from '../compare/build-compare.ts'
import type { AttributedOutcome, AttributedPair, Disagreement } from './attribute-report.ts'

/** Pairs on which what people said and a metric point in opposite directions, or only one of the two is sure. */
export function disagreements(marks: AttributedOutcome, metric: AttributedOutcome): Disagreement[] {
  const key = ({ a, b }: Pick<AttributedPair, 'a' | 'b'>) => JSON.stringify([a, b])
  const others = new Map(metric.pairs.map((pair) => [key(pair), pair]))
  return marks.pairs.flatMap((own) => {
    const other = others.get(key(own))
    if (!own.attributable || other === undefined) return []
    const turned = metric.direction === 'lower_is_better' ? -1 : 1
    const opposite = (own.difference ?? 0) * turned * (other.difference ?? 0) < 0
    const decided = [own, other].filter(({ p_holm }) => p_holm !== null && p_holm <= DECIDED).length
    if (!opposite && decided !== 1) return []
    const [won, lost] = [new Set(other.won), new Set(other.lost)]
    return [
      {
        ...{ a: own.a, b: own.b },
        kind: opposite ? ('opposite' as const) : ('one_decided' as const),
        marks: { difference: own.difference, p_holm: own.p_holm },
        metric: { difference: other.difference, p_holm: other.p_holm },
        questions: [...own.won.filter((id) => lost.has(id)), ...own.lost.filter((id) => won.has(id))],
      },
    ]
  })
}
