import type { RunReport } from '../analysis/run-report.ts'
import type { Messages } from '../text/catalogue.ts'
import type { Cell, Section } from './blocks.ts'

/** Mean, median, 95th percentile and maximum of each configuration, or the sentence that nothing was measured. */
export function latencySection({ latency, progress }: RunReport, text: Messages): Section[] {
  if (progress.every(({ collected }) => collected === 0)) return []
  const measured = latency.filter(({ n }) => n > 0)
  if (measured.length === 0) {
    return [{ title: text.latency, blocks: [{ kind: 'paragraph', text: text.latencyNotMeasured }] }]
  }
  const cell = (value: number | null): Cell => [value === null ? '-' : value.toFixed(0)]
  return [
    {
      title: text.latency,
      blocks: [
        {
          kind: 'table',
          numeric: true,
          header: [
            [text.configuration],
            [text.latencyMeasured],
            [text.latencyMean],
            ['p50'],
            ['p95'],
            [text.latencyMax],
          ],
          rows: latency.map(({ configuration, n, mean, p50, p95, max }) => [
            [configuration],
            [String(n)],
            ...[mean, p50, p95, max].map(cell),
          ]),
        },
      ],
    },
  ]
}
