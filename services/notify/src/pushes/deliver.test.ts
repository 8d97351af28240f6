import { expect, test } from '@jest/globals'
import { createLog } from '#kit/log.ts'
import type { PushAnswer, RingContent } from '../core/ports.ts'
import { type DeliverDeps, deliver } from './deliver.ts'
import { createPushTraces } from './push-traces.ts'
import type { ClaimedPush, PushResult } from './pushes.ts'
import { RingEnds } from './ring-ends.ts'

const nothing = () => undefined
const PUSH: ClaimedPush = {
  ...{
    id: 'push',
    token: 'token',
    kind: 'ring',
    userId: 1,
    ownerId: 1,
    activityId: 1,
    subject: 'ring-1',
    ref: null,
    attempts: 1,
    lastStatus: null,
  },
  endsAt: new Date(45_000),
  device: {
    ...{ id: 'device', language: 'en', browser: 'Firefox', platform: 'Linux', details: true },
    subscription: { endpoint: 'https://localhost/push', p256dh: 'p', auth: 'a', publicKey: 'k' },
  },
}

type Sending = { readonly ends?: RingEnds; readonly waitMs?: number; readonly contentOf?: DeliverDeps['doorbell']['contentOf'] }

/** @param waitMs until its turn comes @returns the result of a push that its push service answers so */
async function resultOf(
  answer: PushAnswer,
  push = PUSH,
  { ends = new RingEnds(), waitMs = 0, contentOf = async () => undefined }: Sending = {},
): Promise<PushResult | undefined> {
  const results: PushResult[] = []
  let now = 0
  const send: DeliverDeps['pushServices']['send'] = async ({ isAllowed }) => {
    now += waitMs
    return isAllowed && !(await isAllowed()) ? { status: null } : answer
  }
  const deps: DeliverDeps = {
    clock: { now: () => new Date(now), in: (ms) => new Date(now + ms) },
    log: createLog('test', 'silent'),
    pushServices: { send },
    doorbell: { contentOf },
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
  expect(await resultOf({ status: null }, PUSH, { ends })).toMatchObject({ state: 'dropped', status: null, nextAt: null })
})

test('what has had no turn is due again, and counts as not sent', async () => {
  expect(await resultOf({ status: null })).toMatchObject({ state: 'due', status: null, nextAt: new Date(500) })
})

const OF_MEMBER: ClaimedPush = { ...PUSH, userId: 2 }
const CONTENT: RingContent = {
  ...{ ownerId: 1, visitorName: 'Ana Lima', message: 'A parcel', test: false, doorLabel: null, photoUrl: null, outcome: null },
  ...{ rungAt: '2027-01-01T12:00:00Z', endsAt: '2027-01-01T12:00:45Z', answeredBy: null, timeZone: 'UTC' },
  ...{ pushes: { ring: true, missed: true }, toPhones: true },
}
const away = () => Promise.reject(new Error('away'))

test.each([
  ['at once is sent', 0, async () => undefined, 'accepted'],
  ['late is sent to who still is a member', 1_000, async () => CONTENT, 'accepted'],
  ['late is not sent to who has been removed', 1_000, async () => undefined, 'due'],
  ['late is not sent while doorbell is away', 1_000, away, 'due'],
])('a member’s push whose turn comes %s', async (_what, waitMs, contentOf, state) => {
  expect(await resultOf({ status: 201 }, OF_MEMBER, { waitMs, contentOf })).toMatchObject({ state })
})

test('an owner’s push whose turn comes late is sent', async () => {
  expect(await resultOf({ status: 201 }, PUSH, { waitMs: 1_000, contentOf: away })).toMatchObject({ state: 'accepted' })
})
