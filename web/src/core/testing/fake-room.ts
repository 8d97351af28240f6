/** The server's side of a call's room for tests: answers media requests over a fake socket, for mediasoup-client's own fake browser. */
import { jest } from '@jest/globals'
import { Device } from 'mediasoup-client'
import * as fakeParameters from 'mediasoup-client/fakeParameters'
import { FakeHandler } from 'mediasoup-client/handlers/FakeHandler'
import type { ErrorCode } from '#proto/errors.ts'
import type { ClientFrameOf } from '#proto/frames/client.ts'
import { TransportParams } from '#proto/frames/media.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import type { JoinReply } from '../media/peer.ts'
import { fakeConnection } from './fake-connection.ts'

const RING = 7
type Request = ClientFrameOf<'media_request'>
export type Answer = (request: Request) => Promise<object | { readonly refused: ErrorCode; readonly retryAfter?: number } | undefined>

let joins = 100
/** The number of the newest join. */
export const lastJoin = () => joins
/** Transports of a join, as sfu makes them. */
export function joinReply(): JoinReply {
  const transport = () => TransportParams.parse(fakeParameters.generateTransportRemoteParameters())
  joins += 1
  return {
    epoch: 1,
    kind: 'video',
    kept: false,
    sends: true,
    join: joins,
    iceServers: [],
    routerRtpCapabilities: { ...fakeParameters.generateRouterRtpCapabilities() },
    send: transport(),
    receive: transport(),
  }
}
export const oneConsumer = () => {
  const { id, producerId, kind, rtpParameters } = fakeParameters.generateConsumerRemoteParameters({ codecMimeType: 'audio/opus' })
  return { id, producerId, kind, source: 'microphone' as const, rtpParameters, producerPaused: true }
}
export const answers: Answer = async ({ request }) => {
  if (request.op === 'join') return joinReply()
  if (request.op === 'receive') return { consumers: [oneConsumer()] }
  return request.op === 'restart_ice' ? { iceParameters: joinReply().receive.iceParameters, iceServers: [] } : {}
}

const openDevice = () => Device.factory({ handlerFactory: FakeHandler.createFactory(fakeParameters) })

/** `asked`: the requests so far; `state`: of the socket. */
export function fakeRoom(answer: Answer = answers) {
  const asked: string[] = []
  const reply = async (frame: Request) => {
    const { requestId, request } = frame
    const body = await answer(frame)
    if (!body) return
    if ('refused' in body) receive({ type: 'error', message: '', code: body.refused, requestId, ...body } as ServerFrame)
    else receive({ type: 'media_reply', activityId: RING, requestId, op: request.op, reply: { ...body } })
  }
  const { connection, state, receive } = fakeConnection((frame) => {
    if (frame.type !== 'media_request') return true
    const { request } = frame
    asked.push(request.op === 'join' ? `join ${request.mode}${request.takeOver ? ' over' : ''}` : request.op)
    void reply(frame)
    return true
  })
  return { connection, state, activityId: RING, openDevice, asked }
}

/** mediasoup-client works in timers, which tests fake. */
export async function done(work: Promise<unknown>): Promise<void> {
  let isDone = false
  const ended = work.then(() => {
    isDone = true
  })
  while (!isDone) await Promise.race([ended, jest.advanceTimersByTimeAsync(1)])
}
