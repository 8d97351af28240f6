/** Members of the owner's household in a call (record 0084). */
import { expect, test } from '@jest/globals'
import type { Caller } from '#proto/envelope.ts'
import { connectedCall, liveCall } from '../../../test/stages.ts'
import { type Call, connectedAtOf, holderOf, residentPeer, residentPeers, sessionOfPeer, visitorPeer } from './call.ts'
import { effects } from './effects.ts'
import { participantOf } from './participant.ts'
import { placeOfPage, withAccount } from './resident-pages.ts'
import {
  ended,
  holderChanged,
  membersChanged,
  moved,
  offered,
  opened,
  peerJoined,
  prepared,
  sessionEnded,
  transportChanged,
} from './rules.ts'
import { settle } from './settle.ts'
import { replayFrames, viewOf } from './view.ts'

const T0 = 1_800_000_000_000
const NOW = new Date(T0)
const OWNER = 3
const MEMBER = 5
const OTHER = 6
const BIRTH = { activityId: 7, ownerId: OWNER, members: [MEMBER, OTHER], callId: 'c', now: T0 }
const HOLDER = { session: 'phone', device: 'Chrome', userId: MEMBER }
const OPENING = { ...BIRTH, kind: 'video', holder: HOLDER, visitorThere: true, clientId: null } as const
const VISITOR = visitorPeer(7)
const PHONE = residentPeer('phone', 'page')
const TABLET = residentPeer('tablet', 'page')
const DESK = residentPeer('desk', 'page')

const callerOf = (userId: number): Caller => ({
  requestId: '',
  address: '127.0.0.1',
  userAgent: '',
  language: 'en',
  visits: [],
  idempotencyKey: '',
  clientId: 'socket',
  resident: { userId, session: 'phone', device: 'Chrome' },
})
const joining = (peer: string, userId: number, mode: 'prepare' | 'call') => {
  return { peer, userId, session: sessionOfPeer(peer) ?? '', clientId: `socket of ${peer}`, mode, takeOver: false }
}
function joins(call: Call, peer: string, userId: number, mode: 'prepare' | 'call' = 'call'): Call {
  const place = placeOfPage(call, joining(peer, userId, mode))
  if (!place) throw new Error('refused')
  return transportChanged(
    peerJoined(place, { ...joining(peer, userId, mode), side: 'resident', kept: false }),
    peer,
    'send',
    'connected',
    T0,
  )
}
const withVisitor = (call: Call) => {
  const joined = peerJoined(call, { peer: VISITOR, side: 'visitor', clientId: 'door', kept: false, mode: 'call' })
  return transportChanged(joined, VISITOR, 'send', 'connected', T0)
}
const settled = (call: Call): Call => settle(call, T0) ?? call
const ringing = () => prepared(undefined, BIRTH, T0 + 45_000)
/** A page of each of two members and of the owner stands by. */
const allStandBy = () => joins(joins(joins(ringing(), PHONE, MEMBER, 'prepare'), TABLET, OTHER, 'prepare'), DESK, OWNER, 'prepare')
const answered = () => opened(ringing(), OPENING)
const connected = () => connectedCall(settled(joins(withVisitor(answered()), PHONE, MEMBER)))
const receiversOf = (before: Call | undefined, after: Call) =>
  effects(before, after, NOW).flatMap((effect) => (effect.type === 'send_to_residents' ? effect.userIds : []))

test('owner and members take part in a call, and for anyone else it does not exist', () => {
  for (const userId of [OWNER, MEMBER]) expect(participantOf(callerOf(userId), 7, answered())).toMatchObject({ side: 'resident', userId })
  const refused = expect.objectContaining({ code: 'not_found' })
  expect(() => participantOf(callerOf(9), 7, answered())).toThrow(refused)
  expect(() => participantOf(callerOf(MEMBER), 7, { ownerId: OWNER })).toThrow(refused)
})

test('a call is sent to its owner and each member', () => {
  expect(receiversOf(undefined, answered())).toEqual([OWNER, MEMBER, OTHER])
})

test('the account of who has the call is in no view', () => {
  expect(viewOf(answered(), 'resident')?.holder).toEqual({ session: 'phone', device: 'Chrome' })
})

test('a member’s page prepares, answers and has the call', () => {
  const call = joins(opened(allStandBy(), { ...OPENING, clientId: `socket of ${PHONE}` }), PHONE, MEMBER)
  expect([holderOf(call), residentPeers(call)]).toEqual([{ ...HOLDER, peer: PHONE }, [PHONE]])
})

test('a page of an account that is not in the household gets no place', () => {
  for (const call of [ringing(), answered()])
    for (const mode of ['prepare', 'call'] as const) expect(placeOfPage(call, joining(PHONE, 9, mode))).toBeUndefined()
})

test('the claim says who has the ring, and an older copy leaves it as it was', () => {
  expect(opened(ringing(), { ...OPENING, members: [MEMBER] }).members).toEqual([MEMBER])
  expect(opened(ringing(), { ...OPENING, members: undefined }).members).toEqual([MEMBER, OTHER])
  expect(opened(undefined, { ...OPENING, members: undefined }).members).toEqual([])
  expect(offered(ended(connected(), T0), { ...OPENING, members: undefined }).members).toEqual([MEMBER, OTHER])
})

test('members stay with a call that ends, moves or changes its holder', () => {
  const freed = sessionEnded(answered(), 'phone', T0)
  const taken = holderChanged(freed, { session: 'desk', device: 'Firefox', userId: OWNER }, T0)
  for (const call of [connected(), ended(connected(), T0), moved(connected(), connected().epoch, T0), freed, taken])
    expect(call.members).toEqual([MEMBER, OTHER])
})

test('do not disturb of the owner withholds nothing from a member', () => {
  const quiet = prepared(undefined, { ...BIRTH, quiet: true }, T0 + 45_000)
  expect([OWNER, MEMBER, undefined].map((userId) => replayFrames(quiet, userId, NOW).length)).toEqual([0, 1, 1])
})

test('a page of a removed member that stands by leaves', () => {
  const call = membersChanged(allStandBy(), [OTHER], T0)
  expect([call.members, residentPeers(call)]).toEqual([[OTHER], [TABLET, DESK]])
})

test('the call of a removed member is free for the others', () => {
  const call = membersChanged(connected(), [OTHER], T0)
  expect(call).toMatchObject({ stage: 'interrupted', holder: null, members: [OTHER] })
  expect(Object.keys(call.peers)).toEqual([VISITOR])
  expect(effects(connected(), call, NOW).slice(0, 4)).toMatchObject([
    { type: 'send_to_visitor' },
    { type: 'send_to_residents', userIds: [OWNER, OTHER] },
    { type: 'send_to_socket', clientId: `socket of ${PHONE}`, frame: { event: { kind: 'released' } } },
    { type: 'remove_peer', peer: PHONE },
  ])
  const taken = joins(holderChanged(call, { session: 'tablet', device: 'Safari', userId: OTHER }, T0), TABLET, OTHER)
  const again = settled(taken)
  expect([again.stage, connectedAtOf(again)]).toEqual(['connected', connected().connectedAt])
})

test('what a removed member has not connected yet is free, and a call back ends', () => {
  expect(membersChanged(answered(), [OTHER], T0)).toMatchObject({ stage: 'connecting', holder: null, freedAt: T0 })
  expect(membersChanged(offered(undefined, OPENING), [OTHER], T0)).toMatchObject({ stage: 'ended', members: [OTHER], seconds: 0 })
})

test('a change of members has no effect on a call of somebody else of the household', () => {
  for (const members of [[MEMBER], [MEMBER, OTHER, 8], [OTHER, MEMBER]]) {
    const call = membersChanged(connected(), members, T0)
    expect(call).toMatchObject({ stage: 'connected', holder: HOLDER })
    expect(receiversOf(connected(), call)).toEqual([])
  }
  expect(membersChanged(connected(), [OTHER, MEMBER], T0)).toEqual(connected())
})

test('a removed member no longer has a call that is over', () => {
  const call = membersChanged(ended(connected(), T0), [], T0)
  expect([call.stage, call.members]).toEqual(['ended', []])
})

test('after a rebuild a page is its account’s once a socket of its session has said so', () => {
  const { userId: _, ...holder } = HOLDER
  const rebuilt = opened(undefined, { ...OPENING, holder })
  const found = peerJoined(rebuilt, { peer: PHONE, side: 'resident', clientId: null, kept: false, mode: 'call' })
  expect(membersChanged(found, [], T0)).toMatchObject({ holder })
  const known = withAccount(found, 'phone', MEMBER)
  expect(liveCall(known).holder).toMatchObject(HOLDER)
  expect(residentPeers(membersChanged(known, [], T0))).toEqual([])
  expect(withAccount(known, 'phone', MEMBER)).toBe(known)
  expect(withAccount(known, 'desk', OWNER)).toBe(known)
})

test('an answer that arrives by both ways has its account', () => {
  const { userId: _, ...holder } = HOLDER
  expect(holderOf(opened(opened(ringing(), { ...OPENING, holder }), OPENING))).toMatchObject(HOLDER)
})
