/** The three browser events of the specification, with a real socket on the other side. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type WebSocket as Peer, WebSocketServer } from 'ws'
import { createServerClock } from './server-clock.ts'
import { type Connection, createConnection } from './socket.ts'

const NAMES = ['websocket_connected', 'websocket_disconnected', 'urgent_websocket_message'] as const
let server: WebSocketServer
let peer: Peer | undefined
let connection: Connection | undefined

beforeAll(async () => {
  // Node has neither window nor document: these two receive the browser's events and the page's own.
  Object.assign(globalThis, { window: new EventTarget(), document: new EventTarget() })
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (opened) => {
    peer = opened
    opened.on('message', () => opened.send(JSON.stringify({ type: 'register_success', clientId: 'c', now: new Date().toISOString() })))
  })
  await new Promise((resolve) => server.once('listening', resolve))
})
afterAll(async () => {
  connection?.close()
  for (const client of server.clients) client.terminate()
  await new Promise((resolve) => server.close(resolve))
})

/** Resolves with the next event of this name. */
const received = (name: (typeof NAMES)[number]) =>
  new Promise<unknown>((resolve) => window.addEventListener(name, (event) => resolve((event as CustomEvent).detail), { once: true }))

// covers: B-connected B-urgent B-disconnected
test("the specified window events announce the socket's changes", async () => {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  connection = createConnection({ clock: createServerClock(), url: `ws://127.0.0.1:${address.port}/ws`, report: () => {} })
  const connected = received('websocket_connected')
  connection.open({ as: 'resident', userId: 3 })
  await connected
  const activity = { id: 7, version: 1 }
  const frames = ['doorbell_ring', 'call_response', 'chat_message'].map((type) => ({ type, activityId: 7, version: 1, activity }))
  for (const frame of frames) {
    const urgent = received('urgent_websocket_message')
    peer?.send(JSON.stringify({ type: 'pong' }))
    peer?.send(JSON.stringify(frame))
    expect(await urgent).toEqual(frame)
  }
  const disconnected = received('websocket_disconnected')
  peer?.terminate()
  await disconnected
})
