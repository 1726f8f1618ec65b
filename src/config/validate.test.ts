import { describe, expect, it } from 'vitest'
import { loadYaml, refusalOf } from './test-support/project.ts'

describe('a value that is wrong', () => {
  it.each([
    [
      'system:\n  module: a\n  concurrency: two\n',
      ':3:16: system.concurrency must be a whole number from 1 to 1024, got "two"',
    ],
    [
      'system:\n  module: a\n  concurrency: 1.5\n',
      ':3:16: system.concurrency must be a whole number from 1 to 1024, got 1.5',
    ],
    ['system: {module: a, timeout_s: 0}\n', ':1:32: system.timeout_s must be a number above 0, got 0'],
    ['system: {command: [a], mode: twice}\n', ':1:30: system.mode must be one of "serve", "once", got "twice"'],
    [
      'system: {command: []}\n',
      ':1:19: system.command must be a list that is not empty such as [python3, rag.py], got an empty list',
    ],
    ['system:\n  command: [a, 7]\n', ':2:16: system.command[1] must be a text that is not empty, got 7'],
    ['system: {http: {method: POST}}\n', ':1:10: system.http.url is missing; it must be a text that is not empty'],
    ['system: {http: {url: a, headers: {x: 1}}}\n', ':1:38: system.http.headers.x must be a text, got 1'],
    [
      'judge: {provider: ollama, model: m, base_url: "localhost:11434"}\n',
      ':1:47: judge.base_url must begin with http:// or https://, got "localhost:11434"',
    ],
    ['repeats: 0\n', ':1:10: repeats must be a whole number from 1 to 100, got 0'],
    ['budget: {calls: -1}\n', ':1:17: budget.calls must be a whole number above 0, got -1'],
    [
      'gates: hit_rate >= 1\n',
      ':1:8: gates must be a list such as [hit_rate@3 >= 0.90 coverage 0.95], got "hit_rate >= 1"',
    ],
    ['gates:\n', ':1:7: gates must be a list such as [hit_rate@3 >= 0.90 coverage 0.95], got nothing'],
    ['metrics: mrr\n', ':1:10: metrics must be a list, got "mrr"'],
    ['metrics:\n  - mrr\n  - 3\n', ':3:5: metrics[1] must be the name of a metric, or a map of its name to options'],
    ['metrics:\n  - mrr:\n', ':2:5: metrics[0].mrr has no options'],
    ['metrics:\n  - {mrr: {}, map: {}}\n', ':2:5: metrics[0] names 2 metrics (mrr, map); each needs a line of its own'],
    ['metrics:\n  - {mrr: 3}\n', ':2:11: metrics[0].mrr must be a map, got 3'],
    ['metrics: [{}]\n', ':1:11: metrics[0] is empty'],
    ['metrics:\n  - name: tone\n', ':2:5: metrics[0].criteria is missing; it must be a map of texts'],
    ['configurations:\n  base: 3\n', ':2:9: configurations.base must be a map or nothing, got 3'],
    ['configurations: {}\n', ':1:1: configurations is empty'],
    [
      'configurations: {"a|b": {}}\n',
      ':1:18: configurations["a|b"]: a name may not hold control characters, line separators or "|"',
    ],
    ['configurations: {"": {}}\n', ':1:18: configurations holds an empty name'],
    [
      'configurations: {"a\\u0007": {}}\n',
      ':1:18: configurations["a\\u0007"]: a name may not hold control characters, line separators or "|"',
    ],
    ['judge: {provider: ollama}\n', ':1:1: judge.model is missing; it must be a text that is not empty'],
  ])('%j', async (yaml, message) => {
    const error = await refusalOf(yaml)
    expect(error.message).toBe(`ragstone.yaml${message}`)
    expect(error.code).toBe('config_invalid')
  })

  it('comes with the way out', async () => {
    expect((await refusalOf('system: {command: python3 rag.py}\n')).hint).toBe('write it as a list: [python3, rag.py]')
    expect((await refusalOf('metrics: hit_rate@3, refusal\n')).hint).toBe('write it as a list: [hit_rate@3, refusal]')
    expect((await refusalOf('metrics: ./my metric.ts\n')).hint).toBe('write it as a list: ["./my metric.ts"]')
    expect((await refusalOf('gates: refusal >= 0.5\n')).hint).toBe('write it as a list: ["refusal >= 0.5"]')
    expect((await refusalOf('refusal_phrases: ask the "desk"\n')).hint).toBe(
      'write it as a list: ["ask the \\"desk\\""]',
    )
    expect((await refusalOf('repeats: "3"\n')).hint).toBe('write it without quotes')
    expect((await refusalOf('judge: {provider: a, modell: b}\n')).hint).toBe(
      'did you mean "model" where "modell" stands?',
    )
  })

  it('is listed with all the others, in the order of the file', async () => {
    const error = await refusalOf('repeats: 0\nnam: x\nsystem: {module: a, concurency: 2}\n')
    expect(error.message).toBe('ragstone.yaml:1:10: repeats must be a whole number from 1 to 100, got 0')
    expect(error.details).toEqual([
      'ragstone.yaml:2:1: nam is not a known key (did you mean "name"?)',
      'ragstone.yaml:3:21: system.concurency is not a known key (did you mean "concurrency"?)',
    ])
  })
})

describe('a key that is not known', () => {
  it.each([
    ['tset_set: a\n', ':1:1: tset_set is not a known key', 'did you mean "test_set"?'],
    ['system:\n  command: [a]\n  timeout: 3\n', ':3:3: system.timeout is not a known key', 'did you mean "timeout_s"?'],
    [
      'system: {http: {url: a, header: {}}}\n',
      ':1:25: system.http.header is not a known key',
      'did you mean "headers"?',
    ],
    [
      'system: {http: {url: a, pick: {respons: b}}}\n',
      ':1:32: system.http.pick.respons is not a known key',
      'did you mean "response"?',
    ],
    ['system: {module: a, cwd: b}\n', ':1:21: system.cwd is not a known key', undefined],
    ['budget: {call: 1}\n', ':1:10: budget.call is not a known key', 'did you mean "calls"?'],
    ['metrics:\n  - {module: a, metrik: b}\n', ':2:17: metrics[0].metrik is not a known key', 'did you mean "metric"?'],
    ['command: [python3, rag.py]\n', ':1:1: command is not a known key', 'indent it below `system:`'],
  ])('%j is refused with the nearest known one', async (yaml, message, hint) => {
    const error = await refusalOf(yaml)
    expect(error.code).toBe('unknown_key')
    expect(error.message).toBe(`ragstone.yaml${message}`)
    if (hint !== undefined) expect(error.hint).toBe(hint)
  })

  it('is a setting inside a configuration, and an option inside a metric', async () => {
    const { configurations, config } = await loadYaml(
      'configurations: {a: {anything: {deep: [1]}}}\nmetrics: [{mrr: {x: 1}}]\n',
    )
    expect(configurations[0]?.settings).toEqual({ anything: { deep: [1] } })
    expect(config.metrics).toEqual([{ mrr: { x: 1 } }])
  })
})
