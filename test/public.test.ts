import { describe, expect, expectTypeOf, it } from 'vitest'
import { COMMANDS as TYPED } from '../src/cli/commands.ts'
import * as ragstone from '../src/index.ts'
import * as metrics from '../src/metrics.ts'
import * as stats from '../src/stats.ts'
import * as testing from '../src/testing.ts'

/** The function behind each command; `npm run types` checks the types that are expected below. */
const COMMANDS = {
  init: ragstone.initProject,
  lint: ragstone.lint,
  plan: ragstone.plan,
  run: ragstone.run,
  collect: ragstone.collect,
  evaluate: ragstone.evaluate,
  report: ragstone.report,
  export: ragstone.exportRecords,
  cache: ragstone.cacheSummary,
  'add-case': ragstone.addCase,
  'check-judge': ragstone.checkJudge,
  import: ragstone.importScores,
  grade: ragstone.openGrading,
  trust: ragstone.trust,
  compare: ragstone.compare,
  attribute: ragstone.attribute,
}

describe('the public entries', () => {
  it('hold one function for each command', () => {
    for (const [name, command] of Object.entries(COMMANDS)) expect(command, name).toBeTypeOf('function')
    expect(Object.keys(COMMANDS).sort()).toEqual(TYPED.map(({ name }) => name).sort())
  })

  it('type what goes in and comes out of the commands', () => {
    expectTypeOf(ragstone.run).parameter(0).toEqualTypeOf<ragstone.RunOptions | undefined>()
    expectTypeOf(ragstone.run).returns.resolves.toEqualTypeOf<ragstone.RunResult>()
    expectTypeOf<ragstone.RunResult['report']>().toEqualTypeOf<ragstone.RunReport>()
    expectTypeOf<ragstone.RunReport['summaries'][number]>().toEqualTypeOf<ragstone.Summary>()
    expectTypeOf<ragstone.Summary['value']>().toEqualTypeOf<number | null>()
    expectTypeOf(ragstone.evaluate).parameter(0).toExtend<{ file?: string; metrics?: readonly unknown[] } | undefined>()
    expectTypeOf(ragstone.report).returns.resolves.toEqualTypeOf<ragstone.RunReport>()
    expectTypeOf(ragstone.exportRecords).returns.toEqualTypeOf<AsyncIterable<string | Uint8Array>>()
    expectTypeOf(ragstone.addCase).parameter(0).toHaveProperty('question')
    expectTypeOf(ragstone.defineConfig).parameter(0).toEqualTypeOf<ragstone.ConfigInput>()
    expectTypeOf(ragstone.terminalReport).parameter(0).toEqualTypeOf<ragstone.RunReport>()
  })

  it('type the records that are stored and exchanged', () => {
    expectTypeOf<ragstone.TestCase>().toHaveProperty('user_input').toEqualTypeOf<string>()
    expectTypeOf<ragstone.Response['response']>().toEqualTypeOf<string | null>()
    expectTypeOf<ragstone.Score['outcome']>().toEqualTypeOf<ragstone.Outcome>()
    expectTypeOf<Extract<ragstone.Outcome, { status: 'na' }>['reason']>().toEqualTypeOf<ragstone.NaReason>()
    expectTypeOf<ragstone.Grade['verdict']>().toEqualTypeOf<'right' | 'wrong'>()
  })

  it('type a metric by what it needs', () => {
    const metric = metrics.defineMetric({
      name: 'example',
      version: 1,
      stage: 'generation',
      summary: 'An example.',
      uses: [],
      direction: 'higher_is_better',
      range: [0, 1],
      scale: 'binary',
      needs: ['response'],
      score(sample) {
        expectTypeOf(sample.response).toEqualTypeOf<string>()
        expectTypeOf(sample).not.toHaveProperty('reference')
        return metrics.scored(1)
      },
    })
    expect(metric.needs).toEqual(['response'])
  })

  it("score one sample in a test of the user's own", async () => {
    const { exact_match } = metrics.builtInMetrics
    if (exact_match === undefined) throw new Error('exact_match is missing')
    const { outcome } = await testing.scoreWith(exact_match, testing.sampleOf({ reference: 'It opens at nine.' }))
    expect(outcome).toMatchObject({ status: 'scored', value: 1 })
    expect(stats.wilson(19, 38)).toMatchObject({ low: expect.closeTo(0.348499283643951, 9) })
  })
})
