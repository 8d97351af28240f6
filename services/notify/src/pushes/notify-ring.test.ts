import { expect, test } from '@jest/globals'
import { createLog } from '#kit/log.ts'
import { Turns } from '#kit/turns.ts'
import { createPushedAccounts } from '../core/pushed-accounts.ts'
import { createKnown, type PushAgainDeps, pushAgain, pushEnd, pushRing } from './notify-ring.ts'
import { createPushTraces } from './push-traces.ts'
import type { ClaimedPush, PlacedRing } from './pushes.ts'
import { RingEnds } from './ring-ends.ts'

const nothing = async () => undefined
const ENDS = '2027-01-01T12:00:45Z'
const IDS = { activityId: 1, ownerId: 1, doorId: 1 }
const RING = { type: 'placed', ...IDS, at: '2027-01-01T12:00:00Z', endsAt: ENDS, test: false, quiet: false } as const
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
  endsAt: new Date(ENDS),
  device: {
    ...{ id: 'device', language: 'en', browser: 'Firefox', platform: 'Linux', details: true },
    subscription: { endpoint: 'https://localhost/push', p256dh: 'p', auth: 'a', publicKey: 'k' },
  },
}

/** The account of a member of the household. */
const MEMBER = 2
type Circumstances = {
  readonly isWritten?: boolean
  readonly claimMs?: number
  readonly wasPushed?: boolean | null
  readonly memberPushed?: boolean
  readonly claimed?: readonly ClaimedPush[]
}

/**
 * @param claimMs how long the rows of a ring take
 * @param wasPushed the owner's last ring, and `memberPushed` the member's
 * @returns the calls, in this order; those for a member end with the account
 */
async function askedBy(
  work: (deps: PushAgainDeps) => Promise<void>,
  { isWritten = true, claimMs = 0, wasPushed = true, memberPushed, claimed = [PUSH] }: Circumstances = {},
): Promise<string[]> {
  const asked: string[] = []
  let now = 0
  const ask = (name: string) => async (): Promise<never[]> => {
    asked.push(name)
    return []
  }
  const claimRing = async () => {
    asked.push('claimRing')
    now += claimMs
    return claimed
  }
  const claimRingLater = ask('claimRingLater')
  const known = createKnown()
  const pushedAccounts = createPushedAccounts()
  if (wasPushed !== null) pushedAccounts.set(RING.ownerId, wasPushed)
  if (memberPushed !== undefined) pushedAccounts.set(MEMBER, memberPushed)
  const contentOf: PushAgainDeps['doorbell']['contentOf'] = async ({ ownerId, userId }) => {
    asked.push(userId === ownerId ? 'contentOf' : `contentOf ${userId}`)
    return undefined
  }
  const deps: PushAgainDeps = {
    clock: { now: () => new Date(now), in: (ms) => new Date(now + ms) },
    log: createLog('test', 'silent'),
    publicUrl: 'https://doorbell.example',
    ...{ known, pushedAccounts },
    questions: new Turns({ concurrency: 2, waiting: 1, waitMs: 1_000 }),
    ...{ claimRing, claimRingLater },
    endRing: ask('endRing'),
    ends: new RingEnds(),
    traces: createPushTraces(),
    pushes: {
      ...{ dropOverdue: ask('dropOverdue'), claimDue: ask('claimDue'), claimRings: ask('claimRings'), claimEnded: ask('claimEnded') },
      ...{
        claimNotice: ask('claimNotice'),
        claimMessage: ask('claimMessage'),
        record: ask('record'),
        endRings: ask('endRings'),
        report: nothing,
        deleteExpired: nothing,
      },
      ...{ isReachable: async () => false, ringOf: nothing },
    },
    writeResults: async () => {
      asked.push('writeResults')
      return isWritten
    },
    ...{ noticeWriter: nothing, doorbell: { contentOf }, pushServices: { send: async () => ({ status: 0 }) } },
    ...{ live: { accountChanged: nothing }, runInBackground: nothing, record: nothing, count: nothing, countRefused: nothing },
  }
  await work(deps)
  return asked
}

test('results are written before pushes are taken again', async () => {
  expect(await askedBy(pushAgain)).toEqual(['writeResults', 'dropOverdue', 'claimDue'])
})

test('nothing is taken again while results cannot be written', async () => {
  expect(await askedBy(pushAgain, { isWritten: false })).toEqual(['writeResults'])
})

test.each([
  [0, ['contentOf', 'claimRing']],
  [600, ['contentOf', 'claimRing', 'contentOf']],
])('a ring whose rows took %i ms is written from what is true then', async (claimMs, asked) => {
  expect(await askedBy((deps) => pushRing(deps, RING, 'live'), { claimMs })).toEqual(asked)
})

test('doorbell is asked for the words while rows are written only where the last ring was pushed', async () => {
  expect(await askedBy((deps) => pushRing(deps, RING, 'live'), { wasPushed: null })).toEqual(['claimRing', 'contentOf'])
})

test('the rows of a ring that no device waits for are written later, but not those of a test ring, or of an event', async () => {
  const asks = (ring: PlacedRing, from: 'live' | 'event') => askedBy((deps) => pushRing(deps, ring, from), { wasPushed: false })
  expect(await asks(RING, 'live')).toEqual(['claimRingLater'])
  expect(await asks({ ...RING, test: true }, 'live')).toEqual(['claimRing', 'contentOf'])
  expect(await asks({ ...RING, quiet: true }, 'live')).toEqual(['claimRing', 'contentOf'])
  expect(await asks(RING, 'event')).toEqual(['claimRing', 'contentOf'])
})

const SHARED: PlacedRing = { ...RING, members: [{ userId: MEMBER, quiet: false }] }
const PUSH_OF_MEMBER: ClaimedPush = { ...PUSH, id: 'other', userId: MEMBER }

test.each([
  ['both were pushed to last time', true, true, [PUSH, PUSH_OF_MEMBER], ['contentOf', 'contentOf 2', 'claimRing']],
  ['the owner alone was', true, false, [PUSH], ['contentOf', 'claimRing']],
  ['the member alone was', false, true, [PUSH_OF_MEMBER], ['contentOf 2', 'claimRing']],
  ['nobody was', false, false, [], ['claimRingLater']],
])('of a ring that a member has too, each account’s words are asked for: %s', async (_what, wasPushed, memberPushed, claimed, asked) => {
  expect(await askedBy((deps) => pushRing(deps, SHARED, 'live'), { wasPushed, memberPushed, claimed })).toEqual(asked)
})

test('a member whose device is new is asked for after the rows, and a quiet one does not delay them', async () => {
  const circumstances = { wasPushed: false, memberPushed: false, claimed: [PUSH_OF_MEMBER] }
  const quiet = { ...RING, members: [{ userId: MEMBER, quiet: true }] }
  expect(await askedBy((deps) => pushRing(deps, quiet, 'live'), circumstances)).toEqual(['claimRing', 'contentOf 2'])
})

test('a test ring is the owner’s alone', async () => {
  expect(await askedBy((deps) => pushRing(deps, { ...SHARED, test: true }, 'live'), { memberPushed: true })).toEqual([
    'contentOf',
    'claimRing',
  ])
})

test('the event that repeats a ring asks nothing, also while its rows are being written', async () => {
  const twice = async (deps: PushAgainDeps) => {
    await Promise.all([pushRing(deps, RING, 'live'), pushRing(deps, RING, 'live')])
    await pushRing(deps, RING, 'live')
  }
  expect(await askedBy(twice)).toEqual(['contentOf', 'claimRing'])
})

const END = { activityId: 1, outcome: 'missed', at: new Date(ENDS), session: null, device: null } as const

test('the event that repeats an end stores it only where the ring is not known here', async () => {
  const live = (deps: PushAgainDeps) => pushEnd(deps, END)
  const event = (deps: PushAgainDeps) => pushEnd(deps, { ...END, ownerId: 1 })
  const ends = (isKnown: boolean) =>
    askedBy(async (deps) => {
      if (isKnown) deps.known.rings.set(1, Promise.resolve())
      await live(deps)
      await event(deps)
      await event(deps)
    })
  expect([await ends(true), await ends(false)]).toEqual([['endRing'], ['endRing', 'endRing']])
})

test('an end waits for the rows of its ring', async () => {
  const order: string[] = []
  await askedBy(async (deps) => {
    const rows = Promise.withResolvers<readonly ClaimedPush[]>()
    const own = {
      ...deps,
      claimRing: () => rows.promise.finally(() => order.push('ring')),
      endRing: async () => {
        order.push('end')
        return []
      },
    }
    const placed = pushRing(own, RING, 'live')
    const ended = pushEnd(own, END)
    await new Promise(setImmediate)
    rows.resolve([])
    await Promise.all([placed, ended])
  })
  expect(order).toEqual(['ring', 'end'])
})

test('a ring whose rows could not be written is claimed again', async () => {
  let isAway = true
  const again = async (deps: PushAgainDeps) => {
    const claimRing = async () => (isAway ? Promise.reject(new Error('away')) : deps.claimRing(RING))
    await expect(pushRing({ ...deps, claimRing }, RING, 'live')).rejects.toThrow('away')
    isAway = false
    await pushRing({ ...deps, claimRing }, RING, 'live')
  }
  expect(await askedBy(again, { wasPushed: null })).toEqual(['claimRing', 'contentOf'])
})
