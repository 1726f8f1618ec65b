import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRagstoneError } from '../core/errors.ts'
import { builtInMetrics } from '../metrics/registry.ts'
import { parseGate } from './gate.ts'
import { checkGateSyntax, checkGates, checkRunGates, exitCodeOf } from './gates.ts'
import type { GateState, Progress, Summary } from './run-report.ts'

function summary(configuration: string, value: number | null, extra: Partial<Summary> = {}): Summary {
  return {
    configuration,
    metric: 'hit_rate@3',
    value,
    low: null,
    high: null,
    interval_method: null,
    n_scored: value === null ? 0 : 10,
    n_total: 10,
    na: {},
    n_inapplicable: 0,
    direction: 'higher_is_better',
    stage: 'retrieval',
    scale: 'binary',
    worst_case: null,
    pooled: null,
    ...extra,
  }
}

function progress(configuration: string, collected: number, expected: number): Progress {
  return { configuration, collected, expected, errors: 0, problems: 0, not_evaluated: 0 }
}

function failure(act: () => unknown): { code: string; message: string; hint: string | undefined } {
  try {
    act()
  } catch (error) {
    if (isRagstoneError(error)) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

function check(text: string, ...summaries: Summary[]) {
  const [result] = checkGates([parseGate(text)], summaries)
  if (result === undefined) throw new Error('no result')
  return result
}

describe('parseGate', () => {
  it('reads the forms that the documentation names', () => {
    expect(parseGate('hit_rate@3 >= 0.90')).toMatchObject({
      metric: 'hit_rate@3',
      operator: '>=',
      threshold: 0.9,
      coverage: 0.9,
    })
    expect(parseGate('faithfulness >= 0.85 coverage 0.95')).toMatchObject({ threshold: 0.85, coverage: 0.95 })
    expect(parseGate('latency <= 2000')).toMatchObject({ operator: '<=', threshold: 2000 })
    expect(parseGate('hit_rate@3>=90% on base')).toMatchObject({ threshold: 0.9, configuration: 'base' })
    expect(parseGate('mrr ≥ .5 on my base coverage 80%')).toMatchObject({ configuration: 'my base', coverage: 0.8 })
    expect(parseGate('mrr > 0.5 coverage 0.8 on 基本設定')).toMatchObject({ configuration: '基本設定', coverage: 0.8 })
    expect(parseGate('latency ≤ 2e3')).toMatchObject({ operator: '<=', threshold: 2000 })
    expect(parseGate('over < 0.1').operator).toBe('<')
  })

  it('refuses nonsense with the text of the gate and the forms', () => {
    const nonsense = [
      '',
      'hit_rate@3',
      'hit_rate@3 > ',
      'hit_rate@3 == 0.9',
      'hit_rate@3 >= high',
      'hit_rate@3 >= 0.9 please',
    ]
    nonsense.push(
      'hit_rate@3 >= 0.9 coverage 2',
      'hit_rate@3 >= 0.9 coverage',
      '>= 0.9',
      'a >= 1 >= 2',
      'hit_rate@3 => 0.9',
      'm >= NaN',
    )
    for (const text of nonsense) {
      const error = failure(() => parseGate(text))
      expect(error.code).toBe('bad_gate')
      expect(error.message).toContain(`gate "${text}"`)
      expect(error.hint).toContain('hit_rate@3 >= 0.90')
    }
  })

  it('shows forms that can be copied: they name metrics that exist', () => {
    const forms =
      failure(() => parseGate('nonsense'))
        .hint?.replace('write it as: ', '')
        .split(', ') ?? []
    const known = ['hit_rate@3', ...Object.keys(builtInMetrics)]
    expect(forms.map((form) => parseGate(form, known).text)).toEqual(forms)
    expect(forms).toHaveLength(3)
  })

  it('refuses an unknown metric or configuration and names the nearest', () => {
    const error = failure(() => checkGateSyntax(['hit_rat@3 >= 0.9'], ['hit_rate@3', 'refusal']))
    expect(error).toMatchObject({ code: 'unknown_metric', hint: 'did you mean "hit_rate@3"?' })
    expect(failure(() => checkGateSyntax(['mrr >= 0.9'], ['refusal'])).hint).toBe('evaluated are: refusal')
    const other = failure(() => parseGate('refusal >= 0.9 on bse', ['refusal'], ['base', 'top_k_6']))
    expect(other).toMatchObject({ code: 'unknown_configuration', hint: 'did you mean "base"?' })
  })

  it('refuses a threshold that the metric can never reach', () => {
    const metrics = [
      { metric: 'mrr', range: [0, 1] as const },
      { metric: 'latency', range: [0, null] as const },
    ]
    expect(failure(() => parseGate('mrr >= 90', metrics)).message).toContain('mrr lies between 0 and 1')
    expect(parseGate('latency <= 90', metrics).threshold).toBe(90)
  })

  it('never fails in another way than a RagstoneError, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          expect(Number.isFinite(parseGate(text).threshold)).toBe(true)
        } catch (error) {
          expect(isRagstoneError(error)).toBe(true)
        }
      }),
    )
  })
})

describe('checkGates', () => {
  it('compares the mean with the threshold, both ends of an equality included', () => {
    expect(check('hit_rate@3 >= 0.9', summary('base', 0.9)).state).toBe('passed')
    expect(check('hit_rate@3 > 0.9', summary('base', 0.9)).state).toBe('failed')
    expect(check('hit_rate@3 <= 0.3', summary('base', 0.1 + 0.2)).state).toBe('passed')
    expect(check('hit_rate@3 < 0.3', summary('base', 0.1 + 0.2)).state).toBe('failed')
    expect(check('hit_rate@3 >= 0.9', summary('base', 0.89))).toMatchObject({ state: 'failed', value: 0.89 })
  })

  it('requires every configuration to pass and shows the worst', () => {
    const result = check('hit_rate@3 >= 0.5', summary('a', 0.9), summary('b', 0.4), summary('c', 0.1))
    expect(result).toMatchObject({ state: 'failed', value: 0.1 })
    expect(result.detail).toContain('c, the worst of 3')
    expect(check('hit_rate@3 <= 0.95', summary('a', 0.9), summary('b', 0.4)).value).toBe(0.9)
  })

  it('looks at one configuration when the gate names it', () => {
    expect(check('hit_rate@3 >= 0.5 on a', summary('a', 0.9), summary('b', 0.1)).state).toBe('passed')
  })

  it('is undecided below the coverage floor, whatever the value', () => {
    const few = summary('base', 0.1, { n_scored: 8, na: { timeout: 2 } })
    const result = check('hit_rate@3 >= 0.9', few)
    expect(result.state).toBe('undecided')
    expect(result.detail).toContain('8 of 10 scored')
    expect(check('hit_rate@3 >= 0.9 coverage 0.8', few).state).toBe('failed')
  })

  it('does not count samples to which the metric does not apply', () => {
    const result = check(
      'hit_rate@3 >= 0.9',
      summary('base', 1, { n_scored: 2, na: { not_applicable: 8 }, n_inapplicable: 8 }),
    )
    expect(result.state).toBe('passed')
    expect(result.detail).toContain('2 of 10 scored, 8 not applicable')
  })

  it('is undecided with the reason when nothing was scored or evaluated', () => {
    const nothing = check(
      'hit_rate@3 >= 0',
      summary('base', null, { na: { timeout: 10 }, reason: 'all 10 NA: timeout 10' }),
    )
    expect(nothing).toMatchObject({ state: 'undecided', value: null })
    expect(nothing.detail).toContain('all 10 NA: timeout 10')
    expect(check('hit_rate@3 >= 0 coverage 0', summary('base', null)).state).toBe('undecided')
    expect(check('mrr >= 0', summary('base', 1))).toMatchObject({ state: 'undecided', value: null })
  })

  it('counts responses that are still missing against the coverage', () => {
    const gates = [parseGate('hit_rate@3 >= 0.9')]
    const unfinished = checkGates(gates, [summary('base', 1)], { progress: [progress('base', 10, 36)] })
    expect(unfinished[0]).toMatchObject({ state: 'undecided' })
    expect(unfinished[0]?.detail).toContain('10 of 36 scored')
  })

  it('reports a stored gate that cannot be read any more as undecided', () => {
    expect(checkRunGates(['nonsense'], [])).toMatchObject([{ gate: 'nonsense', state: 'undecided', value: null }])
  })
})

describe('exitCodeOf', () => {
  it('is 0, 100 when a gate failed, 101 when one is undecided; failed wins', () => {
    const codeOf = (...states: GateState[]) =>
      exitCodeOf({ gates: states.map((state) => ({ state })), progress: [{ collected: 3, errors: 1 }] })
    expect(codeOf()).toBe(0)
    expect(codeOf('passed')).toBe(0)
    expect(codeOf('passed', 'undecided')).toBe(101)
    expect(codeOf('undecided', 'failed', 'passed')).toBe(100)
  })

  it('is that of an undecided run when the system failed on every case, and only then', () => {
    const codeOf = (...progress: { collected: number; errors: number }[]) => exitCodeOf({ gates: [], progress })
    expect(codeOf({ collected: 2, errors: 2 }, { collected: 1, errors: 1 })).toBe(101)
    expect(codeOf({ collected: 2, errors: 2 }, { collected: 1, errors: 0 })).toBe(0)
    expect(codeOf({ collected: 0, errors: 0 })).toBe(0)
  })
})
