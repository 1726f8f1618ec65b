import { describe, expect, it } from 'vitest'
import { ignoreText } from './ignore-lines.ts'

describe('.gitignore', () => {
  it('gets what is missing, once, with the line ends that it has', () => {
    expect(ignoreText(undefined)).toBe('.ragstone/\n.env\n')
    expect(ignoreText('node_modules')).toBe('node_modules\n.ragstone/\n.env\n')
    expect(ignoreText('dist\r\n.env\r\n')).toBe('dist\r\n.env\r\n.ragstone/\r\n')
    expect(ignoreText('.env*\n/.ragstone/\n')).toBeUndefined()
  })
})
