import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { type WebSocket as Peer, WebSocketServer } from 'ws'
import { reachOf } from './reach.ts'
import { createServerClock } from './server-clock.ts'
import { type Connection, createConnection, type Identity } from './socket.ts'
import { type Frame, until } from './testing/socket-server.ts'

let server: WebSocketServer
let peers: Peer[]
let received: Frame[]
let answers: (frame: Frame, peer: Peer) => void
let connections: Connection[]

const url = () => {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return `ws://127.0.0.1:${address.port}/ws`
}
const visitor: Identity = { as: 'visitor', activityId: 7, qrCodeId: 'door' }
const resident: Identity = { as: 'resident', userId: 3 }
const welcome = (frame: Frame, peer: Peer) => {
  if (frame.type.startsWith('register'))
    send(peer, { type: 'register_success', clientId: `c${peers.length}`, sessionId: 's', now: new Date().toISOString() })
  if (frame.type === 'ping') send(peer, { type: 'pong' })
}

function send(peer: Peer | undefined, frame: Frame): void {
  peer?.send(JSON.stringify(frame))
}

function connect(identity: Identity, to = url()): Connection {
  const connection = createConnection({ clock: createServerClock(), url: to, random: () => 0, report: () => {} })
  connections.push(connection)
  connection.open(identity)
  return connection
}

beforeEach(async () => {
  peers = []
  received = []
  connections = []
  answers = welcome
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (peer) => {
    peers.push(peer)
    peer.on('message', (data) => {
      const frame: Frame = JSON.parse(String(data))
      received.push(frame)
      answers(frame, peer)
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
})

afterEach(async () => {
  jest.useRealTimers()
  for (const connection of connections) connection.close()
  for (const peer of server.clients) peer.terminate()
  await new Promise((resolve) => server.close(resolve))
})

// covers: S-register
test('a resident registers on open and stores the received ids', async () => {
  const connection = connect(resident)
  await until('registered', () => connection.state.get().registered)
  expect(received).toEqual([{ type: 'register', userId: 3 }])
  expect(connection.state.get()).toMatchObject({ status: 'open', clientId: 'c1', sessionId: 's', blocked: false })
})

// covers: S-register-visitor S-register-again
test('a visitor without a name registers as Anonymous, then as Visitor', async () => {
  const connection = connect(visitor)
  await until('registered', () => connection.state.get().registered)
  peers[0]?.terminate()
  await until('registered again', () => peers.length === 2 && connection.state.get().registered)
  const registration = { type: 'register_visitor', qrCodeId: 'door', activityId: 7 }
  expect(received).toEqual(['Anonymous', 'Visitor'].map((visitorName) => ({ ...registration, visitorName })))
})

// covers: L-throttle
test('reconnect attempts are at least 2 s apart', async () => {
  const connection = connect(resident)
  const tried = performance.now()
  await until('registered', () => connection.state.get().registered)
  peers[0]?.terminate()
  await until('another socket', () => peers.length === 2)
  expect(performance.now() - tried).toBeGreaterThan(1_900)
})

// covers: S-register-again
test('a returning visitor repeats an unanswered registration after 500 ms', async () => {
  const connection = connect({ ...visitor, visitorName: 'Mara' })
  await until('registered', () => connection.state.get().registered)
  answers = () => {}
  peers[0]?.terminate()
  await until('two more registrations', () => received.length === 3)
  expect(received.map((frame) => frame.visitorName)).toEqual(['Mara', 'Mara', 'Mara'])
})

// covers: S-1001
test('close code 1001 is not followed by a reconnect', async () => {
  const connection = connect(resident)
  await until('registered', () => connection.state.get().registered)
  peers[0]?.close(1001)
  await until('closed', () => connection.state.get().status === 'closed')
  connection.setLive(true)
  expect(connection.state.get()).toMatchObject({ status: 'closed', closeCode: 1001 })
  expect(peers).toHaveLength(1)
})

test('a frame older than a received one is dropped', async () => {
  const connection = connect(resident)
  const versions: number[] = []
  connection.on('call_state', ({ call }) => versions.push(call.version))
  await until('registered', () => connection.state.get().registered)
  for (const version of [2, 1, 2, 3])
    send(peers[0], { type: 'call_state', call: { activityId: 7, version }, now: new Date().toISOString() })
  await until('the last frame', () => versions.includes(3))
  expect(versions).toEqual([2, 2, 3])
})

test('a socket without pongs is replaced', async () => {
  const connection = connect(resident)
  await until('registered', () => connection.state.get().registered)
  answers = (frame, peer) => {
    if (frame.type !== 'ping') welcome(frame, peer)
  }
  connection.setLive(true)
  connection.probe()
  await until('a second socket', () => peers.length === 2)
  await until('registered', () => connection.state.get().registered)
})

test('a late pong sets and clears the silent state', async () => {
  const connection = connect(resident)
  await until('registered', () => connection.state.get().registered)
  answers = () => {}
  connection.probe()
  await until('silent', () => connection.state.get().silent)
  expect(connection.state.get().registered).toBe(true)
  send(peers[0], { type: 'pong' })
  await until('answered', () => !connection.state.get().silent)
  expect(peers).toHaveLength(1)
})

test.each([
  [12_000, 'a live ring', true],
  [30_000, 'any other page', false],
] as const)('a network that dies without a word is known within %i ms on %s', async (limit, _, live) => {
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] })
  const connection = connect(resident)
  connection.setLive(live)
  while (!connection.state.get().registered) await new Promise((resolve) => setImmediate(resolve))
  answers = () => {}
  jest.advanceTimersByTime(limit)
  expect(reachOf(connection.state.get(), false)).toBe('unreachable')
  expect(peers).toHaveLength(1)
})

test('a socket that does not open in 5 s is blocked', async () => {
  const connection = connect(resident, 'ws://127.0.0.1:1/ws')
  await until('blocked', () => connection.state.get().blocked, 30_000)
  expect(connection.state.get().status).not.toBe('open')
}, 40_000)

test('a changed identity gets a new socket', async () => {
  const connection = connect(visitor)
  await until('registered', () => connection.state.get().registered)
  connection.open({ ...visitor, activityId: 8 })
  await until('the second registration', () => received.length === 2)
  expect(received.map((frame) => frame.activityId)).toEqual([7, 8])
  expect(peers).toHaveLength(2)
})
