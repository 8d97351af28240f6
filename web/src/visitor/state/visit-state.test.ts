import { expect, test } from '@jest/globals'
import type { ChatMessage } from '#proto/entities.ts'
import { aCall } from '../../core/testing/call-view.ts'
import { visit } from './visit-fixture.ts'
import { START, type VisitEvent, type VisitState, visitTransition } from './visit-state.ts'

const message = (senderId: ChatMessage['senderId'], id = 'm1'): ChatMessage => ({
  id,
  activityId: 7,
  senderId,
  message: 'Hello',
  timestamp: '2026-01-01T10:00:10Z',
})
const run = (events: readonly VisitEvent[], from: VisitState = START) => events.reduce(visitTransition, from)
const waiting = run([{ type: 'ring_sent' }, { type: 'rung', visit: visit() }])
const inCall = run(
  [
    { type: 'answered', activityId: 7, how: 'video' },
    { type: 'call_received', call: aCall() },
  ],
  waiting,
)

// covers: S-visitor-waiting
test('a successful ring shows the waiting screen', () => {
  const { screen, ringing } = run([{ type: 'ring_sent' }, { type: 'rung', visit: visit() }])
  expect([screen.at, ringing]).toEqual(['waiting', 'no'])
})

// covers: S-visitor-failed
test('a failed ring keeps the form and shows the error', () => {
  const state = run([{ type: 'ring_sent' }, { type: 'ring_failed', failure: { message: 'No', details: {} } }])
  expect(state).toMatchObject({ screen: { at: 'form' }, ringing: 'no', failure: { message: 'No' } })
})

// covers: S-visitor-accepted S-visitor-chat
test('video, audio and message answers each open their own screen', () => {
  expect(inCall.screen).toEqual({ at: 'call', kind: 'video', entered: 'answered' })
  expect(run([{ type: 'answered', activityId: 7, how: 'audio' }], waiting).screen).toMatchObject({ at: 'call', kind: 'audio' })
  expect(run([{ type: 'answered', activityId: 7, how: 'message' }], waiting).screen.at).toBe('chat')
})

test('an audio call becomes a video call, and never the other way', () => {
  const audio = run([{ type: 'answered', activityId: 7, how: 'audio' }], waiting)
  const received = (kind: 'audio' | 'video', from: VisitState) => run([{ type: 'call_received', call: aCall({ kind }) }], from)
  expect(received('audio', audio).screen).toBe(audio.screen)
  const video = received('video', audio)
  expect(video.screen).toEqual({ at: 'call', kind: 'video', entered: 'answered' })
  expect(received('audio', video).screen).toBe(video.screen)
})

// covers: S-visitor-declined S-visitor-ended
test('each end reason shows its own screen', () => {
  expect(run([{ type: 'refused', activityId: 7, reason: 'dismissed' }], waiting).screen.at).toBe('declined')
  expect(run([{ type: 'refused', activityId: 7, reason: 'missed' }], waiting).screen.at).toBe('missed')
  expect(run([{ type: 'refused', activityId: 7, reason: 'ended' }], inCall).screen.at).toBe('ended')
})

// covers: S-message-end
test('the end of a conversation ends the chat, and that of an older call does not', () => {
  const chatting = run([{ type: 'answered', activityId: 7, how: 'message' }], waiting)
  expect(run([{ type: 'refused', activityId: 7, reason: 'ended', how: 'video' }], chatting).screen.at).toBe('chat')
  const ended = run([{ type: 'refused', activityId: 7, reason: 'ended', how: 'message' }], chatting)
  expect(ended.screen.at).toBe('ended')
  expect(run([{ type: 'visit_received', visit: visit({ outcome: 'answered_message' }) }], ended).screen.at).toBe('ended')
})

test('frames of another ring are ignored', () => {
  expect(run([{ type: 'answered', activityId: 8, how: 'video' }], waiting)).toBe(waiting)
  expect(run([{ type: 'refused', activityId: 8, reason: 'missed' }], waiting)).toBe(waiting)
})

// covers: S-visitor-cancel
test('a visitor who cancelled never enters the call', () => {
  const cancelled = run([{ type: 'cancelled' }], waiting)
  const crossed = run(
    [
      { type: 'answered', activityId: 7, how: 'video' },
      { type: 'call_received', call: aCall() },
      { type: 'visit_received', visit: visit({ outcome: 'answered_video', version: 3 }) },
    ],
    cancelled,
  )
  expect(crossed.screen.at).toBe('form')
})

test('after Try Again a late update of the ended visit leaves the form open', () => {
  const ended = run([{ type: 'hung_up' }], inCall)
  const late = { type: 'visit_received', visit: visit({ outcome: 'answered_video', version: 5 }) } as const
  expect(run([{ type: 'tried_again' }, late], ended).screen.at).toBe('form')
  expect(run([{ type: 'tried_again' }, { type: 'ring_sent' }, late], ended)).toMatchObject({ visit: null, ringing: 'sending' })
})

// covers: S-visitor-chat
test("a resident's message after a cancel, decline or miss opens the chat", () => {
  expect(run([{ type: 'cancelled' }, { type: 'message_received', message: message('resident') }], waiting).screen.at).toBe('chat')
  const declined = run([{ type: 'refused', activityId: 7, reason: 'dismissed' }], waiting)
  expect(run([{ type: 'message_received', message: message('resident') }], declined).screen.at).toBe('chat')
  expect(
    run([{ type: 'visit_received', visit: visit({ outcome: 'missed', messages: [message('resident')], version: 2 }) }]).screen.at,
  ).toBe('chat')
})

// covers: S-visitor-sent
test('a message after a miss shows Request Sent, also after a reload', () => {
  const missed = run([{ type: 'refused', activityId: 7, reason: 'missed' }], waiting)
  expect(run([{ type: 'message_left' }], missed).screen.at).toBe('sent')
  expect(run([{ type: 'visit_received', visit: visit({ outcome: 'missed', messageLeft: true, version: 2 }) }]).screen.at).toBe('sent')
})

// covers: S-free-answer
test('a chat offer opens the message field and the ring goes on', () => {
  expect(run([{ type: 'chat_offered', activityId: 7 }], waiting)).toMatchObject({
    screen: { at: 'waiting' },
    writing: true,
  })
})

test('an older version of the visit is ignored', () => {
  const missed = run([{ type: 'visit_received', visit: visit({ outcome: 'missed', version: 5 }) }], waiting)
  expect(run([{ type: 'visit_received', visit: visit({ version: 4 }) }], missed)).toBe(missed)
})

test('a live row that arrives after the answer does not ring again', () => {
  const late = run([{ type: 'visit_received', visit: visit({ seen: true, version: 2 }) }], inCall)
  expect(late.screen).toEqual(inCall.screen)
})

// covers: S-late-call
test('a late call back can be joined or declined', () => {
  const offered = run(
    [
      { type: 'refused', activityId: 7, reason: 'missed' },
      { type: 'call_received', call: aCall({ state: 'offered' }) },
    ],
    waiting,
  )
  expect(offered.offer).toBe('video')
  expect(run([{ type: 'joined' }], offered).screen).toEqual({ at: 'call', kind: 'video', entered: 'joined' })
  const stayed = run([{ type: 'stayed' }, { type: 'call_received', call: aCall({ version: 2 }) }], offered)
  expect(stayed).toMatchObject({ offer: null, screen: { at: 'missed' } })
})

test('a joined late call continues while the row still says missed', () => {
  const offered = run(
    [
      { type: 'refused', activityId: 7, reason: 'missed' },
      { type: 'call_received', call: aCall({ state: 'offered' }) },
      { type: 'joined' },
      { type: 'visit_received', visit: visit({ outcome: 'missed', version: 4 }) },
    ],
    waiting,
  )
  expect(offered.screen).toMatchObject({ at: 'call', entered: 'joined' })
  expect(run([{ type: 'refused', activityId: 7, reason: 'ended' }], offered).screen.at).toBe('ended')
})

test('a withdrawn offer disappears', () => {
  const offered = run(
    [{ type: 'call_received', call: aCall({ state: 'offered' }) }],
    run([{ type: 'answered', activityId: 7, how: 'message' }], waiting),
  )
  expect(run([{ type: 'call_received', call: aCall({ state: 'ended', version: 2 }) }], offered).offer).toBeNull()
})

test('after hanging up a late "connected" does not reopen the call', () => {
  const state = run(
    [
      { type: 'hung_up' },
      { type: 'call_received', call: aCall({ state: 'connected', version: 2 }) },
      { type: 'visit_received', visit: visit({ outcome: 'answered_video', version: 9 }) },
    ],
    inCall,
  )
  expect(state.screen.at).toBe('ended')
})

// covers: S-visitor-restored
test('a reload during a call resumes it', () => {
  const resumed = run([{ type: 'visit_received', visit: visit({ outcome: 'answered_audio', version: 2 }) }])
  expect(resumed.screen).toEqual({ at: 'call', kind: 'audio', entered: 'resumed' })
  expect(run([{ type: 'call_received', call: aCall({ kind: 'audio', state: 'ended' }) }], resumed).screen.at).toBe('ended')
})

test('a chat becomes a call when one starts', () => {
  const chat = run([{ type: 'answered', activityId: 7, how: 'message' }], waiting)
  const talking = run([{ type: 'call_received', call: aCall() }], { ...chat, visit: visit({ outcome: 'answered_message', version: 2 }) })
  expect(talking.screen.at).toBe('call')
  expect(run([{ type: 'visit_received', visit: visit({ outcome: 'answered_message', version: 3 }) }], talking).screen.at).toBe('call')
})

// covers: S-inactive
test('an erased visit shows the form, an inactive code its own screen', () => {
  expect(run([{ type: 'visit_gone' }], waiting)).toEqual(START)
  expect(run([{ type: 'door_gone' }], waiting).screen.at).toBe('inactive')
})

// covers: S-visitor-try-again
test('Try Again returns to the initial state', () => {
  expect(run([{ type: 'tried_again' }], run([{ type: 'refused', activityId: 7, reason: 'dismissed' }], waiting))).toEqual({
    ...START,
    leftVisitId: 7,
  })
})

// covers: S-visitor-call-again
test('Call Again keeps the screen until the new ring exists', () => {
  const missed = run([{ type: 'refused', activityId: 7, reason: 'missed' }], waiting)
  const sending = run([{ type: 'ring_sent' }], missed)
  expect(sending.screen.at).toBe('missed')
  expect(run([{ type: 'rung', visit: visit({ id: 9, againOf: 7 }) }], sending)).toMatchObject({
    screen: { at: 'waiting' },
    visit: { id: 9 },
  })
})

test('a live ring whose cookie is lost goes on without a form', () => {
  const waiting = visitTransition(START, { type: 'rung', visit: visit() })
  const lost = visitTransition(visitTransition(waiting, { type: 'writing', open: true }), { type: 'cookie_lost' })
  expect(lost).toMatchObject({ screen: { at: 'waiting' }, writing: false, isCookieLost: true })
  const ended = visitTransition(lost, { type: 'visit_gone' })
  expect(ended).toEqual({ ...START, isCookieLost: true })
  expect(visitTransition(ended, { type: 'rung', visit: visit({ id: 9 }) }).isCookieLost).toBe(false)
})
