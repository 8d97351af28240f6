import { randomUUID } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { FIELD } from '#proto/limits.ts'
import { makePushToken, readPushToken } from './push-tokens.ts'

const ID = randomUUID()

test('a token names its push and its account, by the key it was made with', () => {
  const token = makePushToken(ID, 4_000_000_000, 'old')
  expect(token.length).toBeLessThanOrEqual(FIELD.pushToken)
  expect(readPushToken(token, ['new', 'old'])).toEqual({ id: ID, userId: 4_000_000_000 })
  expect(readPushToken(token, ['new'])).toBeUndefined()
})

test.each([
  ['an id', ID],
  ['nothing', ''],
  ['other characters', '!'.repeat(40)],
  ['another account', makePushToken(ID, 2, 'other')],
])('%s is no token', (_what, token) => {
  expect(readPushToken(token, ['key'])).toBeUndefined()
})
