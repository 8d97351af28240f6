import { expect, test } from '@jest/globals'
import type { Call, Peer } from '../domain/call/call.ts'
import { fromStored, type StoredCall, toStored } from './stored-call.ts'

const AT = 1_800_000_000_000
const HOLDER = { session: 's', device: 'Chrome', peer: 'r:s:p' }
const PAGE: Peer = { permission: 'unknown', send: 'new', receive: 'new', silent: false, lostAt: null, side: 'resident', clientId: 'home' }
const SENDING = { peer: 'v:7:t', on: true }
const asking = { stage: 'asking', since: AT + 8, parties: '', shown: [], startedAt: null, recordedMs: 0, reason: null, asks: 1 } as const
const RECORDING = { id: 'q', keptUntil: '2026-12-25T00:00:00.000Z', ...asking }

/** As the release before wrote it, on an answer by audio. */
const CONNECTING = `{"activityId":7,"ownerId":3,"callId":"c","stage":"connecting","quiet":false,"kind":"audio","epoch":1800000000,
  "node":"node","activated":null,"holder":{"session":"s","device":"Chrome","peer":"r:s:p"},"claimedBy":"s","startedAt":${AT},
  "seatFrom":${AT + 5},"freedAt":null,"connectedAt":null,"lostAt":null,"interruptedAt":null,"endedAt":null,"seconds":null,
  "visitorGoneAt":null,"holderGoneAt":null,"visitorAway":false,"releaseAt":null,"unrecorded":true,"sendingPeer":null,"recording":null,
  "devices":{"r:s:p":${JSON.stringify(PAGE)}},"version":4}`
const connecting = JSON.parse(CONNECTING) as StoredCall

const fields = { activityId: 7, ownerId: 3, members: [], callId: 'c', epoch: 1_800_000_000, node: 'node', version: 4 }
const room = { activated: null, sendingPeer: null, peers: { 'r:s:p': PAGE } }
const answered = { kind: 'audio', claimedBy: 's', startedAt: AT, unrecorded: true, recording: null } as const
const live = { ...fields, ...room, ...answered, visitorGoneAt: null, holderGoneAt: null, visitorAway: false }
const loss = { connectedAt: AT + 9, lostAt: AT + 20, interruptedAt: AT + 23 }
const isActive = { activated: 1_800_000_000, sendingPeer: SENDING }
const end = { endedAt: AT + 40, seconds: 3 }

/** Each stage as it is stored, and as the domain represents it. */
const CALLS: readonly [string, StoredCall, Call][] = [
  [
    'prepared',
    { ...connecting, stage: 'prepared', quiet: true, kind: 'video', holder: null, claimedBy: null, releaseAt: AT + 50, unrecorded: false },
    { ...fields, ...room, stage: 'prepared', quiet: true, releaseAt: AT + 50 },
  ],
  ['offered', { ...connecting, stage: 'offered' }, { ...live, stage: 'offered', holder: HOLDER }],
  ['connecting', connecting, { ...live, stage: 'connecting', holder: HOLDER, holderSince: AT + 5 }],
  [
    'connecting without a holder',
    { ...connecting, holder: null, freedAt: AT + 15 },
    { ...live, stage: 'connecting', holder: null, freedAt: AT + 15 },
  ],
  [
    'connected',
    { ...connecting, stage: 'connected', connectedAt: AT + 9, ...isActive, recording: RECORDING },
    { ...live, stage: 'connected', holder: HOLDER, connectedAt: AT + 9, ...isActive, recording: RECORDING },
  ],
  [
    'interrupted',
    { ...connecting, stage: 'interrupted', ...loss, ...isActive, visitorGoneAt: AT + 20, visitorAway: true, holderAway: true },
    { ...live, stage: 'interrupted', holder: HOLDER, holderAway: true, ...loss, ...isActive, visitorGoneAt: AT + 20, visitorAway: true },
  ],
  [
    'ended',
    { ...connecting, stage: 'ended', ...loss, ...isActive, ...end, devices: {} },
    { ...fields, ...answered, stage: 'ended', holder: HOLDER, peers: {}, connectedAt: AT + 9, ...end },
  ],
]

/** What the release before reads in a stage; the rest it overwrites before it reads it. */
const READ_ALWAYS = ['activityId', 'ownerId', 'callId', 'stage', 'epoch', 'node', 'holder', 'devices', 'version', 'unrecorded'] as const
const READ_OPEN = [...READ_ALWAYS, 'activated', 'sendingPeer'] as const
const READ_ENDED = [...READ_ALWAYS, 'kind', 'claimedBy', 'startedAt', 'connectedAt', 'recording', 'visitorAway'] as const
const READ_LIVE = [...READ_OPEN, ...READ_ENDED, 'freedAt', 'lostAt', 'interruptedAt', 'visitorGoneAt', 'holderGoneAt'] as const
const READ: Record<StoredCall['stage'], readonly (keyof StoredCall)[]> = {
  prepared: [...READ_OPEN, 'quiet', 'releaseAt'],
  offered: READ_LIVE,
  connecting: READ_LIVE,
  connected: READ_LIVE,
  interrupted: [...READ_LIVE, 'holderAway'],
  ended: [...READ_ENDED, 'endedAt', 'seconds'],
}

test.each(CALLS)('a stored call that is %s is read with the fields of its stage', (_stage, stored, call) => {
  expect(fromStored(stored)).toEqual(call)
})

test.each(CALLS)('a call that is %s is stored as the release before reads it', (_stage, stored, call) => {
  const written = toStored(call)
  const keys = 'holderSince' in call ? [...READ[call.stage], 'seatFrom' as const] : READ[call.stage]
  for (const key of keys) expect([key, written[key]]).toEqual([key, stored[key]])
  expect(Object.keys(written)).toEqual(expect.arrayContaining(Object.keys(connecting)))
})

test('a call that is read and stored again stays the same', () => {
  for (const [, , call] of CALLS) expect(fromStored(JSON.parse(JSON.stringify(toStored(call))) as StoredCall)).toEqual(call)
})

test('the members of a call are stored', () => {
  const call: Call = { ...live, stage: 'offered', holder: HOLDER, members: [5, 6] }
  const written = JSON.parse(JSON.stringify(toStored(call))) as StoredCall
  expect([written.members, fromStored(written)]).toEqual([[5, 6], call])
})

test('a call of a copy that did not know the optional fields is read', () => {
  const { recording, holderAway, sendingPeer, ...older } = { ...connecting, ...loss, stage: 'interrupted', holderAway: true } as const
  const call = fromStored(older as StoredCall)
  expect(call).toMatchObject({ stage: 'interrupted', recording: null, holderAway: false, sendingPeer: null })
})
