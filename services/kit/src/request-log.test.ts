import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { inRequest, requestFields } from './request-log.ts'

test('what a request runs, also later, has its id, and nothing else has', async () => {
  expect(requestFields()).toEqual({})
  const later = async () => {
    await setImmediate()
    return requestFields()
  }
  expect(await Promise.all([inRequest('a', later), inRequest('b', later), later()])).toEqual([{ requestId: 'a' }, { requestId: 'b' }, {}])
  expect(requestFields()).toEqual({})
})
