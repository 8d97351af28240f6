import { randomUUID } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { makePushToken } from '#kit/push-tokens.ts'
import { createPushAccounts } from './push-accounts.ts'

test('tokens are unknown until notify has answered, and it is asked again', async () => {
  const at = { now: 0 }
  const answers = [() => Promise.reject(new Error('away')), () => Promise.resolve({ keys: ['key'] })]
  const accountOf = createPushAccounts({ call: async () => answers.shift()?.() ?? { keys: [] } }, () => at.now)
  const token = makePushToken(randomUUID(), 7, 'key')
  await Promise.resolve()
  expect(accountOf(token)).toBeUndefined()
  at.now = 1_000
  accountOf(token)
  await new Promise((resolve) => setImmediate(resolve))
  expect([accountOf(token), accountOf(makePushToken(randomUUID(), 7, 'invented'))]).toEqual([7, undefined])
})
