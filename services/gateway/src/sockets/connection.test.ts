/** Peers that stop reading: over a Unix socket, whose buffers in the kernel are small. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { type WebSocket, WebSocketServer } from 'ws'
import { SOCKET } from '#proto/limits.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { Connection } from './connection.ts'

const READERS = 200
/** Far more than is queued before a socket is dropped. */
const MOST_FRAMES = 100
/** A frame of 60 kB. */
const FRAME = { type: 'error', message: 'x'.repeat(60_000), code: 'limited' } as const
const UPGRADE = [
  'GET / HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]

const caller = { requestId: '', address: '127.0.0.1', userAgent: '', language: 'en', visits: [], idempotencyKey: '' } as const

let folder: string
let server: WebSocketServer
let dropped: number
const clients: Socket[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'slow-'))
  const http = createServer().listen(join(folder, 'socket'))
  await once(http, 'listening')
  server = new WebSocketServer({ server: http, perMessageDeflate: false })
  dropped = 0
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  for (const socket of server.clients) socket.terminate()
  server.options.server?.close()
  rmSync(folder, { recursive: true })
})

/** A peer that reads nothing after the upgrade. */
async function stoppedReader(): Promise<{ readonly connection: Connection; readonly socket: WebSocket; readonly client: Socket }> {
  const accepted = once(server, 'connection')
  const client = connect(join(folder, 'socket'))
  clients.push(client)
  client.write(`${UPGRADE.join('\r\n')}\r\n\r\n`)
  await once(client, 'data')
  client.pause()
  const [socket] = (await accepted) as [WebSocket]
  const connection = new Connection(socket, 'client', { base: caller, visits: new Map() }, () => {
    dropped += 1
  })
  return { connection, socket, client }
}

// covers: L-slow-reader
test('two hundred readers that stop reading are dropped with bounded buffers', async () => {
  let most = 0
  let closed = 0
  for (let reader = 0; reader < READERS; reader += 1) {
    const { connection, socket } = await stoppedReader()
    socket.once('close', () => {
      closed += 1
    })
    for (let sent = 0; sent < MOST_FRAMES && !connection.closed; sent += 1) {
      connection.send(FRAME)
      most = Math.max(most, socket.bufferedAmount)
    }
  }
  expect(dropped).toBe(READERS)
  expect(most).toBeLessThan(SOCKET.slow.most + 2 * FRAME.message.length)
  await eventually('all sockets to be closed', () => closed === READERS)
}, 120_000)

/** Sends until more is queued than a slow reader may have, and less than is dropped immediately. */
function queueSome({ connection, socket }: { readonly connection: Connection; readonly socket: WebSocket }): void {
  while (socket.bufferedAmount <= SOCKET.slow.bytes) connection.send(FRAME)
}

test('a reader that leaves too much unread for ten seconds is dropped', async () => {
  const reader = await stoppedReader()
  queueSome(reader)
  reader.connection.checkReader(0)
  reader.connection.checkReader(SOCKET.slow.longest - 1)
  expect([reader.connection.closed, dropped]).toEqual([false, 0])
  reader.connection.checkReader(SOCKET.slow.longest)
  expect([reader.connection.closed, dropped]).toEqual([true, 1])
})

test('a slow reader that catches up is kept', async () => {
  const reader = await stoppedReader()
  queueSome(reader)
  reader.connection.checkReader(0)
  reader.client.resume()
  await eventually('everything to be read', () => reader.socket.bufferedAmount === 0)
  reader.connection.checkReader(SOCKET.slow.longest)
  queueSome(reader)
  reader.connection.checkReader(SOCKET.slow.longest + 1)
  expect([reader.connection.closed, dropped]).toEqual([false, 0])
})

// covers: L-register-within
test('a socket on which nobody registers is closed, one that has registered is kept', async () => {
  const [silent, registered] = [await stoppedReader(), await stoppedReader()]
  registered.connection.party = { as: 'visitor', activityId: 1, userId: 1 }
  const late = performance.now() + SOCKET.registerWithin
  for (const { connection } of [silent, registered]) connection.checkRegistered(late - 5_000)
  expect([silent.connection.closed, registered.connection.closed]).toEqual([false, false])
  for (const { connection } of [silent, registered]) connection.checkRegistered(late)
  expect([silent.connection.closed, registered.connection.closed]).toEqual([true, false])
})

test('a frame of a live ring or call makes its socket a live one, sent or forwarded', async () => {
  const frames: readonly [boolean, (connection: Connection) => void][] = [
    [true, (connection) => connection.send({ type: 'call_prepare', activityId: 1 })],
    [false, (connection) => connection.send({ type: 'pong' })],
    [true, (connection) => connection.forward('{"type":"call_prepare","activityId":1}', true)],
    [false, (connection) => connection.forward('{"type":"pong"}', false)],
  ]
  for (const [isLive, deliver] of frames) {
    const { connection } = await stoppedReader()
    deliver(connection)
    expect(connection.liveUntil > performance.now()).toBe(isLive)
  }
})
