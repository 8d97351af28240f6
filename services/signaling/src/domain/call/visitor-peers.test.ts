import { expect, test } from '@jest/globals'
import { TIME, VISITOR_PEERS } from '#proto/limits.ts'
import { openCall } from '../../../test/stages.ts'
import { type Call, isUp, peerOf, residentPeer, visitorPeer, visitorPeers } from './call.ts'
import { socketClosed } from './places.ts'
import { lostChanged, moved, opened, peerJoined, peerLeft, permissionChanged, prepared, silenceChanged, transportChanged } from './rules.ts'
import { settle } from './settle.ts'
import { hasRoomForVisitor, turnedOn, visitorJoining } from './visitor-peers.ts'

const T0 = 1_800_000_000_000
const BIRTH = { activityId: 7, ownerId: 3, members: [], callId: 'c', now: T0 }
const FIRST = visitorPeer(7, 'one')
const SECOND = visitorPeer(7, 'two')
const THIRD = visitorPeer(7, 'three')
const FOURTH = visitorPeer(7, 'four')
const RESIDENT = residentPeer('phone')
const JOINED = { kept: false, mode: 'call' } as const

const ringing = () => prepared(undefined, BIRTH, T0 + 45_000)
const join = (call: Call, peer: string, takeOver = false) => visitorJoining(call, { peer, clientId: `socket of ${peer}`, takeOver })
const receives = (call: Call, peer: string) => transportChanged(call, peer, 'receive', 'connected', T0)
const settled = (call: Call, now = T0): Call => {
  const next = settle(call, now)
  if (!next) throw new Error('forgotten')
  return next
}
/** Two tabs in a connected call; the first one has its camera on. */
function twoTabs(): Call {
  const holder = { session: 'phone', device: 'Chrome', peer: RESIDENT }
  const answered = opened(ringing(), { ...BIRTH, kind: 'video', holder, visitorThere: true, clientId: null })
  const home = receives(peerJoined(answered, { ...JOINED, peer: RESIDENT, side: 'resident', clientId: 'home' }), RESIDENT)
  const first = receives(turnedOn(join(home, FIRST), FIRST), FIRST)
  return settled(receives(join(first, SECOND), SECOND))
}
const closed = (call: Call, peer: string) => socketClosed(call, `socket of ${peer}`)

test('the newest tab sends while no tab has turned on its devices', () => {
  expect(openCall(join(join(ringing(), FIRST), SECOND)).sendingPeer).toEqual({ peer: SECOND, on: false })
})

test('a tab with its camera on keeps sending when another one joins', () => {
  expect(openCall(twoTabs()).sendingPeer).toEqual({ peer: FIRST, on: true })
})

test('a press takes over from the tab that sends', () => {
  const reported = lostChanged(permissionChanged(twoTabs(), FIRST, 'granted', T0), FIRST, ['camera'])
  const taken = join(reported, SECOND, true)
  expect(openCall(taken).sendingPeer).toEqual({ peer: SECOND, on: true })
  expect(taken.peers[FIRST]).toMatchObject({ permission: 'unknown', lost: undefined })
})

test('a lost camera is still known after a new join', () => {
  const reported = lostChanged(twoTabs(), FIRST, ['camera'])
  const again = peerJoined(reported, { ...JOINED, peer: FIRST, side: 'visitor', clientId: 'socket' })
  expect(again.peers[FIRST]?.lost).toEqual(['camera'])
  expect(lostChanged(again, FIRST, ['camera'])).toBe(again)
  expect(lostChanged(again, FIRST, undefined).peers[FIRST]?.lost).toBeUndefined()
})

test('a tab that joins again does not take over', () => {
  const both = join(join(ringing(), FIRST), SECOND)
  expect(openCall(join(both, FIRST)).sendingPeer?.peer).toBe(SECOND)
})

test('a reloaded tab sends at once', () => {
  expect(openCall(join(closed(twoTabs(), FIRST), THIRD)).sendingPeer?.peer).toBe(THIRD)
})

test('after a move the tab that sent sends again, whichever joins first', () => {
  const call = moved(twoTabs(), twoTabs().epoch, T0)
  expect(openCall(join(join(call, FIRST), SECOND)).sendingPeer?.peer).toBe(FIRST)
  expect(openCall(join(join(call, SECOND), FIRST)).sendingPeer?.peer).toBe(FIRST)
})

test('a fourth tab is refused and changes nothing', () => {
  const full = [FIRST, SECOND, THIRD].reduce((call, peer) => join(call, peer), ringing())
  expect(visitorPeers(full)).toHaveLength(VISITOR_PEERS)
  expect(hasRoomForVisitor(full, { peer: FOURTH, clientId: 'socket' })).toBe(false)
  expect(join(full, FOURTH, true)).toBe(full)
  expect(hasRoomForVisitor(full, { peer: FIRST, clientId: 'another socket' })).toBe(true)
})

test('a tab whose socket has closed makes room for the next', () => {
  const full = [FIRST, SECOND, THIRD].reduce((call, peer) => join(call, peer), ringing())
  expect(visitorPeers(join(closed(full, SECOND), FOURTH))).not.toContain(SECOND)
})

test('a second session of one page replaces its first peer', () => {
  const again = visitorJoining(join(ringing(), FIRST), { peer: SECOND, clientId: `socket of ${FIRST}`, takeOver: false })
  expect(visitorPeers(again)).toEqual([SECOND])
})

test('closing the tab that sends hands over to the other without an interruption', () => {
  const gone = settled(silenceChanged(closed(twoTabs(), FIRST), FIRST, true, T0 + 9_000), T0 + 9_000)
  expect(gone).toMatchObject({ stage: 'connected', sendingPeer: { peer: SECOND, on: false } })
  expect(visitorPeers(gone)).toEqual([SECOND])
})

test('a tab whose socket is lost keeps its media', () => {
  expect(settled(closed(twoTabs(), FIRST), T0 + 60_000)).toMatchObject({ stage: 'connected', sendingPeer: { peer: FIRST, on: true } })
})

test('a tab that leaves hands over, and the last one interrupts the call', () => {
  const left = peerLeft(twoTabs(), FIRST, T0 + 4_000)
  expect(left).toMatchObject({ stage: 'connected', sendingPeer: { peer: SECOND } })
  expect(peerLeft(left, SECOND, T0 + 5_000)).toMatchObject({ stage: 'interrupted', lostAt: T0 + 5_000 })
})

test('lost media of the tab that sends interrupts, and another tab carries the call on', () => {
  const lost = settled(silenceChanged(twoTabs(), FIRST, true, T0 + 9_000), T0 + 9_000)
  expect(lost).toMatchObject({ stage: 'interrupted', sendingPeer: { peer: FIRST } })
  expect(settled(lost, T0 + 9_000 + TIME.interruptedEnds)).toMatchObject({ stage: 'connected', sendingPeer: { peer: SECOND } })
})

test('lost media of a tab that only receives interrupts nothing', () => {
  const lost = settled(transportChanged(twoTabs(), SECOND, 'receive', 'disconnected', T0 + 9_000), T0 + 9_000)
  expect(lost.stage).toBe('connected')
})

test('a call stored before tabs were peers goes on', () => {
  const joined = peerJoined(ringing(), { ...JOINED, peer: visitorPeer(7), side: 'visitor', clientId: 'x' })
  const { sendingPeer: _, ...old } = openCall(receives(joined, visitorPeer(7)))
  const call = old as Call
  expect([isUp(call, 'visitor'), peerOf(call, 'visitor')?.clientId]).toEqual([true, 'x'])
  expect(openCall(join(call, FIRST)).sendingPeer?.peer).toBe(FIRST)
})
