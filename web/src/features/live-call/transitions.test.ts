import { expect, test } from '@jest/globals'
import { type Live, type LiveEvent, MAIN, transition } from './transitions.ts'

const after = (...events: LiveEvent[]): Live => events.reduce(transition, MAIN)
const rang: LiveEvent = { type: 'rang', activityId: 7 }
const asking = { mode: 'ringing', activityId: 7, step: { name: 'asking' }, back: null }

// covers: S-modal-live
test('a live ring opens the modal', () => {
  expect(after(rang)).toEqual(asking)
})

test("this session's call takes precedence over an unanswered ring", () => {
  const found: LiveEvent = { type: 'callFound', activityId: 8, kind: 'video' }
  expect(after(rang, found)).toMatchObject({ mode: 'videoCall', activityId: 8, step: 'away' })
  const answering = after(rang, { type: 'pressed', answer: 'video' })
  expect(transition(answering, found)).toBe(answering)
})

test('a ring opens over a call that this page is not in, and beside one that it is in', () => {
  const here = after({ type: 'joined', activityId: 8, kind: 'video' })
  expect(transition(here, rang)).toBe(here)
  expect(transition(transition(here, { type: 'leftBehind', activityId: 8 }), rang)).toEqual(asking)
})

test('a ring that was chosen takes the place of another one, but of no answer under way', () => {
  const chosen: LiveEvent = { type: 'ringOpened', activityId: 9 }
  expect(after(chosen)).toEqual({ ...asking, activityId: 9 })
  expect(after(rang, chosen)).toEqual({ ...asking, activityId: 9 })
  const answering = after(rang, { type: 'pressed', answer: 'audio' })
  expect(transition(answering, chosen)).toBe(answering)
  const here = after({ type: 'joined', activityId: 8, kind: 'video' })
  expect(transition(here, chosen)).toBe(here)
})

// covers: S-answer-mode
test('an accepted answer opens its screen', () => {
  const taken = (answer: 'video' | 'audio' | 'message' | 'dismiss') =>
    after(rang, { type: 'pressed', answer }, { type: 'taken', activityId: 7, answer })
  expect(taken('video')).toEqual({ mode: 'videoCall', activityId: 7, step: 'here', chatOpen: false })
  expect(taken('audio')).toEqual({ mode: 'audioCall', activityId: 7, step: 'here', chatOpen: false })
  expect(taken('message')).toEqual({ mode: 'message', activityId: 7 })
  expect(taken('dismiss')).toEqual(MAIN)
})

test('a ring that is not for this person closes, unless it is being answered', () => {
  const passed = { type: 'ringPassed', activityId: 7 } as const
  expect(after(rang, passed)).toEqual(MAIN)
  const answering = after(rang, { type: 'pressed', answer: 'video' })
  expect(transition(answering, passed)).toBe(answering)
  expect(after(rang, { ...passed, activityId: 8 })).toEqual(after(rang))
})

test('a press during a pending answer is ignored', () => {
  const answering = after(rang, { type: 'pressed', answer: 'video' })
  expect(transition(answering, { type: 'pressed', answer: 'message' })).toBe(answering)
})

// covers: S-answer-lost
test('a failed answer can be pressed again', () => {
  const lost = after(rang, { type: 'pressed', answer: 'message' }, { type: 'answerLost', late: false })
  expect(lost).toMatchObject({ mode: 'ringing', step: { name: 'failed' } })
  expect(transition(lost, { type: 'pressed', answer: 'message' })).toMatchObject({ step: { name: 'answering' } })
})

// covers: S-free-modal
test('closing the premium modal returns to the ring', () => {
  const premium = after(rang, { type: 'premiumRequired', wanted: 'video' })
  expect(premium).toMatchObject({ mode: 'ringing', step: { name: 'premium', wanted: 'video' } })
  expect(transition(premium, { type: 'premiumClosed' })).toEqual(asking)
})

test('a cancelled ring closes the premium modal', () => {
  const left: LiveEvent = { type: 'ringOver', activityId: 7, endedMessage: { kind: 'cancelled' } }
  const over = after(rang, { type: 'premiumRequired', wanted: 'audio' }, left)
  expect(over).toMatchObject({ mode: 'ringing', step: { name: 'over', endedMessage: { kind: 'cancelled' } } })
  expect(transition(over, { type: 'premiumRequired', wanted: 'audio' })).toBe(over)
  expect(transition(over, { type: 'endedMessageSeen' })).toEqual(MAIN)
})

test('an unknown end is replaced by the known one, once', () => {
  const over = (kind: 'unknown' | 'missed' | 'cancelled'): LiveEvent => ({ type: 'ringOver', activityId: 7, endedMessage: { kind } })
  const unknown = after(rang, { type: 'pressed', answer: 'message' }, over('unknown'))
  expect(unknown).toMatchObject({ step: { name: 'over', endedMessage: { kind: 'unknown' } } })
  const known = transition(unknown, over('missed'))
  expect(known).toMatchObject({ step: { name: 'over', endedMessage: { kind: 'missed', stays: true } } })
  expect(transition(known, over('cancelled'))).toBe(known)
  expect(transition(unknown, { type: 'endedMessageSeen' })).toEqual(MAIN)
})

test('an end that an answer met late stays until it is read, and at once for a moment', () => {
  const endAfter = (late: boolean) =>
    after(
      rang,
      { type: 'pressed', answer: 'video' },
      { type: 'answerLost', late },
      { type: 'ringOver', activityId: 7, endedMessage: { kind: 'answered', device: 'Phone' } },
    )
  expect(endAfter(true)).toMatchObject({ step: { endedMessage: { kind: 'answered', stays: true } } })
  expect(endAfter(false)).toMatchObject({ step: { endedMessage: { kind: 'answered', device: 'Phone' } } })
  expect(JSON.stringify(endAfter(false))).not.toContain('stays')
})

test('the end of another ring is ignored', () => {
  const state = after(rang)
  expect(transition(state, { type: 'ringOver', activityId: 8, endedMessage: { kind: 'missed' } })).toBe(state)
})

test('a ring over an open chat returns to that chat', () => {
  const chat = after(
    { type: 'chatOpened', activityId: 3 },
    rang,
    { type: 'pressed', answer: 'dismiss' },
    { type: 'taken', activityId: 7, answer: 'dismiss' },
  )
  expect(chat).toEqual({ mode: 'message', activityId: 3 })
})

test('a ring does not interrupt a call', () => {
  const call = after({ type: 'joined', activityId: 3, kind: 'video' })
  expect(transition(call, rang)).toBe(call)
})

test('a reloaded page finds its call and can return to it', () => {
  const found = after({ type: 'callFound', activityId: 7, kind: 'video' })
  expect(found).toEqual({ mode: 'videoCall', activityId: 7, step: 'away', chatOpen: false })
  const back = transition(found, { type: 'joined', activityId: 7, kind: 'video' })
  expect(back).toMatchObject({ step: 'here' })
  expect(transition(back, { type: 'leftBehind', activityId: 7 })).toMatchObject({ mode: 'videoCall', step: 'away' })
})

// covers: S-end-call
test('an ended call returns to its open chat or the page', () => {
  const call = after({ type: 'joined', activityId: 7, kind: 'audio' })
  expect(transition(call, { type: 'callEnded', activityId: 7 })).toEqual(MAIN)
  expect(transition(call, { type: 'callEnded', activityId: 9 })).toBe(call)
  expect(transition(transition(call, { type: 'chatToggled' }), { type: 'callEnded', activityId: 7 })).toEqual({
    mode: 'message',
    activityId: 7,
  })
})

test('an audio call becomes a video call where it is', () => {
  const call = transition(after({ type: 'joined', activityId: 7, kind: 'audio' }), { type: 'chatToggled' })
  const video = transition(call, { type: 'videoAdded', activityId: 7 })
  expect(video).toEqual({ ...call, mode: 'videoCall' })
  expect(transition(call, { type: 'videoAdded', activityId: 9 })).toBe(call)
})

test('a chat becomes a call', () => {
  const chat = after({ type: 'chatOpened', activityId: 7 })
  expect(transition(chat, { type: 'joined', activityId: 7, kind: 'video' })).toMatchObject({ mode: 'videoCall', step: 'here' })
  expect(transition(chat, { type: 'closed' })).toEqual(MAIN)
})

test('events that a screen does not handle are ignored', () => {
  expect(transition(MAIN, { type: 'endedMessageSeen' })).toBe(MAIN)
  expect(transition(MAIN, { type: 'chatToggled' })).toBe(MAIN)
})
