import { expect, test } from '@jest/globals'
import { liveCall } from '../../../test/stages.ts'
import { type Call, recordingOf, residentPeer } from './call.ts'
import { answered, asked } from './recording.ts'
import { withHolderPage } from './resident-pages.ts'
import { connected, ended, joined, offered, opened, peerJoined, videoAdded } from './rules.ts'

const T0 = 1_800_000_000_000
const HOLDER = { session: 'desk', device: 'Chrome' }
const PEER = residentPeer('desk', 'page')
const PAGE = { session: 'desk', clientId: 'socket of the page' }
const OPENING = { activityId: 7, ownerId: 3, members: [], callId: 'c', now: T0, holder: HOLDER, visitorThere: true, clientId: null }

const withPage = (call: Call) =>
  peerJoined(
    { ...withHolderPage(liveCall(call), PEER), unrecorded: false },
    { peer: PEER, side: 'resident', clientId: PAGE.clientId, kept: false, mode: 'call' },
  )
const inConnectedCall = (): Call => {
  const call = inCall()
  return call.stage === 'connecting' ? connected(call, { ...HOLDER, peer: PEER }, T0) : call
}
const inCall = (kind: 'audio' | 'video' = 'audio') => withPage(opened(undefined, { ...OPENING, kind }))

test('the holder’s page makes its audio call a video call, which is recorded', () => {
  const call = videoAdded(inCall(), PAGE)
  expect(call).toMatchObject({ kind: 'video', unrecorded: true, stage: 'connecting', epoch: inCall().epoch })
  expect(videoAdded(call, PAGE)).toBe(call)
  const video = inCall('video')
  expect(videoAdded(video, PAGE)).toBe(video)
})

test('another window, another session and a request without a socket add no video', () => {
  const call = inCall()
  for (const page of [
    { ...PAGE, clientId: 'another window' },
    { ...PAGE, session: 'phone' },
    { ...PAGE, clientId: null },
  ])
    expect(videoAdded(call, page)).toBe(call)
  const unjoined = opened(undefined, { ...OPENING, kind: 'audio' })
  expect(videoAdded(unjoined, PAGE)).toBe(unjoined)
  const over = ended(call, T0)
  expect(videoAdded(over, PAGE)).toBe(over)
})

test('the holder’s page of a rebuilt call adds video before its socket is known', () => {
  const { peers, ...call } = inCall()
  const rebuilt = { ...call, peers: { ...peers, [PEER]: { ...inCall().peers[PEER], clientId: null } } } as Call
  expect(liveCall(videoAdded(rebuilt, PAGE)).kind).toBe('video')
})

test('a call back that waits for its visitor becomes a video call too', () => {
  const waiting = videoAdded(withPage(offered(undefined, { ...OPENING, kind: 'audio' })), PAGE)
  expect(waiting).toMatchObject({ stage: 'offered', kind: 'video' })
  expect(joined(waiting, T0)).toMatchObject({ stage: 'connecting', kind: 'video' })
})

test('a video answer that is repeated in a call back by audio adds video from its page alone', () => {
  const again = (clientId: string | null) => liveCall(opened(inCall(), { ...OPENING, kind: 'video', clientId }))
  expect([again(PAGE.clientId).kind, again('another window').kind, again(null).kind]).toEqual(['video', 'audio', 'audio'])
})

test('what the visitor was asked to allow is recorded as it was asked', () => {
  const question = { id: 'q1', keptUntil: '2026-12-25T00:00:00.000Z', counts: true }
  const call = liveCall(videoAdded(asked(inConnectedCall(), question, T0), PAGE))
  expect(recordingOf(answered(call, 'q1', true, T0))).toMatchObject({ stage: 'starting', kind: 'audio' })
  const next = asked({ ...call, recording: null }, { ...question, id: 'q2' }, T0)
  expect(recordingOf(next)?.kind).toBeUndefined()
})
