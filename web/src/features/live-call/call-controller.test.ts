import { expect, jest, test } from '@jest/globals'
import type { RecordingEnd } from '#proto/entities.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { anActivity } from '../../core/testing/activity.ts'
import { answered, callState, NOW, openController, RING, refused } from './call-controller-fixture.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('an answer opens the media and shows the call', async () => {
  const { controller, store, sent, opened } = openController(answered(anActivity({ id: RING, outcome: 'answered_video' })))
  controller.show({ type: 'rang', activityId: RING })
  await controller.answer(RING, 'video')
  expect(sent).toEqual([{ type: 'call_response', visitorId: RING, accepted: true, communicationType: 'video' }])
  expect(opened).toEqual([RING])
  expect(controller.tabLock.holds(RING)).toBe(true)
  expect(store.screen()).toMatchObject({ mode: 'videoCall', activityId: RING, step: 'here' })
})

test('an answer to a test ring opens no call, and says that it works', async () => {
  const ring = anActivity({ id: RING, outcome: null, test: true })
  const { controller, store, receive, sent, opened, intents, notices } = openController(
    answered({ ...ring, outcome: 'answered_video', version: 2 }),
  )
  receive({ type: 'doorbell_ring', activityId: RING, visitorName: 'Test ring', message: '', activity: ring, now: NOW })
  controller.show({ type: 'rang', activityId: RING })
  await controller.answer(RING, 'video')
  expect([sent, opened, notices]).toEqual([[], [], []])
  expect(store.screen()).toMatchObject({ mode: 'ringing', step: { name: 'over', endedMessage: { kind: 'tested', answer: 'video' } } })
  expect(intents).toEqual([{ type: 'receipt', activityId: RING, state: 'delivered' }])
  controller.show({ type: 'endedMessageSeen' })
  expect(store.screen()).toEqual({ mode: 'main' })
})

test('a free resident who presses Video in a test ring offers nobody a chat', () => {
  const { controller, store, receive, intents } = openController()
  const activity = anActivity({ id: RING, outcome: null, test: true })
  receive({ type: 'doorbell_ring', activityId: RING, visitorName: 'Test ring', message: '', activity, now: NOW })
  controller.show({ type: 'rang', activityId: RING })
  controller.requirePremium(RING, 'video')
  expect(store.screen()).toMatchObject({ mode: 'ringing', step: { name: 'premium', wanted: 'video' } })
  expect(intents.map(({ type }) => type)).toEqual(['receipt'])
})

test('an answer that another device was faster with closes the media', async () => {
  const { controller, store, closed, notices } = openController(refused('answered_elsewhere'))
  controller.show({ type: 'rang', activityId: RING })
  await controller.answer(RING, 'video')
  expect(closed).toEqual([RING])
  expect(controller.tabLock.holds(RING)).toBe(false)
  expect(store.screen()).toMatchObject({ mode: 'ringing', step: { name: 'failed' } })
  expect(notices).toEqual([])
})

test('a call held by this session confirms the answer before the response', async () => {
  const claim = Promise.withResolvers<Response>()
  const { controller, store, receive } = openController(() => claim.promise)
  controller.show({ type: 'rang', activityId: RING })
  const answer = controller.answer(RING, 'audio')
  receive(callState({ kind: 'audio', holder: { session: 'other', device: 'Phone' } }))
  expect(store.screen().mode).toBe('ringing')
  receive(callState({ kind: 'audio', version: 2 }))
  expect(store.screen()).toMatchObject({ mode: 'audioCall', activityId: RING })
  claim.resolve(await answered(anActivity({ id: RING }))())
  await answer
})

test('an answer that a proxy refused is repeated', async () => {
  jest.useFakeTimers()
  const page = async () => new Response('<html>502</html>', { status: 502, headers: { 'content-type': 'text/html' } })
  const answers = [page, page, answered(anActivity({ id: RING, outcome: 'answered_message' }))]
  const { controller, store } = openController(() => (answers.shift() ?? page)())
  controller.show({ type: 'rang', activityId: RING })
  const answer = controller.answer(RING, 'message')
  await jest.advanceTimersByTimeAsync(3_000)
  await answer
  expect(answers).toEqual([])
  expect(store.screen()).toMatchObject({ mode: 'message', activityId: RING })
  jest.useRealTimers()
})

test('an answer is repeated as long as its ring lives', async () => {
  jest.useFakeTimers()
  let isBack = false
  const { controller, store, receive } = openController(async () => {
    if (!isBack) throw new TypeError('Failed to fetch')
    return answered(anActivity({ id: RING, outcome: 'answered_message' }))()
  })
  const ring = { id: RING, outcome: null, timestamp: NOW, endsAt: '2026-11-21T10:00:45.000Z' }
  receive({ type: 'doorbell_ring', activityId: RING, visitorName: '', message: '', activity: anActivity(ring), now: NOW })
  controller.show({ type: 'rang', activityId: RING })
  const answer = controller.answer(RING, 'message')
  await jest.advanceTimersByTimeAsync(40_000)
  expect(store.screen()).toMatchObject({ mode: 'ringing', step: { name: 'answering' } })
  isBack = true
  await jest.advanceTimersByTimeAsync(2_000)
  await answer
  expect(store.screen()).toMatchObject({ mode: 'message', activityId: RING })
  jest.useRealTimers()
})

test('a refused answer of a free resident asks for Premium', async () => {
  const { controller, store, intents } = openController(refused('subscription_required'))
  controller.show({ type: 'rang', activityId: RING })
  await controller.answer(RING, 'video')
  expect(store.screen()).toMatchObject({ mode: 'ringing', step: { name: 'premium', wanted: 'video' } })
  expect(intents).toMatchObject([{ visitorId: RING, accepted: false, reasonCode: 'subscription_required' }])
})

test('an End is reported as failed only if there was something to end', async () => {
  const { controller, intents, lose, notices } = openController()
  for (const code of ['ring_over', 'internal'] as const) {
    controller.returnTo(RING, 'video')
    controller.end(RING)
    const intent = intents.at(-1)
    if (intent) lose(intent, code)
  }
  expect(notices).toEqual([{ kind: 'endFailed' }])
})

test('a confirmed End is announced once', async () => {
  const { controller, store, receive, notices } = openController()
  controller.returnTo(RING, 'video')
  controller.end(RING)
  receive(callState({ state: 'ended' }))
  receive(callState({ state: 'ended' }))
  expect(notices).toEqual([{ kind: 'callEnded', isRecorded: false }])
  expect(store.screen()).toEqual({ mode: 'main' })
})

test('a visitor who does not join a call back leads to the chat', async () => {
  const { controller, store, receive, notices } = openController()
  const visitor = anActivity({ id: RING })
  receive({ type: 'activity_changed', activityId: RING, activity: visitor, answeredBy: null, now: NOW })
  controller.callBack(RING, 'audio')
  receive(callState({ kind: 'audio', state: 'offered' }))
  receive(callState({ kind: 'audio', state: 'ended', version: 2 }))
  expect(store.screen()).toEqual({ mode: 'message', activityId: RING })
  expect(notices).toEqual([{ kind: 'callBackDeclined', visitor }])
})

test('a live call keeps its session while another visitor rings', async () => {
  const { controller, receive, opened, closed } = openController()
  controller.returnTo(RING, 'video')
  await settled()
  receive({ type: 'call_prepare', activityId: 8 })
  await settled()
  expect(opened).toEqual([RING])
  expect(closed).toEqual([])
})

const recordingId = '00000000-0000-4000-8000-000000000001'
const keptUntil = '2026-12-21T10:00:00.000Z'
const asking = { state: 'asking', id: recordingId, askedUntil: NOW, keptUntil } as const
const on = { state: 'on', id: recordingId, startedAt: NOW, endsAt: NOW, keptUntil } as const
const off = (reason: RecordingEnd, startedAt: string | null) => ({ state: 'off', id: recordingId, reason, startedAt, keptUntil }) as const

/** A page in an audio call of its own. */
async function openAudioCall() {
  const opened = openController()
  opened.controller.returnTo(RING, 'audio')
  await settled()
  opened.receive(callState({ kind: 'audio', version: 1 }))
  return opened
}
const VIDEO = { type: 'call_response', visitorId: RING, accepted: true, communicationType: 'video' }

test('an audio call becomes a video call once the camera is open', async () => {
  const { controller, store, intents, camera } = await openAudioCall()
  camera.isAllowed = false
  await controller.addVideo(RING)
  expect([store.screen().mode, intents]).toEqual(['audioCall', []])
  camera.isAllowed = true
  await controller.addVideo(RING)
  expect([store.screen().mode, intents]).toEqual(['videoCall', [VIDEO]])
})

test('an audio call that has become a video call is shown as one', async () => {
  const { store, receive, intents, video } = await openAudioCall()
  receive(callState({ kind: 'video', version: 2 }))
  expect([store.screen().mode, video, intents]).toEqual(['videoCall', ['became'], []])
})

test('a video that the server has missed is sent again while its call is here', async () => {
  const { controller, intents, missed, receive } = await openAudioCall()
  await controller.addVideo(RING)
  missed[0]?.()
  expect(intents).toEqual([VIDEO, VIDEO])
  receive(callState({ state: 'ended', version: 2 }))
  missed[0]?.()
  expect(intents).toHaveLength(2)
})

test('a recording is asked for, stopped, and its mark reported', () => {
  const { controller, intents, sent } = openController()
  controller.startRecording(RING)
  controller.stopRecording(RING)
  controller.reportRecMark(RING, recordingId)
  expect(intents).toEqual([
    { type: 'recording_start', activityId: RING },
    { type: 'recording_stop', activityId: RING },
  ])
  expect(sent).toEqual([{ type: 'recording_shown', activityId: RING, recordingId }])
})

test('the end of a recording is announced once, on the device that is in the call', () => {
  const { controller, receive, notices } = openController()
  receive(callState({ recording: asking }))
  receive(callState({ recording: off('refused', null) }))
  expect(notices).toEqual([])
  controller.returnTo(RING, 'video')
  receive(callState({ recording: asking }))
  receive(callState({ recording: off('refused', null) }))
  receive(callState({ recording: off('refused', null) }))
  expect(notices).toEqual([{ kind: 'recordingEnded', reason: 'refused', kept: false, visitor: undefined }])
})

test('a recording that ends with its call is in the notice of the call', () => {
  const { controller, receive, notices } = openController()
  controller.returnTo(RING, 'video')
  receive(callState({ recording: on }))
  receive(callState({ state: 'ended', recording: off('call_ended', NOW) }))
  expect(notices).toEqual([{ kind: 'callEnded', isRecorded: true }])
})

test('a Stop that finds nothing to stop is no failure', () => {
  const { controller, intents, lose, notices } = openController()
  for (const code of ['recording_over', 'internal'] as const) {
    controller.stopRecording(RING)
    const intent = intents.at(-1)
    if (intent) lose(intent, code)
  }
  expect(notices).toEqual([{ kind: 'recordingNotStopped' }])
})

const prepare = (activityId = RING): ServerFrame => ({ type: 'call_prepare', activityId })
const answeredElsewhere: ServerFrame = {
  type: 'activity_changed',
  activityId: RING,
  answeredBy: 'Phone',
  activity: anActivity({ id: RING, outcome: 'answered_video' }),
  now: NOW,
}

// covers: S-late-prepare
test('a ring that this page knows as answered is not prepared', async () => {
  const { receive, opened } = openController()
  receive(prepare())
  await settled()
  expect(opened).toEqual([RING])
  const late = openController()
  late.receive(answeredElsewhere)
  late.receive(prepare())
  await settled()
  expect(late.opened).toEqual([])
})

// covers: S-late-prepare
test('a ring that is answered while the call code loads is not prepared', async () => {
  const loading = Promise.withResolvers<void>()
  const { receive, opened } = openController(undefined, loading.promise)
  receive(prepare())
  receive(answeredElsewhere)
  loading.resolve()
  await settled()
  expect(opened).toEqual([])
})

test('a ring that is prepared while the call code loads does not close a call', async () => {
  const loading = Promise.withResolvers<void>()
  const { controller, receive, opened, closed } = openController(undefined, loading.promise)
  controller.returnTo(RING, 'video')
  receive(prepare(RING + 1))
  loading.resolve()
  await settled()
  expect([opened, closed]).toEqual([[RING], []])
})

test('stopping ends media, screen and subscriptions', async () => {
  const { controller, store, stop, subscriptions, closed } = openController()
  controller.returnTo(RING, 'video')
  await settled()
  stop()
  expect(closed).toEqual([RING])
  expect(store.screen()).toEqual({ mode: 'main' })
  expect(subscriptions()).toBe(0)
})
