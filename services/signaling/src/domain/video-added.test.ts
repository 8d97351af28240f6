import { expect, test } from '@jest/globals'
import { type Call, residentPeer } from './call.ts'
import { answered, asked } from './recording.ts'
import { deviceJoined, joined, offered, opened, videoAdded } from './rules.ts'

const T0 = 1_800_000_000_000
const HOLDER = { session: 'desk', device: 'Chrome' }
const PEER = residentPeer('desk', 'page')
const PAGE = { session: 'desk', clientId: 'socket of the page' }
const OPENING = { activityId: 7, ownerId: 3, callId: 'c', now: T0, holder: HOLDER, visitorThere: true, clientId: null }

const withPage = (call: Call) =>
  deviceJoined(
    { ...call, holder: { ...HOLDER, peer: PEER }, unrecorded: false },
    { peer: PEER, side: 'resident', clientId: PAGE.clientId, kept: false, mode: 'call' },
  )
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
  const over: Call = { ...call, stage: 'ended' }
  expect(videoAdded(over, PAGE)).toBe(over)
})

test('the holder’s page of a rebuilt call adds video before its socket is known', () => {
  const { devices, ...call } = inCall()
  const rebuilt = { ...call, devices: { ...devices, [PEER]: { ...inCall().devices[PEER], clientId: null } } } as Call
  expect(videoAdded(rebuilt, PAGE).kind).toBe('video')
})

test('a call back that waits for its visitor becomes a video call too', () => {
  const waiting = videoAdded(withPage(offered(undefined, { ...OPENING, kind: 'audio' })), PAGE)
  expect(waiting).toMatchObject({ stage: 'offered', kind: 'video' })
  expect(joined(waiting, T0)).toMatchObject({ stage: 'connecting', kind: 'video' })
})

test('a video answer that is repeated in a call back by audio adds video from its page alone', () => {
  const again = (clientId: string | null) => opened(inCall(), { ...OPENING, kind: 'video', clientId })
  expect([again(PAGE.clientId).kind, again('another window').kind, again(null).kind]).toEqual(['video', 'audio', 'audio'])
})

test('what the visitor was asked to allow is recorded as it was asked', () => {
  const question = { id: 'q1', keptUntil: '2026-12-25T00:00:00.000Z', counts: true }
  const call = videoAdded(asked({ ...inCall(), stage: 'connected' }, question, T0), PAGE)
  expect(answered(call, 'q1', true, T0).recording).toMatchObject({ stage: 'starting', kind: 'audio' })
  const next = asked({ ...call, recording: null }, { ...question, id: 'q2' }, T0)
  expect(next.recording?.kind).toBeUndefined()
})
