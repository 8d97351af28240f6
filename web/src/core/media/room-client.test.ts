import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { Device } from 'mediasoup-client'
import * as fakeParameters from 'mediasoup-client/fakeParameters'
import { FakeHandler } from 'mediasoup-client/handlers/FakeHandler'
import type { ErrorCode } from '#proto/errors.ts'
import type { ClientFrameOf } from '#proto/frames/client.ts'
import { TransportParams } from '#proto/frames/media.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { createVersionGate } from '../frame-versions.ts'
import type { Connection, ConnectionState } from '../socket.ts'
import { createStore } from '../store.ts'
import type { JoinReply } from './peer.ts'
import { RoomClient } from './room-client.ts'

const RING = 7
const JOIN_LIMIT = 10_000
const REGISTERED: ConnectionState = {
  status: 'open',
  registered: true,
  blocked: false,
  clientId: 'c',
  sessionId: 's',
  online: true,
  silent: false,
  closeCode: undefined,
}
type Request = ClientFrameOf<'media_request'>
type Answer = (request: Request) => Promise<object | { readonly refused: ErrorCode; readonly retryAfter?: number } | undefined>

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

let joins = 100
/** Transports of a join, as sfu makes them. */
function joinReply(): JoinReply {
  const transport = () => TransportParams.parse(fakeParameters.generateTransportRemoteParameters())
  return {
    epoch: 1,
    kind: 'video',
    kept: false,
    sends: true,
    join: joins++,
    iceServers: [],
    routerRtpCapabilities: { ...fakeParameters.generateRouterRtpCapabilities() },
    send: transport(),
    receive: transport(),
  }
}
const oneConsumer = () => {
  const { id, producerId, kind, rtpParameters } = fakeParameters.generateConsumerRemoteParameters({ codecMimeType: 'audio/opus' })
  return { consumers: [{ id, producerId, kind, source: 'microphone', rtpParameters, producerPaused: true }] }
}
const answers: Answer = async ({ request }) =>
  request.op === 'join' ? joinReply() : request.op === 'receive' ? oneConsumer() : ({} as object)

/** A page's room client whose requests are answered by `answer`, and whose browser is mediasoup-client's own fake. */
function openRoom(answer: Answer = answers) {
  const handlers: ((frame: ServerFrame) => void)[] = []
  const asked: string[] = []
  const events: string[] = []
  const receive = (frame: ServerFrame) => {
    for (const handler of [...handlers]) handler(frame)
  }
  const reply = async (frame: Request) => {
    const { requestId, request } = frame
    const body = await answer(frame)
    if (!body) return
    if ('refused' in body) receive({ type: 'error', message: '', code: body.refused, requestId, ...body } as ServerFrame)
    else receive({ type: 'media_reply', activityId: RING, requestId, op: request.op, reply: { ...body } })
  }
  const connection: Connection = {
    state: createStore(REGISTERED),
    versions: createVersionGate(),
    open: () => {},
    close: () => {},
    setLive: () => {},
    probe: () => {},
    send: (frame) => {
      if (frame.type !== 'media_request') return true
      const { request } = frame
      asked.push(request.op === 'join' ? `join ${request.mode}${request.takeOver ? ' over' : ''}` : request.op)
      void reply(frame)
      return true
    },
    on: (type, handler) => {
      const typed = (frame: ServerFrame) => {
        if (frame.type === type) handler(frame as Parameters<typeof handler>[0])
      }
      handlers.push(typed)
      return () => void handlers.splice(handlers.indexOf(typed), 1)
    },
  }
  const room = new RoomClient({
    connection,
    activityId: RING,
    side: 'resident',
    events: {
      joined: (isNewPeer) => events.push(isNewPeer ? 'joined' : 'kept'),
      refused: (code) => events.push(code),
      consumersChanged: () => {},
      released: () => events.push('released'),
    },
    openDevice: () => Device.factory({ handlerFactory: FakeHandler.createFactory(fakeParameters) }),
  })
  return { room, asked, events }
}
/** Chromium never settles a description that was being set when the connection was closed. */
const neverDescribes = () => jest.spyOn(FakeHandler.prototype, 'receive').mockImplementation(() => new Promise(() => {}))
const settled = () => jest.advanceTimersByTimeAsync(10)
/** mediasoup-client works in timers. */
async function done(work: Promise<unknown>): Promise<void> {
  let isDone = false
  const ended = work.then(() => {
    isDone = true
  })
  while (!isDone) await Promise.race([ended, jest.advanceTimersByTimeAsync(1)])
}
const joinsOf = (asked: readonly string[]) => asked.filter((op) => op.startsWith('join'))

test('a join consumes what the room offers', async () => {
  const { room, asked, events } = openRoom()
  await done(room.join('prepare'))
  expect(asked).toEqual(['join prepare', 'receive', 'connect_transport', 'resume_consumer'])
  expect(events).toEqual(['joined'])
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
  room.handleEvent({ kind: 'released', join: joins - 1 }, 1)
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
  room.handleEvent({ kind: 'released', join: joins - 1 }, 1)
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
