import { expect, test } from '@jest/globals'
import { TIME } from '#proto/limits.ts'
import { liveCall } from '../../../test/stages.ts'
import { isOfLastJoin } from '../media/media-notices.ts'
import {
  type Call,
  connectedAtOf,
  holderPeer,
  isUp,
  type JoinMode,
  peerOf,
  residentPeer,
  residentPeers,
  sessionOfPeer,
  visitorPeer,
} from './call.ts'
import { socketClosed } from './places.ts'
import { isOfHolder, placeOfPage } from './resident-pages.ts'
import { moved, opened, peerJoined, peerLeft, prepared, presenceChanged, sessionEnded, transportChanged } from './rules.ts'
import { settle } from './settle.ts'

const T0 = 1_800_000_000_000
const BIRTH = { activityId: 7, ownerId: 3, members: [], callId: 'c', now: T0 }
const HOLDER = { session: 'desk', device: 'Chrome' }
const VISITOR = visitorPeer(7)
const FIRST = residentPeer('desk', 'first')
const SECOND = residentPeer('desk', 'second')
const THIRD = residentPeer('desk', 'third')
const PHONE = residentPeer('phone', 'only')
const UNNAMED = residentPeer('desk')

const socketOf = (peer: string) => `socket of ${peer}`
const joining = (peer: string, mode: JoinMode, takeOver = false) => {
  return { peer, userId: 3, session: sessionOfPeer(peer) ?? '', clientId: socketOf(peer), mode, takeOver }
}
const place = (call: Call, peer: string, mode: JoinMode, takeOver = false) => placeOfPage(call, joining(peer, mode, takeOver))
/** Joins with transports that connect. */
function joins(call: Call, peer: string, mode: JoinMode, takeOver = false): Call {
  const found = place(call, peer, mode, takeOver)
  if (!found) throw new Error('refused')
  const joined = peerJoined(found, { ...joining(peer, mode), side: 'resident', kept: false })
  return transportChanged(joined, peer, 'receive', 'connected', T0)
}
const ringing = () => {
  const call = prepared(undefined, BIRTH, T0 + 45_000)
  const visitor = peerJoined(call, { peer: VISITOR, side: 'visitor', clientId: 'door', kept: false, mode: 'prepare' })
  return transportChanged(visitor, VISITOR, 'receive', 'connected', T0)
}
const standsBy = (...peers: readonly string[]) => peers.reduce((call, peer) => joins(call, peer, 'prepare'), ringing())
const answeredBy = (call: Call, clientId: string | null) =>
  opened(call, { ...BIRTH, kind: 'video', holder: HOLDER, visitorThere: true, clientId })
const settled = (call: Call, now = T0): Call => {
  const next = settle(call, now)
  if (!next) throw new Error('forgotten')
  return next
}
/** The first page has the call. */
const inCall = () => settled(joins(answeredBy(standsBy(FIRST, SECOND), socketOf(FIRST)), FIRST, 'call'))

// covers: S-two-pages
test('the page whose socket answers has the call, and the other pages leave', () => {
  const call = answeredBy(standsBy(FIRST, SECOND, PHONE), socketOf(SECOND))
  expect(holderPeer(call)).toBe(SECOND)
  expect(residentPeers(call)).toEqual([SECOND])
})

// covers: S-two-pages
test('without a page that stood by the first one to join has the call', () => {
  const call = answeredBy(standsBy(FIRST, SECOND, PHONE), null)
  expect([holderPeer(call), residentPeers(call)]).toEqual([undefined, [FIRST, SECOND]])
  const joined = joins(call, SECOND, 'call')
  expect([holderPeer(joined), residentPeers(joined)]).toEqual([SECOND, [SECOND]])
  expect(place(joined, FIRST, 'call')).toBeUndefined()
})

test('an answer that arrives by both ways names its page once', () => {
  const call = answeredBy(answeredBy(standsBy(FIRST, SECOND), null), socketOf(FIRST))
  expect(holderPeer(call)).toBe(FIRST)
  expect(holderPeer(answeredBy(call, socketOf(SECOND)))).toBe(FIRST)
})

// covers: S-holder-page
test('the transports of another page connect no call', () => {
  const call = settled(answeredBy(standsBy(FIRST, SECOND), null))
  expect([call.stage, isUp(call, 'resident')]).toEqual(['connecting', false])
})

// covers: S-holder-page
test('a call is connected once the page that answered has joined it', () => {
  const answered = settled(answeredBy(standsBy(FIRST), socketOf(FIRST)))
  expect([answered.stage, connectedAtOf(answered)]).toEqual(['connecting', null])
  const connected = settled(joins(answered, FIRST, 'call'), T0 + 900)
  expect(connected).toMatchObject({ stage: 'connected', connectedAt: T0 + 900 })
})

// covers: S-holder-page
test('a page that answers and never joins loses the call after 15 s', () => {
  const late = settled(answeredBy(standsBy(FIRST), socketOf(FIRST)), T0 + TIME.holderConnectsWithin)
  expect(late).toMatchObject({ stage: 'connecting', holder: null })
})

// covers: S-late-prepare
test('a page that prepares late gets no place in the call', () => {
  for (const peer of [FIRST, SECOND, PHONE]) expect(place(inCall(), peer, 'prepare')).toBeUndefined()
})

// covers: S-two-pages
test('a second page of the session takes over by a press only', () => {
  expect(place(inCall(), SECOND, 'call')).toBeUndefined()
  const taken = joins(inCall(), SECOND, 'call', true)
  expect([holderPeer(taken), residentPeers(taken)]).toEqual([SECOND, [SECOND]])
  expect(place(taken, FIRST, 'call')).toBeUndefined()
  expect([isOfHolder(taken, { peer: FIRST, session: 'desk' }), isOfHolder(taken, { peer: SECOND, session: 'desk' })]).toEqual([false, true])
})

test('another session takes no page’s call over', () => {
  expect(place(inCall(), PHONE, 'call', true)).toBeUndefined()
})

test('a closed page, or one that left, needs no press', () => {
  expect(place(socketClosed(inCall(), socketOf(FIRST)), SECOND, 'call')).toBeDefined()
  expect(place(peerLeft(inCall(), FIRST, T0), SECOND, 'call')).toBeDefined()
})

test('a new session of media in the holder’s page needs no press', () => {
  const again = placeOfPage(inCall(), { ...joining(SECOND, 'call'), clientId: socketOf(FIRST) })
  expect(again && holderPeer(again)).toBe(SECOND)
})

test('after a move the page that had the call joins again, and no other one', () => {
  const call = moved(inCall(), inCall().epoch, T0)
  expect(place(call, FIRST, 'call')).toBeDefined()
  expect(place(call, SECOND, 'call')).toBeUndefined()
})

test('three pages stand by at most', () => {
  const full = standsBy(FIRST, PHONE, residentPeer('tablet', 'only'))
  expect(place(full, residentPeer('laptop', 'only'), 'prepare')).toBeUndefined()
  expect(place(full, SECOND, 'prepare')).toBeUndefined()
})

test('windows of one browser leave a place to another device', () => {
  const call = joins(standsBy(FIRST, SECOND, THIRD), PHONE, 'prepare')
  expect(residentPeers(call)).toEqual([FIRST, SECOND, PHONE])
})

test('a page whose socket is lost makes room', () => {
  const full = standsBy(FIRST, PHONE, residentPeer('tablet', 'only'))
  const call = joins(socketClosed(full, socketOf(PHONE)), residentPeer('laptop', 'only'), 'prepare')
  expect(residentPeers(call)).not.toContain(PHONE)
})

test('a closed page leaves, and one whose media goes on stays', () => {
  const closed = socketClosed(standsBy(FIRST, SECOND), socketOf(FIRST))
  expect(residentPeers(settled(closed))).toEqual([FIRST, SECOND])
  expect(residentPeers(settled(transportChanged(closed, FIRST, 'receive', 'closed', T0)))).toEqual([SECOND])
})

// covers: S-session-revoked
test('the end of a session removes all its pages', () => {
  expect(residentPeers(sessionEnded(standsBy(FIRST, SECOND, PHONE), 'desk', T0))).toEqual([PHONE])
  expect(sessionEnded(inCall(), 'desk', T0)).toMatchObject({ holder: null, stage: 'interrupted' })
})

test('the socket of the holder’s page counts, not those of other windows', () => {
  const closed = socketClosed(inCall(), socketOf(FIRST))
  const gone = presenceChanged(closed, 'resident', true, T0 + 1_000)
  expect(liveCall(gone).holderGoneAt).toBe(T0 + 1_000)
  expect(liveCall(presenceChanged(gone, 'resident', true, T0 + 2_000)).holderGoneAt).toBe(T0 + 1_000)
  expect(liveCall(presenceChanged(inCall(), 'resident', false, T0)).holderGoneAt).toBeNull()
  expect(liveCall(joins(gone, FIRST, 'call')).holderGoneAt).toBeNull()
})

test('a notice about an earlier join is late', () => {
  const call = peerJoined(inCall(), { ...joining(FIRST, 'call'), side: 'resident', kept: false, join: 20 })
  expect([10, 20, undefined].map((join) => isOfLastJoin(call, { peer: FIRST, join }))).toEqual([false, true, true])
})

test('a call of the previous release goes on with its device', () => {
  const { mode: _, ...device } = peerOf(inCall(), 'resident') ?? { mode: undefined }
  const old = { ...inCall(), holder: HOLDER, peers: { ...ringing().peers, [UNNAMED]: device } } as Call
  expect([holderPeer(old), isUp(old, 'resident'), settled(old).stage]).toEqual([UNNAMED, true, 'connected'])
  expect(place(old, SECOND, 'call')).toBeUndefined()
  const again = joins(old, UNNAMED, 'call')
  expect([holderPeer(again), settled(again).stage]).toEqual([UNNAMED, 'connected'])
})
