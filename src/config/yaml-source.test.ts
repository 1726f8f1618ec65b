import { describe, expect, it } from 'vitest'
import { refusalOf } from './test-support/project.ts'

describe('a file that is not YAML', () => {
  it.each([
    ['a doubled key', 'name: a\nrepeats: 1\nname: b\n', ':3:1: name is given twice, first on line 1'],
    [
      'a doubled key inside',
      'system: {module: a, module: b}\n',
      ':1:21: system.module is given twice, first on line 1',
    ],
    ['a tab', 'system:\n\tmodule: a\n', ':2:1: a tab is used as indentation; YAML takes only spaces there (at system)'],
    [
      'bad indentation',
      'budget:\n  calls: 1\n tokens: 2\n',
      ':3:1: the indentation does not fit the lines around it (at budget.calls)',
    ],
    [
      'a second colon',
      'name: a: b\n',
      ':1:7: a second `key: value` on one line; a text that contains `: ` must be in quotes (at name.a)',
    ],
    ['an open quote', 'name: "a\nrepeats: 1\n', ':3:1: Missing closing "quote (at name)'],
    ['an unknown tag', 'name: !secret x\n', ':1:7: Unresolved tag: !secret (at name)'],
    [
      'a merge key',
      'configurations:\n  a: {x: 1}\n  b:\n    <<: {x: 1}\n',
      ':4:5: configurations.b["<<"]: merge keys are not read',
    ],
    ['two documents', 'name: a\n---\nname: b\n', ':2:1: a second document begins here'],
    ['an alias without anchor', 'name: *n\n', ':1:7: name refers to *n, but no &n comes before it'],
    ['an alias inside its anchor', 'judge: &j {provider: *j}\n', ':1:22: judge.provider refers to *j from inside &j'],
    [
      'a number too large to be exact',
      'configurations:\n  a: {seed: 12345678901234567890}\n',
      ':2:13: configurations.a.seed: 12345678901234567890 cannot be kept exactly',
    ],
    ['no number', 'configurations:\n  a: {x: .nan}\n', ':2:10: configurations.a.x must be a finite number, got .nan'],
    ['half a surrogate pair', 'name: "\\uD800"\n', ':1:7: name holds half of a surrogate pair, which is no character'],
    [
      'a prototype',
      'configurations:\n  a: {__proto__: 1}\n',
      ':2:7: configurations.a.__proto__: this key is not allowed',
    ],
  ])('is refused for %s with line, column and key path', async (_name, yaml, message) => {
    const error = await refusalOf(yaml)
    expect(error.code).toBe('config_syntax')
    expect(error.message).toBe(`ragstone.yaml${message}`)
  })

  it('is refused when UTF-16, with the cure', async () => {
    const error = await refusalOf(Buffer.from('\ufeffname: a\n', 'utf16le'))
    expect(error.message).toContain('UTF-16')
    expect(error.hint).toContain('UTF-8')
  })

  it('is refused when some line is not UTF-8, naming the line', async () => {
    const error = await refusalOf(Buffer.concat([Buffer.from('name: a\nnote: '), Buffer.from([0xb1, 0xc4, 0x0a])]))
    expect(error.message).toContain('ragstone.yaml:2')
  })

  it.each(['', '\n\n', '# only a comment\n', '---\n'])('is refused when empty: %j', async (yaml) => {
    expect((await refusalOf(yaml)).message).toBe('ragstone.yaml: the file is empty')
  })

  it.each(['- a\n', 'just words\n', '7\n'])('is refused when no map: %j', async (yaml) => {
    expect((await refusalOf(yaml)).message).toContain('ragstone.yaml: the file must be a map')
  })

  it('is refused for an alias bomb, at once', async () => {
    const lines = ['configurations:', '  a: &a0 {x: [1, 2, 3, 4, 5, 6, 7, 8, 9]}']
    for (let level = 1; level < 30; level += 1) {
      lines.push(
        `  l${level}: &a${level} {x: [${Array(9)
          .fill(`*a${level - 1}`)
          .join(', ')}]}`,
      )
    }
    const started = performance.now()
    const error = await refusalOf(lines.join('\n'))
    expect(error.message).toMatch(/^ragstone\.yaml:\d+:\d+: configurations\.l\d+\.x\[\d\] is an alias too many/)
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it.each([
    ['lists', '['.repeat(20_000)],
    ['maps', '{a: '.repeat(20_000)],
    ['block lists', '- '.repeat(20_000)],
  ])('is refused for %s nested too deep, without using up the stack', async (_name, open) => {
    expect((await refusalOf(`note:\n  ${open}`)).message).toContain('nested more than 100 deep')
  })

  it('tells how to write a reference inside braces', async () => {
    const error = await refusalOf('judge: {provider: a, model: ${MODEL}}\n')
    expect(error.message).toMatch(/^ragstone\.yaml:1:\d+: /)
    expect(error.hint).toContain('"${NAME}"')
  })
})
