import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { type WebSocket as Peer, WebSocketServer } from 'ws'
import { reachOf } from './reach.ts'
import { type Connection, createConnection, type Identity } from './socket.ts'
import { type Frame, until } from './testing/socket-server.ts'

let server: WebSocketServer
let peers: Peer[]
let heard: Frame[]
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
    say(peer, { type: 'register_success', clientId: `c${peers.length}`, sessionId: 's', now: new Date().toISOString() })
  if (frame.type === 'ping') say(peer, { type: 'pong' })
}

function say(peer: Peer | undefined, frame: Frame): void {
  peer?.send(JSON.stringify(frame))
}

function connect(identity: Identity, to = url()): Connection {
  const connection = createConnection({ url: to, random: () => 0, report: () => {} })
  connections.push(connection)
  connection.open(identity)
  return connection
}

beforeEach(async () => {
  peers = []
  heard = []
  connections = []
  answers = welcome
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  server.on('connection', (peer) => {
    peers.push(peer)
    peer.on('message', (data) => {
      const frame: Frame = JSON.parse(String(data))
      heard.push(frame)
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

test('a resident registers on open and knows its own ids [S-register]', async () => {
  const connection = connect(resident)
  await until('registered', () => connection.state.get().registered)
  expect(heard).toEqual([{ type: 'register', userId: 3 }])
  expect(connection.state.get()).toMatchObject({ status: 'open', clientId: 'c1', sessionId: 's', blocked: false })
})

test('a visitor is Anonymous at first, and Visitor when it comes back [S-register-visitor] [S-register-again]', async () => {
  const connection = connect(visitor)
  await until('registered', () => connection.state.get().registered)
  peers[0]?.terminate()
  await until('registered again', () => peers.length === 2 && connection.state.get().registered)
  const registration = { type: 'register_visitor', qrCodeId: 'door', activityId: 7 }
  expect(heard).toEqual(['Anonymous', 'Visitor'].map((visitorName) => ({ ...registration, visitorName })))
})

test('a socket lost at once comes back no sooner than 2 s after the attempt before, though its back-off is 1 s [L-throttle]', async () => {
  const connection = connect(resident)
  const tried = performance.now()
  await until('registered', () => connection.state.get().registered)
  peers[0]?.terminate()
  await until('another socket', () => peers.length === 2)
  expect(performance.now() - tried).toBeGreaterThan(1_900)
})

test('a visitor that comes back repeats an unanswered registration after 500 ms [S-register-again]', async () => {
  const connection = connect({ ...visitor, visitorName: 'Mara' })
  await until('registered', () => connection.state.get().registered)
  answers = () => {}
  peers[0]?.terminate()
  await until('two more registrations', () => heard.length === 3)
  expect(heard.map((frame) => frame.visitorName)).toEqual(['Mara', 'Mara', 'Mara'])
})

test('1001 is never followed by another socket [S-1001]', async () => {
  const connection = connect(resident)
  await until('registered', () => connection.state.get().registered)
  peers[0]?.close(1001)
  await until('closed', () => connection.state.get().status === 'closed')
  connection.setLive(true)
  expect(connection.state.get()).toMatchObject({ status: 'closed', closeCode: 1001 })
  expect(peers).toHaveLength(1)
})

test('a frame older than one already heard does not arrive', async () => {
  const connection = connect(resident)
  const versions: number[] = []
  connection.on('call_state', ({ call }) => versions.push(call.version))
  await until('registered', () => connection.state.get().registered)
  for (const version of [2, 1, 2, 3]) say(peers[0], { type: 'call_state', call: { activityId: 7, version }, now: new Date().toISOString() })
  await until('the last frame', () => versions.includes(3))
  expect(versions).toEqual([2, 2, 3])
})

test('a socket that no longer answers is replaced', async () => {
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

test('a ping that stays unanswered for a second shows, and its answer takes that back', async () => {
  const connection = connect(resident)
  await until('registered', () => connection.state.get().registered)
  answers = () => {}
  connection.probe()
  await until('silent', () => connection.state.get().silent)
  expect(connection.state.get().registered).toBe(true)
  say(peers[0], { type: 'pong' })
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
  expect(reachOf(connection.state.get(), false)).toBe('offline')
  expect(peers).toHaveLength(1)
})

test('a socket that does not open in 5 s is told', async () => {
  const connection = connect(resident, 'ws://127.0.0.1:1/ws')
  await until('blocked', () => connection.state.get().blocked)
  expect(connection.state.get().status).not.toBe('open')
}, 10_000)

test('another identity gets another socket', async () => {
  const connection = connect(visitor)
  await until('registered', () => connection.state.get().registered)
  connection.open({ ...visitor, activityId: 8 })
  await until('the second registration', () => heard.length === 2)
  expect(heard.map((frame) => frame.activityId)).toEqual([7, 8])
  expect(peers).toHaveLength(2)
})
