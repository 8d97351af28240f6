import { expect, test } from '@jest/globals'
import { TIME } from '#proto/limits.ts'
import { liveCall } from '../../../test/stages.ts'
import { type Call, holderOf, isUp, residentPeer, sessionOfPeer, visitorPeer } from './call.ts'
import { placeOfPage } from './resident-pages.ts'
import {
  ended,
  holderChanged,
  hungUp,
  joined,
  moved,
  offered,
  opened,
  peerJoined,
  peerLeft,
  permissionChanged,
  prepared,
  presenceChanged,
  ringOver,
  sessionEnded,
  silenceChanged,
  transportChanged,
} from './rules.ts'
import { nextDue, settle } from './settle.ts'
import { viewOf } from './view.ts'

const T0 = 1_800_000_000_000
const BIRTH = { activityId: 7, ownerId: 3, members: [], callId: 'c', now: T0 }
const HOLDER = { session: 'phone', device: 'Chrome' }
const OPENING = { ...BIRTH, kind: 'video' as const, holder: HOLDER, visitorThere: true, clientId: null }
const VISITOR = visitorPeer(7)
const RESIDENT = residentPeer('phone')

const joins = (call: Call, peer: string, clientId = 'x') => {
  const side = peer === VISITOR ? 'visitor' : 'resident'
  const joining = { peer, clientId, userId: 3, session: sessionOfPeer(peer) ?? '', mode: 'call', takeOver: false } as const
  const place = side === 'resident' ? placeOfPage(call, joining) : call
  if (!place) throw new Error('refused')
  return peerJoined(place, { ...joining, side, kept: false })
}
const receives = (call: Call, peer: string, at = T0) => transportChanged(joins(call, peer), peer, 'receive', 'connected', at)
const there = (call: Call, side: 'visitor' | 'resident', at = T0) => receives(call, side === 'visitor' ? VISITOR : RESIDENT, at)
const settled = (call: Call, now: number): Call => {
  const next = settle(call, now)
  if (!next) throw new Error('forgotten')
  return next
}
const open = () => opened(undefined, OPENING)
const connected = () => settled(there(there(open(), 'visitor'), 'resident'), T0)

// covers: S-connected
test('both sides up connect the call and start the timer', () => {
  const one = settled(there(open(), 'visitor'), T0 + 100)
  expect(one.stage).toBe('connecting')
  expect(settled(there(one, 'resident'), T0 + 900)).toMatchObject({ stage: 'connected', connectedAt: T0 + 900 })
})

test('an open permission prompt counts as up', () => {
  const asking = permissionChanged(joins(open(), RESIDENT), RESIDENT, 'asking', T0)
  expect(settled(there(asking, 'visitor'), T0 + 1).stage).toBe('connected')
})

test('a prompt on a closed page does not count as up', () => {
  const asking = permissionChanged(joins(open(), RESIDENT), RESIDENT, 'asking', T0)
  const closed = presenceChanged(there(asking, 'visitor'), 'resident', false, T0)
  expect(settled(closed, T0 + TIME.holderConnectsWithin)).toMatchObject({ stage: 'connecting', holder: null })
})

test('refused devices on a closed page do not count as up', () => {
  const visitor = joins(open(), VISITOR)
  const refused = permissionChanged(visitor, VISITOR, 'refused', T0)
  const closed = presenceChanged(there(refused, 'resident'), 'visitor', false, T0)
  expect(settled(closed, T0 + TIME.interruptedAfter)).toMatchObject({ stage: 'connecting', visitorAway: true })
  expect(settled(closed, T0 + TIME.visitorAway)).toMatchObject({ stage: 'ended', seconds: 0 })
  expect(settled(presenceChanged(closed, 'visitor', true, T0 + 1), T0 + 1).stage).toBe('connected')
})

test('a device leaving a connected call interrupts it', () => {
  const call = connected()
  expect(peerLeft(call, VISITOR, T0 + 4_000)).toMatchObject({ stage: 'interrupted', lostAt: T0 + 4_000 })
})

test('presence is enough when both sides refused their devices', () => {
  const both = permissionChanged(joins(joins(open(), VISITOR), RESIDENT, 'y'), RESIDENT, 'refused', T0)
  expect([isUp(both, 'visitor'), isUp(both, 'resident')]).toEqual([true, true])
})

test('a browser without calls is not up, even where the other side refused its devices', () => {
  const resident = permissionChanged(joins(joins(open(), VISITOR), RESIDENT, 'y'), RESIDENT, 'refused', T0)
  const call = permissionChanged(resident, VISITOR, 'unsupported', T0)
  expect(settled(call, T0).stage).toBe('connecting')
  expect(isUp(call, 'visitor')).toBe(false)
})

// covers: S-seat S-seat-lost
test('an unused seat is freed after 15 s, the call ends 30 s later', () => {
  const call = open()
  expect(nextDue(call, T0)).toBeLessThanOrEqual(T0 + TIME.holderConnectsWithin)
  expect(holderOf(settled(call, T0 + 14_900))).toEqual(HOLDER)
  const free = settled(call, T0 + TIME.holderConnectsWithin)
  expect(free).toMatchObject({ stage: 'connecting', holder: null, freedAt: T0 + TIME.holderConnectsWithin })
  expect(holderOf(holderChanged(free, { session: 'tablet', device: 'Safari' }, T0 + 20_000))?.session).toBe('tablet')
  expect(settled(free, T0 + 44_900).stage).toBe('connecting')
  expect(settled(free, T0 + TIME.holderConnectsWithin + TIME.holderFreedFor)).toMatchObject({ stage: 'ended', seconds: 0 })
})

test('a taken seat cannot be taken over', () => {
  const call = open()
  expect(holderChanged(call, { session: 'tablet', device: 'Safari' }, T0)).toBe(call)
})

// covers: S-interrupted
test('a side without socket interrupts after 3 s and resumes the timer', () => {
  const gone = presenceChanged(connected(), 'visitor', false, T0 + 10_000)
  expect(settled(gone, T0 + 12_900).stage).toBe('connected')
  const lost = settled(gone, T0 + 13_000)
  expect(lost).toMatchObject({ stage: 'interrupted', lostAt: T0 + 10_000, visitorAway: true })
  expect(settled(presenceChanged(lost, 'visitor', true, T0 + 20_000), T0 + 20_000)).toMatchObject({ stage: 'connected', connectedAt: T0 })
})

// covers: S-interrupted
test('a 30 s interruption ends the call with its duration up to the loss', () => {
  const lost = settled(presenceChanged(connected(), 'resident', false, T0 + 10_000), T0 + 13_000)
  expect(settled(lost, T0 + 42_900).stage).toBe('interrupted')
  expect(settled(lost, T0 + 43_000)).toMatchObject({ stage: 'ended', seconds: 10 })
})

// covers: S-interrupted
test('a lost holder is away after 10 s: another device may take over, and has 30 s to connect', () => {
  const other = { session: 'tablet', device: 'Safari' }
  const lost = settled(presenceChanged(connected(), 'resident', false, T0 + 10_000), T0 + 13_000)
  const due = (call: Call, now: number) => nextDue({ ...liveCall(call), unrecorded: false }, now)
  expect(due(lost, T0 + 13_000)).toBe(T0 + 20_000)
  expect(holderChanged(lost, other, T0 + 19_900)).toBe(lost)
  const away = settled(lost, T0 + 20_000)
  expect(away).toMatchObject({ stage: 'interrupted', holder: HOLDER, holderAway: true })
  expect(due(away, T0 + 20_000)).toBe(T0 + 43_000)
  const taken = settled(holderChanged(away, other, T0 + 42_000), T0 + 42_000)
  expect(taken).toMatchObject({ stage: 'interrupted', holder: other, holderAway: false, lostAt: T0 + 10_000 })
  expect(settled(taken, T0 + 71_900).stage).toBe('interrupted')
  expect(settled(taken, T0 + 72_000)).toMatchObject({ stage: 'ended', seconds: 10 })
  const joinedAgain = transportChanged(joins(taken, residentPeer('tablet')), residentPeer('tablet'), 'receive', 'connected', T0 + 50_000)
  expect(settled(joinedAgain, T0 + 50_000)).toMatchObject({ stage: 'connected', connectedAt: T0 })
})

test('a holder that comes back is away no longer, and a lost visitor makes nobody away', () => {
  const lost = settled(presenceChanged(connected(), 'resident', false, T0 + 10_000), T0 + 20_000)
  const back = settled(presenceChanged(lost, 'resident', true, T0 + 25_000), T0 + 25_000)
  expect([back.stage, viewOf(back, 'resident')?.holderAway]).toEqual(['connected', undefined])
  const silent = settled(silenceChanged(connected(), RESIDENT, true, T0 + 9_000), T0 + 16_000)
  expect(silent).toMatchObject({ holderAway: true })
  const visitor = settled(presenceChanged(connected(), 'visitor', false, T0), T0 + 20_000)
  expect(visitor).toMatchObject({ stage: 'interrupted', holderAway: false })
})

test('a silent side interrupts at once', () => {
  const call = settled(silenceChanged(connected(), VISITOR, true, T0 + 9_000), T0 + 9_000)
  expect(call).toMatchObject({ stage: 'interrupted', lostAt: T0 + 6_000 })
  expect(settled(silenceChanged(call, VISITOR, false, T0 + 10_000), T0 + 10_000).stage).toBe('connected')
})

// covers: S-moved
test('a moved call has a higher epoch, no peers and the same timer', () => {
  const call = connected()
  const next = moved(call, call.epoch, T0 + 5_000)
  expect(next).toMatchObject({ epoch: call.epoch + 1, node: null, peers: {}, stage: 'interrupted', connectedAt: T0 })
  expect(moved(next, call.epoch, T0 + 5_001)).toBe(next)
})

// covers: S-seat-lost
test('a visitor away for 60 s ends an unconnected call', () => {
  const call = presenceChanged(permissionChanged(there(open(), 'resident'), RESIDENT, 'asking', T0), 'visitor', false, T0)
  expect(settled(call, T0 + 59_000).stage).toBe('connecting')
  expect(settled(call, T0 + TIME.visitorAway)).toMatchObject({ stage: 'ended', seconds: 0 })
})

test('a prepared call is released five seconds after the ring', () => {
  const call = prepared(undefined, BIRTH, T0 + 45_000)
  expect(settle(call, T0 + 49_999)).toBe(call)
  expect(settle(call, T0 + 50_000)).toBeNull()
  expect(settle(ringOver(call, T0 + 10_000), T0 + 15_000)).toBeNull()
})

test('the answer keeps the holder’s peers and removes those of other sessions', () => {
  const ringing = ['r:phone', 'r:tablet', VISITOR].reduce<Call>(
    (call, peer) =>
      peerJoined(call, { peer, side: peer === VISITOR ? 'visitor' : 'resident', clientId: peer, kept: false, mode: 'prepare' }),
    prepared(undefined, BIRTH, T0 + 45_000),
  )
  const call = opened(ringing, OPENING)
  expect(Object.keys(call.peers).sort()).toEqual(['r:phone', VISITOR])
  expect(call.epoch).toBe(ringing.epoch)
})

test('a claim opens one call, and an ended one stays ended', () => {
  const over = ended(open(), T0 + 1)
  expect(opened(over, { ...OPENING, now: T0 + 2 })).toBe(over)
})

test('a call back has a higher epoch and connects once the visitor joins', () => {
  const over = settled(ended(open(), T0 + 1_000), T0 + 1_000)
  const offer = offered(over, { ...OPENING, callId: 'second', now: T0 + 2_000 })
  expect(offer).toMatchObject({ stage: 'offered', callId: 'second' })
  expect(viewOf(offer, 'visitor')).toMatchObject({ seconds: null })
  expect(offer.epoch).toBeGreaterThan(over.epoch)
  expect(joined(offer, T0 + 3_000)).toMatchObject({ stage: 'connecting', holderSince: T0 + 3_000 })
})

test('End during an interruption counts up to the loss', () => {
  const lost = settled(presenceChanged(connected(), 'visitor', false, T0 + 10_000), T0 + 13_000)
  expect(hungUp(lost, T0 + 20_000)).toMatchObject({ seconds: 10 })
})

test('an unrecorded call is due again in every stage', () => {
  expect(nextDue({ ...liveCall(connected()), unrecorded: true }, T0)).not.toBeNull()
  expect(nextDue({ ...liveCall(connected()), unrecorded: false }, T0)).toBeNull()
})

test('closing the transports at End does not shorten the duration', () => {
  const closing = transportChanged(connected(), RESIDENT, 'receive', 'closed', T0 + 2_000)
  expect(settled(closing, T0 + 2_100).stage).toBe('connected')
  expect(hungUp(settled(closing, T0 + 2_100), T0 + 2_100)).toMatchObject({ seconds: 2 })
  expect(settled(closing, T0 + 5_000)).toMatchObject({ stage: 'interrupted', lostAt: T0 + 2_000 })
})

// covers: S-session-revoked
test('a call whose holder is signed out can be taken over for 30 s', () => {
  const freed = settled(sessionEnded(connected(), 'phone', T0 + 5_000), T0 + 5_000)
  expect(freed).toMatchObject({ stage: 'interrupted', holder: null, lostAt: T0 + 5_000 })
  expect(Object.keys(freed.peers)).toEqual([VISITOR])
  const taken = holderChanged(freed, { session: 'desk', device: 'Firefox' }, T0 + 6_000)
  const peer = residentPeer('desk')
  expect(settled(receives(taken, peer), T0 + 7_000)).toMatchObject({ stage: 'connected', connectedAt: T0 })
  expect(settled(freed, T0 + 35_000)).toMatchObject({ stage: 'ended', seconds: 5 })
})

test('a connecting call whose holder is signed out waits as a freed one, and a call back ends', () => {
  const freed = sessionEnded(open(), 'phone', T0 + 100)
  expect(freed).toMatchObject({ stage: 'connecting', holder: null, freedAt: T0 + 100 })
  expect(settled(freed, T0 + 100 + TIME.holderFreedFor).stage).toBe('ended')
  expect(sessionEnded(offered(undefined, OPENING), 'phone', T0 + 100).stage).toBe('ended')
})

test('a session that has nothing to do with the call changes nothing', () => {
  for (const call of [open(), connected(), prepared(undefined, BIRTH, T0 + 1_000)]) expect(sessionEnded(call, 'desk', T0)).toBe(call)
})
