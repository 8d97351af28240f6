import { expect, test } from '@jest/globals'
import type { WebSocket } from 'ws'
import type { FrameHeaders } from '#kit/bus.ts'
import type { Partly } from '#scripts/testing/partly.ts'
import { Connection } from './connection.ts'
import { type RegisterDeps, register } from './registration.ts'
import { ReplayQueue } from './replay-queue.ts'

type Receive = (body: string, subject: string, headers: FrameHeaders) => void

const BASE = { requestId: '', address: '127.0.0.1', userAgent: '', visits: [] }
const RING = '{"type":"doorbell_ring","activityId":7}'

/** A visitor's registered socket. @returns delivers a live update to it */
async function registered(): Promise<{ readonly connection: Connection; readonly deliver: (body: string, isLive: boolean) => void }> {
  let receive: Receive = () => undefined
  const deps: Partly<RegisterDeps> = {
    bus: {
      subscribe: (_subject: string, next: Receive) => {
        receive = next
        return { stop: () => undefined }
      },
      flush: async () => undefined,
      call: async () => ({ frames: [] }) as never,
    },
    frameRateLimiter: { admit: () => undefined },
    replayQueue: new ReplayQueue(),
    clock: { now: () => new Date() },
  }
  const socket: Partly<WebSocket> = { bufferedAmount: 0, send: () => undefined }
  const connection = new Connection(socket as WebSocket, 'client', { base: BASE, visits: new Map([[7, 1]]) }, () => undefined)
  await register(deps as RegisterDeps, connection, { type: 'register_visitor', activityId: 7 })
  return { connection, deliver: (body, isLive) => receive(body, '', { isLive, trace: undefined }) }
}

test.each([
  ['whose header says so', '{"activityId":7,"type":"any"}', true, true],
  ['of a publisher without the header', RING, false, true],
  ['of another kind', '{"type":"pong","about":"doorbell_ring"}', false, false],
])('a live update %s', async (_which, body, header, expected) => {
  const { connection, deliver } = await registered()
  deliver(body, header)
  expect(connection.liveUntil > performance.now()).toBe(expected)
})
