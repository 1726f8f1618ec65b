/**
 * What becomes of a judge's faulty replies: one row (3 texts useful, not, useful; 3 claims supported, not, supported), each
 * fault in every reply of every judge metric. A silent wrong number is a score that is not the right one. Beside it what
 * ragas 0.4.3 made of the same faults, measured with 6 metrics (69 cells, 30 Nov 2026).
 * Run: node --import jiti/register bench/judge-faults.ts
 */
import { writeReply } from '../src/judge/asked.ts'
import { type FakeCall, fakeJudge } from '../src/judge/fake.ts'
import type { ModelReply } from '../src/judge/provider.ts'
import { builtInMetrics } from '../src/metrics/registry.ts'
import { sampleOf, scoreWith } from '../src/testing.ts'

interface Verdict {
  id: unknown
  verdict: unknown
}
type Written = { verdicts?: Verdict[] } & Record<string, unknown>

/** A reply as it comes, made of the one that would be right. */
type Fault = (good: Written, text: string) => Partial<ModelReply>

const json = (value: unknown) => ({ text: JSON.stringify(value) })
/** Every verdict, or every `noncommittal` of a list of questions, replaced. */
function withVerdict(verdict: (old: unknown, index: number) => unknown): Fault {
  return (good) => {
    if (good.verdicts !== undefined) {
      return json({ verdicts: good.verdicts.map((one, index) => ({ ...one, verdict: verdict(one.verdict, index) })) })
    }
    const questions = (good.questions as Record<string, unknown>[] | undefined) ?? []
    return json({ ...good, questions: questions.map((one, index) => ({ ...one, noncommittal: verdict('no', index) })) })
  }
}
const isGood = (verdict: unknown) => ['supported', 'useful', 'correct', 'attributed'].includes(String(verdict))
const list =
  (change: (verdicts: Verdict[]) => unknown[]): Fault =>
  (good, text) =>
    good.verdicts === undefined ? { text } : json({ verdicts: change(good.verdicts) })

const FAULTS: Record<string, Fault> = {
  'prose, no JSON': () => ({ text: 'The answer looks fine to me, most of it is in the passages.' }),
  'cut, stop reason length': (_, text) => ({ text: text.slice(0, text.length / 2), stop: 'length' }),
  'cut, stop reason stop': (_, text) => ({ text: text.slice(0, text.length / 2) }),
  'wrong keys': (_, text) => ({ text: text.replaceAll('"verdict', '"result').replaceAll('"questions', '"items') }),
  'prose and fenced JSON': (_, text) => ({ text: `Here it is:\n\`\`\`json\n${text}\n\`\`\`\nAnything else?` }),
  'think block with braces': (_, text) => ({ text: `<think>{"verdicts": []} no</think>\n${text}` }),
  '2 verdicts for 3': list((verdicts) => verdicts.filter(({ verdict }) => isGood(verdict))),
  '4 verdicts for 3': list((verdicts) => [...verdicts, { ...verdicts[0], id: '4' }]),
  'empty list': list(() => []),
  'verdict 2': withVerdict(() => 2),
  'verdict -1': withVerdict(() => -1),
  'verdict "yes" / "no"': withVerdict((old) => (isGood(old) ? 'yes' : 'no')),
  'verdict "1" / "0"': withVerdict((old) => (isGood(old) ? '1' : '0')),
  'verdict 0.5': withVerdict(() => 0.5),
  'verdict null': withVerdict(() => null),
}

const sample = sampleOf({
  user_input: 'When does the lift open?',
  response: 'The lift opens at seven. The hall opens at eight. The kiosk opens at nine.',
  reference: 'The lift opens at 7 am. The hall opens at 8 am. The kiosk opens at 9 am.',
  retrieved_contexts: ['The lift opens at seven o clock.', 'The hall has a clock.', 'The kiosk opens at nine.'].map(
    (text) => ({ text }),
  ),
})
const embedder = {
  fingerprint: 'bench',
  recording: () => ({
    fingerprint: 'bench',
    embed: async (texts: readonly string[]) => ({ ok: true as const, value: texts.map(() => [1, 1]) }),
  }),
}
const METRICS = Object.values(builtInMetrics).filter(({ uses }) => uses.includes('judge'))
const options: Record<string, Record<string, unknown>> = { context_precision: { chunks_per_call: 100 } }

function goodReply(call: FakeCall): string {
  const classes = call.asked.form === 'free' ? [] : call.asked.classes
  return writeReply(call.asked, ({ id }) => ({ verdict: (id === '2' ? classes.at(-1) : classes[0]) ?? '' })).text
}

async function score(metric: (typeof METRICS)[number], fault?: Fault) {
  const judge = await fakeJudge({
    settings: { asking: 'batched', claims: 'sentences' },
    reply: (call) => {
      const text = goodReply(call)
      return fault === undefined ? text : fault(JSON.parse(text) as Written, text)
    },
  })
  const { outcome } = await scoreWith(metric, sample, { ...options[metric.name], judge, embedder: embedder as never })
  return outcome
}

let cells = 0
const counts = { right: 0, na: 0, wrong: 0, thrown: 0 }
const right = new Map(await Promise.all(METRICS.map(async (metric) => [metric.name, await score(metric)] as const)))
for (const [name, fault] of Object.entries(FAULTS)) {
  const row = await Promise.all(
    METRICS.map(async (metric) => {
      const good = right.get(metric.name)
      let bites = false
      const watched: Fault = (written, text) => {
        const faulty = fault(written, text)
        bites ||= faulty.text !== text
        return faulty
      }
      try {
        const outcome = await score(metric, watched)
        if (!bites) return `${metric.name} -`
        cells += 1
        if (outcome.status === 'na') {
          counts.na += 1
          return `${metric.name} NA ${outcome.reason}`
        }
        const same = good?.status === 'scored' && Math.abs(good.value - outcome.value) < 1e-9
        counts[same ? 'right' : 'wrong'] += 1
        return `${metric.name} ${same ? 'right' : `WRONG ${outcome.value}`}`
      } catch (error) {
        cells += 1
        counts.thrown += 1
        return `${metric.name} thrown ${String(error)}`
      }
    }),
  )
  console.log(`${name.padEnd(26)} ${row.join(', ')}`)
}
console.log(
  `\nright values: ${[...right].map(([name, one]) => `${name} ${one.status === 'scored' ? one.value.toFixed(3) : one.reason}`).join(', ')}`,
)
console.log(
  `ragstone: ${cells} cells: silent wrong ${counts.wrong} (mark: 0), NA with a reason ${counts.na}, right ${counts.right}, exceptions ${counts.thrown}`,
)
console.log(
  'ragas 0.4.3, 69 cells: silent wrong 11 to 13 (two of them outside [0, 1]), NaN 2 to 52, right 4 to 26, exceptions 0 to 50',
)
console.log('others, half the verdicts missing (right value 0.5): autoevals, deepeval, evalite and Mastra report 1.0')
