import { afterEach, beforeEach, describe } from 'vitest'
import type { Store } from './store.ts'
import { cacheContract, heldExchangeContract } from './test-support/contract-cache.ts'
import { exchangeContract, judgeMemoryContract } from './test-support/contract-exchanges.ts'
import { gradeContract } from './test-support/contract-grades.ts'
import { orderContract, responseContract } from './test-support/contract-responses.ts'
import { runContract, testCaseContract } from './test-support/contract-runs.ts'
import { replacedScoreContract, sampleContract, scoreContract } from './test-support/contract-scores.ts'

/** What every store must do, over an empty one for each test. */
export function storeContract(open: () => Promise<Store>): void {
  let store: Store
  beforeEach(async () => {
    store = await open()
  })
  afterEach(async () => {
    await store.close()
  })
  const given = () => store

  describe('runs', () => runContract(given))
  describe('test cases', () => testCaseContract(given))
  describe('responses', () => responseContract(given))
  describe('order and selection', () => orderContract(given))
  describe('scores', () => scoreContract(given))
  describe('scores that are replaced', () => replacedScoreContract(given))
  describe('samples', () => sampleContract(given))
  describe('grades', () => gradeContract(given))
  describe('exchanges', () => exchangeContract(given))
  describe('what is remembered of models', () => judgeMemoryContract(given))
  describe('the judge cache', () => cacheContract(given))
  describe('exchanges that scores are made of', () => heldExchangeContract(given))
}
