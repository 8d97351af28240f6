import { expect, test } from '@jest/globals'
import { createLog } from '#kit/log.ts'
import type { PushAnswer } from '../core/ports.ts'
import { type DeliverDeps, deliver } from './deliver.ts'
import { createPushTraces } from './push-traces.ts'
import type { ClaimedPush, PushResult } from './pushes.ts'
import { RingEnds } from './ring-ends.ts'

const nothing = () => undefined
const PUSH: ClaimedPush = {
  ...{ id: 'push', token: 'token', kind: 'ring', userId: 1, activityId: 1, subject: 'ring-1', ref: null, attempts: 1, lastStatus: null },
  endsAt: new Date(45_000),
  device: {
    ...{ id: 'device', language: 'en', browser: 'Firefox', platform: 'Linux', details: true },
    subscription: { endpoint: 'https://localhost/push', p256dh: 'p', auth: 'a', publicKey: 'k' },
  },
}

/** @returns the result of a push that its push service answers so */
async function resultOf(answer: PushAnswer, push = PUSH, ends = new RingEnds()): Promise<PushResult | undefined> {
  const results: PushResult[] = []
  const deps: DeliverDeps = {
    clock: { now: () => new Date(0), in: (ms) => new Date(ms) },
    log: createLog('test', 'silent'),
    pushServices: { send: async () => answer },
    ends,
    traces: createPushTraces(),
    record: (result) => results.push(result),
    ...{ live: { accountChanged: nothing }, count: nothing, countRefused: nothing },
  }
  // Its content does not matter here.
  await deliver(
    deps,
    [push],
    Promise.resolve(() => ({ notification: { tag: 'ring-1' } }) as never),
  )
  return results[0]
}

test.each([
  [0, 500],
  [3, 3_000],
  [undefined, 500],
])('after a Retry-After of %s seconds it is tried again in %i ms', async (retryAfterSeconds, milliseconds) => {
  expect(await resultOf({ status: 429, retryAfterSeconds })).toMatchObject({ state: 'due', nextAt: new Date(milliseconds) })
})

test.each([
  [1, undefined, 500],
  [3, undefined, 8_000],
  [3, 2, 8_000],
  [3, 60, 60_000],
  [30, undefined, 3_600_000],
])(
  'what is worth a day is left alone for longer each time: attempt %i, Retry-After %s, %i ms',
  async (attempts, retryAfterSeconds, milliseconds) => {
    const push = { ...PUSH, kind: 'ended', attempts, endsAt: new Date(24 * 3_600_000) } as const
    expect(await resultOf({ status: 503, retryAfterSeconds }, push)).toMatchObject({ state: 'due', nextAt: new Date(milliseconds) })
  },
)

test('a ring is tried again soon, however long it lives', async () => {
  const push = { ...PUSH, attempts: 9, endsAt: new Date(3_600_000) }
  expect(await resultOf({ status: 503 }, push)).toMatchObject({ state: 'due', nextAt: new Date(10_000) })
})

test('what was not wanted any more when its turn came is dropped, and counts as not sent', async () => {
  const ends = new RingEnds()
  ends.add(1, 'answered_audio')
  expect(await resultOf({ status: null }, PUSH, ends)).toMatchObject({ state: 'dropped', status: null, nextAt: null })
})

test('what has had no turn is due again, and counts as not sent', async () => {
  expect(await resultOf({ status: null })).toMatchObject({ state: 'due', status: null, nextAt: new Date(500) })
})
