import { describe, expect, it } from 'vitest'
import { commandFlags, pasteable } from './command-flags.ts'

describe('a command that is printed', () => {
  it('repeats the flags that say which project, quoted where a shell needs it', () => {
    expect(commandFlags({})).toBe('')
    expect(commandFlags({ config: 'a.yaml', store: 'my runs.db' })).toBe(' --config a.yaml --store "my runs.db"')
  })

  it('gets prefix and flags where it stands in a sentence', () => {
    const flags = { config: 'a.yaml', store: 'b.db' }
    expect(pasteable('what was collected is stored; go on with: ragstone run --resume r1', flags)).toBe(
      'what was collected is stored; go on with: npx ragstone run --config a.yaml --store b.db --resume r1',
    )
    expect(pasteable('try `ragstone report` or ragstone export scores', {})).toBe(
      'try `npx ragstone report` or npx ragstone export scores',
    )
    expect(pasteable('create a project with `ragstone init`', flags)).toBe('create a project with `npx ragstone init`')
  })

  it('keeps the configuration file that it names itself', () => {
    expect(
      pasteable('go on with: ragstone run --resume r1 --config slow.yaml', { config: 'a.yaml', store: 'b.db' }),
    ).toBe('go on with: npx ragstone run --store b.db --resume r1 --config slow.yaml')
  })

  it('leaves alone what only looks like one', () => {
    const text = 'npx ragstone run, @ragstone run, node_modules/ragstone run, ragstone runs, ragstone.yaml'
    expect(pasteable(text, {})).toBe(text)
  })
})
