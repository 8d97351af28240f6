import { expect, test } from '@jest/globals'
import type { CallView, ChatMessage } from '#proto/entities.ts'
import { visit } from './example-visit.ts'
import { type PageEvent, type PageState, START, transition } from './page-state.ts'

const call = (fields: Partial<CallView> = {}): CallView => ({
  activityId: 7,
  kind: 'video',
  state: 'connecting',
  epoch: 1,
  connectedAt: null,
  holder: null,
  visitorAway: false,
  seconds: null,
  version: 1,
  ...fields,
})
const word = (senderId: ChatMessage['senderId'], id = 'm1'): ChatMessage => ({
  id,
  activityId: 7,
  senderId,
  message: 'Hello',
  timestamp: '2026-01-01T10:00:10Z',
})
const run = (events: readonly PageEvent[], from: PageState = START) => events.reduce(transition, from)
const waiting = run([{ type: 'ring_sent' }, { type: 'rung', visit: visit() }])
const inCall = run(
  [
    { type: 'answered', activityId: 7, how: 'video' },
    { type: 'call_heard', call: call() },
  ],
  waiting,
)

test('a ring that succeeded waits [S-visitor-waiting]', () => {
  const { screen, ringing } = run([{ type: 'ring_sent' }, { type: 'rung', visit: visit() }])
  expect([screen.at, ringing]).toEqual(['waiting', 'no'])
})

test('a ring that failed keeps the form and says why [S-visitor-failed]', () => {
  const state = run([{ type: 'ring_sent' }, { type: 'ring_failed', failure: { message: 'No', details: {} } }])
  expect(state).toMatchObject({ screen: { at: 'form' }, ringing: 'no', failure: { message: 'No' } })
})

test('video, audio and message answers each open their screen [S-visitor-accepted] [S-visitor-chat]', () => {
  expect(inCall.screen).toEqual({ at: 'call', kind: 'video', entered: 'answered' })
  expect(run([{ type: 'answered', activityId: 7, how: 'audio' }], waiting).screen).toMatchObject({ at: 'call', kind: 'audio' })
  expect(run([{ type: 'answered', activityId: 7, how: 'message' }], waiting).screen.at).toBe('chat')
})

test('a dismissal declines, a miss offers a message, an end of a call reads ended [S-visitor-declined] [S-visitor-ended]', () => {
  expect(run([{ type: 'refused', activityId: 7, reason: 'dismissed' }], waiting).screen.at).toBe('declined')
  expect(run([{ type: 'refused', activityId: 7, reason: 'missed' }], waiting).screen.at).toBe('missed')
  expect(run([{ type: 'refused', activityId: 7, reason: 'ended' }], inCall).screen.at).toBe('ended')
})

test('frames of another ring change nothing', () => {
  expect(run([{ type: 'answered', activityId: 8, how: 'video' }], waiting)).toBe(waiting)
  expect(run([{ type: 'refused', activityId: 8, reason: 'missed' }], waiting)).toBe(waiting)
})

test('who cancelled is never put into a call, whatever crosses [S-visitor-cancel]', () => {
  const cancelled = run([{ type: 'cancelled' }], waiting)
  const crossed = run(
    [
      { type: 'answered', activityId: 7, how: 'video' },
      { type: 'call_heard', call: call() },
      { type: 'visit_heard', visit: visit({ outcome: 'answered_video', version: 3 }) },
    ],
    cancelled,
  )
  expect(crossed.screen.at).toBe('form')
})

test('a resident who writes after a cancel, a decline or a miss opens the chat [S-visitor-chat]', () => {
  expect(run([{ type: 'cancelled' }, { type: 'message_heard', message: word('resident') }], waiting).screen.at).toBe('chat')
  const declined = run([{ type: 'refused', activityId: 7, reason: 'dismissed' }], waiting)
  expect(run([{ type: 'message_heard', message: word('resident') }], declined).screen.at).toBe('chat')
  expect(run([{ type: 'visit_heard', visit: visit({ outcome: 'missed', messages: [word('resident')], version: 2 }) }]).screen.at).toBe(
    'chat',
  )
})

test('a message left after a miss reads Request Sent, and stays so after a reload [S-visitor-sent]', () => {
  const missed = run([{ type: 'refused', activityId: 7, reason: 'missed' }], waiting)
  expect(run([{ type: 'message_left' }], missed).screen.at).toBe('sent')
  expect(run([{ type: 'visit_heard', visit: visit({ outcome: 'missed', messageLeft: true, version: 2 }) }]).screen.at).toBe('sent')
})

test('a resident without calls opens the message field and the ring goes on [S-free-answer]', () => {
  expect(run([{ type: 'chat_offered', activityId: 7 }], waiting)).toMatchObject({
    screen: { at: 'waiting' },
    writing: true,
  })
})

test('an older word of the server is dropped', () => {
  const missed = run([{ type: 'visit_heard', visit: visit({ outcome: 'missed', version: 5 }) }], waiting)
  expect(run([{ type: 'visit_heard', visit: visit({ version: 4 }) }], missed)).toBe(missed)
})

test('a live row that comes after the answer does not ring again', () => {
  const late = run([{ type: 'visit_heard', visit: visit({ seen: true, version: 2 }) }], inCall)
  expect(late.screen).toEqual(inCall.screen)
})

test('a late call back is offered, joined or left in the chat [S-late-call]', () => {
  const offered = run(
    [
      { type: 'refused', activityId: 7, reason: 'missed' },
      { type: 'call_heard', call: call({ state: 'offered' }) },
    ],
    waiting,
  )
  expect(offered.offer).toBe('video')
  expect(run([{ type: 'joined' }], offered).screen).toEqual({ at: 'call', kind: 'video', entered: 'joined' })
  const stayed = run([{ type: 'stayed' }, { type: 'call_heard', call: call({ version: 2 }) }], offered)
  expect(stayed).toMatchObject({ offer: null, screen: { at: 'missed' } })
})

test('a joined late call stands though the row still reads missed', () => {
  const offered = run(
    [
      { type: 'refused', activityId: 7, reason: 'missed' },
      { type: 'call_heard', call: call({ state: 'offered' }) },
      { type: 'joined' },
      { type: 'visit_heard', visit: visit({ outcome: 'missed', version: 4 }) },
    ],
    waiting,
  )
  expect(offered.screen).toMatchObject({ at: 'call', entered: 'joined' })
  expect(run([{ type: 'refused', activityId: 7, reason: 'ended' }], offered).screen.at).toBe('ended')
})

test('an offer that is withdrawn vanishes', () => {
  const offered = run(
    [{ type: 'call_heard', call: call({ state: 'offered' }) }],
    run([{ type: 'answered', activityId: 7, how: 'message' }], waiting),
  )
  expect(run([{ type: 'call_heard', call: call({ state: 'ended', version: 2 }) }], offered).offer).toBeNull()
})

test('hanging up stays ended though the server still says connected', () => {
  const state = run(
    [
      { type: 'hung_up' },
      { type: 'call_heard', call: call({ state: 'connected', version: 2 }) },
      { type: 'visit_heard', visit: visit({ outcome: 'answered_video', version: 9 }) },
    ],
    inCall,
  )
  expect(state.screen.at).toBe('ended')
})

test('a reload in a call resumes it, a reload after it reads ended [S-visitor-restored]', () => {
  const resumed = run([{ type: 'visit_heard', visit: visit({ outcome: 'answered_audio', version: 2 }) }])
  expect(resumed.screen).toEqual({ at: 'call', kind: 'audio', entered: 'resumed' })
  expect(run([{ type: 'call_heard', call: call({ kind: 'audio', state: 'ended' }) }], resumed).screen.at).toBe('ended')
})

test('a conversation becomes a call, and an end leads to ended', () => {
  const chat = run([{ type: 'answered', activityId: 7, how: 'message' }], waiting)
  const talking = run([{ type: 'call_heard', call: call() }], { ...chat, visit: visit({ outcome: 'answered_message', version: 2 }) })
  expect(talking.screen.at).toBe('call')
  expect(run([{ type: 'visit_heard', visit: visit({ outcome: 'answered_message', version: 3 }) }], talking).screen.at).toBe('call')
})

test('an erased visit leads to the form, a dead code says so [S-inactive]', () => {
  expect(run([{ type: 'visit_gone' }], waiting)).toEqual(START)
  expect(run([{ type: 'door_gone' }], waiting).screen.at).toBe('inactive')
})

test('Try Again forgets the ring [S-visitor-try-again]', () => {
  expect(run([{ type: 'tried_again' }], run([{ type: 'refused', activityId: 7, reason: 'dismissed' }], waiting))).toEqual(START)
})

test('Call Again keeps the page it is on until the new ring is there [S-visitor-call-again]', () => {
  const missed = run([{ type: 'refused', activityId: 7, reason: 'missed' }], waiting)
  const sending = run([{ type: 'ring_sent' }], missed)
  expect(sending.screen.at).toBe('missed')
  expect(run([{ type: 'rung', visit: visit({ id: 9, againOf: 7 }) }], sending)).toMatchObject({
    screen: { at: 'waiting' },
    visit: { id: 9 },
  })
})
