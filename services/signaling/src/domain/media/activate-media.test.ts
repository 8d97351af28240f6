import { expect, test } from '@jest/globals'
import { AppError } from '#kit/app-error.ts'
import type { Partly } from '#scripts/testing/partly.ts'
import { opened, placed } from '../call/rules.ts'
import type { CallDeps } from '../ports.ts'
import { activateMedia } from './activate-media.ts'

test('an activation without Redis is logged, and the answer stands', async () => {
  const warnings: unknown[] = []
  const deps: Partly<CallDeps> = {
    calls: { reserveRoom: () => Promise.reject(new AppError('unavailable')) },
    log: { warn: (fields: unknown) => warnings.push(fields) },
  }
  const holder = { session: 's', device: 'Chrome', peer: 'r:s' }
  const opening = {
    activityId: 1,
    ownerId: 2,
    members: [],
    callId: 'c',
    now: 0,
    kind: 'video',
    holder,
    visitorThere: true,
    clientId: null,
  } as const
  await activateMedia(deps as CallDeps, placed(opened(undefined, opening), 'node'))
  expect(warnings).toMatchObject([{ activityId: 1, err: { code: 'unavailable' } }])
})
