import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { FakeHandler } from 'mediasoup-client/handlers/FakeHandler'
import { REGISTERED } from '../testing/fake-connection.ts'
import { type Answer, answers, done, fakeRoom, joinReply, lastJoin, oneConsumer } from '../testing/fake-room.ts'
import type { JoinReply } from './peer.ts'
import { RoomClient } from './room-client.ts'

const JOIN_LIMIT = 10_000

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

/** A page's room client whose requests are answered by `answer`. */
function openRoom(answer?: Answer) {
  const { asked, ...deps } = fakeRoom(answer)
  const events: string[] = []
  const messages: (string | undefined)[] = []
  const room = new RoomClient({
    ...deps,
    side: 'resident',
    events: {
      joined: (isNewPeer) => events.push(isNewPeer ? 'joined' : 'kept'),
      refused: (code, message) => {
        events.push(code)
        messages.push(message)
      },
      consumersChanged: () => {},
      released: () => events.push('released'),
    },
  })
  return { room, asked, events, messages, state: deps.state }
}
/** Chromium never settles a description that was being set when the connection was closed. */
const neverDescribes = () => jest.spyOn(FakeHandler.prototype, 'receive').mockImplementation(() => new Promise(() => {}))
const settled = () => jest.advanceTimersByTimeAsync(10)
const joinsOf = (asked: readonly string[]) => asked.filter((op) => op.startsWith('join'))

test('a join consumes what the room offers', async () => {
  const { room, asked, events } = openRoom()
  await done(room.join('prepare'))
  expect(asked).toEqual(['join prepare', 'receive', 'connect_transport', 'resume_consumer'])
  expect(events).toEqual(['joined'])
  room.close()
})

test.each([
  ['lost with its socket', 'offline'],
  ['refused', 'unavailable'],
] as const)('a consumer whose resume was %s is resumed with the next join', async (_how, failure) => {
  const [reply, consumers] = [joinReply(), [oneConsumer()]]
  let joins = 0
  let isFailing = true
  const { room, asked, state } = openRoom(async (frame) => {
    if (frame.request.op === 'join') return { ...reply, kept: joins++ > 0 }
    if (frame.request.op === 'receive') return { consumers }
    if (frame.request.op !== 'resume_consumer' || !isFailing) return {}
    return failure === 'offline' ? undefined : { refused: failure }
  })
  void room.join('call')
  while (!asked.includes('resume_consumer')) await jest.advanceTimersByTimeAsync(1)
  isFailing = false
  if (failure === 'offline')
    for (const registered of [false, true]) {
      state.set({ ...REGISTERED, registered })
      room.socketChanged()
    }
  await jest.advanceTimersByTimeAsync(1_000)
  expect(asked.slice(3)).toEqual(['resume_consumer', 'join call', 'receive', 'resume_consumer'])
  room.close()
})

test('a page that was released while it consumed joins the call', async () => {
  neverDescribes()
  const { room, asked } = openRoom()
  void room.join('prepare')
  await settled()
  expect(asked).toEqual(['join prepare', 'receive'])
  room.release()
  jest.restoreAllMocks()
  await done(room.join('call'))
  expect(asked.slice(2)).toEqual(['join call', 'receive', 'connect_transport', 'resume_consumer'])
  room.close()
})

test('a join that takes too long is given up, and the next one makes new transports', async () => {
  neverDescribes()
  const { room, asked } = openRoom()
  void room.join('call')
  await jest.advanceTimersByTimeAsync(JOIN_LIMIT - 1)
  expect(joinsOf(asked)).toHaveLength(1)
  jest.restoreAllMocks()
  await jest.advanceTimersByTimeAsync(1_000)
  await settled()
  expect(asked.slice(2)).toEqual(['join call', 'receive', 'connect_transport', 'resume_consumer'])
  room.close()
})

test('the call is joined although the preparation before it never ends', async () => {
  neverDescribes()
  const { room, asked } = openRoom()
  void room.join('prepare')
  await settled()
  const joined = room.join('call')
  jest.restoreAllMocks()
  await jest.advanceTimersByTimeAsync(JOIN_LIMIT)
  await done(joined)
  expect(joinsOf(asked)).toEqual(['join prepare', 'join call'])
  room.close()
})

test('a release that overtakes the reply to its join is remembered', async () => {
  const reply = Promise.withResolvers<JoinReply>()
  const { room, events } = openRoom(async (frame) => (frame.request.op === 'join' ? reply.promise : answers(frame)))
  const joined = room.join('prepare')
  await settled()
  const late = joinReply()
  room.handleEvent({ kind: 'released', join: late.join }, 1)
  reply.resolve(late)
  await done(joined)
  expect(events).toEqual(['released'])
  room.close()
})

test('a page that is released after it has answered asks again', async () => {
  neverDescribes()
  const { room, asked, events } = openRoom()
  void room.join('prepare')
  await settled()
  const joined = room.join('call')
  jest.restoreAllMocks()
  room.handleEvent({ kind: 'released', join: lastJoin() }, 1)
  await done(joined)
  expect(joinsOf(asked)).toEqual(['join prepare', 'join call'])
  expect(events).toEqual(['joined', 'joined'])
  room.close()
})

test('the release of an earlier join changes nothing', async () => {
  const { room, events } = openRoom()
  await done(room.join('prepare'))
  room.handleEvent({ kind: 'released', join: 1 }, 1)
  expect(events).toEqual(['joined'])
  room.handleEvent({ kind: 'released', join: lastJoin() }, 1)
  expect(events).toEqual(['joined', 'released'])
  room.close()
})

test('a retry waits as long as the server says', async () => {
  const { room, asked, events } = openRoom(async (frame) => {
    const isMoved = frame.request.op === 'join' && joinsOf(asked).length === 2
    return isMoved ? { refused: 'calls_preparing', retryAfter: 3 } : answers(frame)
  })
  await done(room.join('call'))
  await done(room.rejoin())
  await jest.advanceTimersByTimeAsync(2_900)
  expect(joinsOf(asked)).toHaveLength(2)
  await jest.advanceTimersByTimeAsync(200)
  expect(joinsOf(asked)).toHaveLength(3)
  expect(events).toEqual(['joined', 'joined'])
  room.close()
})

test.each([
  ['calls_preparing', 10_000],
  ['calls_full', 0],
] as const)('a join of a call is retried after %s, which is reported after %s ms', async (code, reportedAfter) => {
  let isReady = false
  const { room, events } = openRoom(async (frame) => (isReady || frame.request.op !== 'join' ? answers(frame) : { refused: code }))
  await done(room.join('prepare'))
  expect(events).toEqual([code])
  await done(room.join('call'))
  await jest.advanceTimersByTimeAsync(Math.max(0, reportedAfter - 1_000))
  expect(events.slice(1)).toEqual(reportedAfter > 0 ? [] : [code])
  await jest.advanceTimersByTimeAsync(2_000)
  expect(events.at(-1)).toBe(code)
  isReady = true
  await jest.advanceTimersByTimeAsync(1_000)
  expect(events.at(-1)).toBe('joined')
  room.close()
})

test('a clock that is set while a page waits for its call changes nothing', async () => {
  let isThere = false
  const { room, events } = openRoom(async (frame) => (isThere ? answers(frame) : { refused: 'call_not_there' }))
  await done(room.join('call'))
  jest.setSystemTime(Date.now() + 3_600_000)
  await jest.advanceTimersByTimeAsync(600)
  expect(events).toEqual([])
  isThere = true
  await jest.advanceTimersByTimeAsync(600)
  expect(events).toEqual(['joined'])
  room.close()
})

test('only a press takes the call over', async () => {
  const { room, asked } = openRoom()
  await done(room.join('call'))
  room.release()
  await room.takeOver()
  await done(room.join('call'))
  expect(joinsOf(asked)).toEqual(['join call', 'join call over'])
  room.close()
})

test('what a library says about itself is shown to nobody', async () => {
  jest.spyOn(FakeHandler.prototype, 'receive').mockRejectedValue(new Error('new RTCRtpTransceiver not found'))
  const { room, events, messages } = openRoom()
  void room.join('call')
  for (let second = 0; second < 60 && !events.includes('unsupported'); second += 1) await jest.advanceTimersByTimeAsync(1_000)
  expect([events.at(-1), messages.at(-1)]).toEqual(['unsupported', undefined])
  room.close()
})
