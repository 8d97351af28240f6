import { expect, test } from '@jest/globals'
import { createClock } from '#kit/clock.ts'
import { createLog } from '#kit/log.ts'
import type { Caller } from '#proto/envelope.ts'
import { createPushedAccounts } from '../core/pushed-accounts.ts'
import { putState, type RegisterDeps } from './register-device.ts'

const RESIDENT = { userId: 7, username: 'ada', tier: 'free', session: 's', device: 'Firefox on Linux' } as const
const CALLER: Caller = { requestId: 'test', address: '192.0.2.1', userAgent: 'jest', visits: [], resident: RESIDENT as never }

test.each([
  ['a device that registers', { name: 'Firefox on Linux', ringTimes: [] }, undefined],
  ['one that is refused', 'full', false],
] as const)('%s: whether the next ring of its account may wait', async (_what, stored, known) => {
  const pushedAccounts = createPushedAccounts().set(7, false)
  const deps: RegisterDeps = {
    ...{
      devices: { put: async () => stored as never },
      auth: { nameSession: async () => undefined },
      pushServices: { refusal: async () => undefined },
    },
    ...{ pushedAccounts, clock: createClock(), log: createLog('test', 'silent'), publicKeys: ['key'] },
  }
  await putState(deps, { armed: true, permission: 'default' }, CALLER).catch(() => undefined)
  expect(pushedAccounts.get(7)).toBe(known)
})
