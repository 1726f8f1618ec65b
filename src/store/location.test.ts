import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { hidePassword, sqliteFile } from './location.ts'

it('takes paths relative to the folder, absolute ones and drive letters as files', () => {
  const folder = resolve('some', 'project')
  expect(sqliteFile('.ragstone/x.db', folder)).toBe(join(folder, '.ragstone', 'x.db'))
  expect(sqliteFile(resolve('x.db'), folder)).toBe(resolve('x.db'))
  expect(sqliteFile('c:/x.db', folder)).toContain('x.db')
  expect(sqliteFile(':memory:', folder)).toBe(':memory:')
})

it('refuses addresses and empty names', () => {
  for (const [location, code] of [
    ['postgres://h/x', 'postgres_not_available'],
    ['POSTGRESQL://h/x', 'postgres_not_available'],
    ['https://h/x.db', 'unknown_store'],
    [' ', 'unknown_store'],
    ['a\0b', 'unknown_store'],
  ] as const) {
    expect(() => sqliteFile(location, '.')).toThrow(expect.objectContaining({ code }))
  }
})

it('hides passwords wherever an address holds them', () => {
  expect(hidePassword('postgres://ann:s3cret@h:5432/x')).toBe('postgres://ann:***@h:5432/x')
  expect(hidePassword('postgres://ann:p@ss/w:rd@h/x')).toBe('postgres://ann:***@h/x')
  expect(hidePassword('postgres://ann@h/x?password=s3cret&ssl=1')).toBe('postgres://ann@h/x?password=***&ssl=1')
  expect(hidePassword('postgres://h/x?user=a&sslpassword=b#c')).toBe('postgres://h/x?user=a&sslpassword=***#c')
  expect(hidePassword('postgres://h:5432/x')).toBe('postgres://h:5432/x')
  expect(hidePassword('folder/a:b@c.db')).toBe('folder/a:b@c.db')
})
