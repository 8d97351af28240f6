import { expect, test } from '@jest/globals'
import { type Live, type LiveEvent, MAIN, transition } from './transitions.ts'

const after = (...events: LiveEvent[]): Live => events.reduce(transition, MAIN)
const rang: LiveEvent = { type: 'rang', activityId: 7 }
const asking = { mode: 'ringing', activityId: 7, step: { name: 'asking' }, back: null }

test('a live ring opens the modal [S-modal-live]', () => {
  expect(after(rang)).toEqual(asking)
})

test('the answer that the server takes becomes its view [S-answer-mode]', () => {
  const taken = (answer: 'video' | 'audio' | 'message' | 'dismiss') =>
    after(rang, { type: 'pressed', answer }, { type: 'taken', activityId: 7, answer })
  expect(taken('video')).toEqual({ mode: 'videoCall', activityId: 7, step: 'here', chatOpen: false })
  expect(taken('audio')).toEqual({ mode: 'audioCall', activityId: 7, step: 'here', chatOpen: false })
  expect(taken('message')).toEqual({ mode: 'message', activityId: 7 })
  expect(taken('dismiss')).toEqual(MAIN)
})

test('a press while one is under way changes nothing', () => {
  const answering = after(rang, { type: 'pressed', answer: 'video' })
  expect(transition(answering, { type: 'pressed', answer: 'message' })).toBe(answering)
})

test('an answer that did not get through can be pressed again [S-answer-lost]', () => {
  const lost = after(rang, { type: 'pressed', answer: 'message' }, { type: 'answerLost' })
  expect(lost).toMatchObject({ mode: 'ringing', step: { name: 'failed' } })
  expect(transition(lost, { type: 'pressed', answer: 'message' })).toMatchObject({ step: { name: 'answering' } })
})

test('the premium modal stands over the ring, and closing it returns to the ring [S-free-modal]', () => {
  const premium = after(rang, { type: 'premiumRefused', wanted: 'video' })
  expect(premium).toMatchObject({ mode: 'ringing', step: { name: 'premium', wanted: 'video' } })
  expect(transition(premium, { type: 'premiumClosed' })).toEqual(asking)
})

test('the visitor leaving closes the premium modal too, and the farewell ends on the page', () => {
  const left: LiveEvent = { type: 'ringOver', activityId: 7, farewell: { kind: 'left' } }
  const over = after(rang, { type: 'premiumRefused', wanted: 'audio' }, left)
  expect(over).toMatchObject({ mode: 'ringing', step: { name: 'over', farewell: { kind: 'left' } } })
  expect(transition(over, { type: 'premiumRefused', wanted: 'audio' })).toBe(over)
  expect(transition(over, { type: 'farewellSeen' })).toEqual(MAIN)
})

test('the end of another ring does not touch this one', () => {
  const state = after(rang)
  expect(transition(state, { type: 'ringOver', activityId: 8, farewell: { kind: 'missed' } })).toBe(state)
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

test('a reload finds its call, returns to it, and another device takes it', () => {
  const found = after({ type: 'callFound', activityId: 7, kind: 'video' })
  expect(found).toEqual({ mode: 'videoCall', activityId: 7, step: 'away', chatOpen: false })
  const back = transition(found, { type: 'joined', activityId: 7, kind: 'video' })
  expect(back).toMatchObject({ step: 'here' })
  expect(transition(back, { type: 'leftBehind', activityId: 7 })).toMatchObject({ mode: 'videoCall', step: 'away' })
})

test('a call that ends leaves the chat if it was open, else the page [S-end-call]', () => {
  const call = after({ type: 'joined', activityId: 7, kind: 'audio' })
  expect(transition(call, { type: 'callEnded', activityId: 7 })).toEqual(MAIN)
  expect(transition(call, { type: 'callEnded', activityId: 9 })).toBe(call)
  expect(transition(transition(call, { type: 'chatToggled' }), { type: 'callEnded', activityId: 7 })).toEqual({
    mode: 'message',
    activityId: 7,
  })
})

test('a chat becomes a call', () => {
  const chat = after({ type: 'chatOpened', activityId: 7 })
  expect(transition(chat, { type: 'joined', activityId: 7, kind: 'video' })).toMatchObject({ mode: 'videoCall', step: 'here' })
  expect(transition(chat, { type: 'closed' })).toEqual(MAIN)
})

test('events that a screen does not know change nothing', () => {
  expect(transition(MAIN, { type: 'farewellSeen' })).toBe(MAIN)
  expect(transition(MAIN, { type: 'chatToggled' })).toBe(MAIN)
})
