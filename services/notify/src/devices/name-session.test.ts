import { expect, test } from '@jest/globals'
import { AppError } from '#kit/app-error.ts'
import { createLog } from '#kit/log.ts'
import { nameSession } from './name-session.ts'

test('a rename does not fail while auth is away', async () => {
  const auth = { nameSession: () => Promise.reject(new AppError('unavailable')) }
  const naming = nameSession({ auth, log: createLog('test', 'silent') }, { userId: 1, session: 's', name: 'Kitchen tablet' })
  await expect(naming).resolves.toBeUndefined()
})
