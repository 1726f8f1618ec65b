import { expect, it } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const now = Date.parse('2026-01-01T00:00:00Z')

it.each([
  [{ 'retry-after': '2' }, 2_000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 23:00:00 GMT' }, 0],
  [{ 'retry-after-ms': '1250', 'retry-after': '2' }, 1_250],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-5' }, undefined],
  [{}, undefined],
])('the headers %j ask to wait %s ms', (headers: Record<string, string>, ms) => {
  expect(retryAfterMs(headers, now)).toBe(ms)
})
