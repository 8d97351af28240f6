import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from '@jest/globals'
import { operations } from '#proto/operations/index.ts'
import { CONNECTION_LIMITS, type ConnectionLimits, type LimitedConnections, limitConnections } from './connection-limits.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** Connects; `lastAccepted`: the server's end of the newest connection. */
type Open = ((from?: string) => Promise<Socket>) & { lastAccepted(): Socket | undefined; readonly connections: LimitedConnections }

/** A server with these limits that answers once a request is complete. @returns how to connect to it from an address */
async function listen(limits: Partial<ConnectionLimits>, exempt?: string): Promise<Open> {
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    request
      .resume()
      .once('end', () =>
        setTimeout(() => response.end(request.url === LARGE ? Buffer.alloc(LARGE_BYTES) : 'done'), request.url === SLOW ? 200 : 0),
      )
  })
  const connections = limitConnections([server], (address) => (address === exempt ? undefined : address), {
    open: 100,
    unfinished: 100,
    bodyIdle: 60_000,
    answerIdle: 60_000,
    all: 100,
    ...limits,
  })
  let last: Socket | undefined
  server.on('connection', (socket) => {
    last = socket
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const open = async (localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined)
    ends.push(() => socket.destroy())
    await Promise.all([once(socket, 'connect'), once(server, 'connection')])
    return socket
  }
  return Object.assign(open, { lastAccepted: () => last, connections })
}

const SLOW = '/slow'
const LARGE = '/large'
/** More than the kernel buffers for a connection. */
const LARGE_BYTES = 50_000_000
const closed = (socket: Socket) => new Promise((resolve) => socket.resume().once('close', resolve))
const HALF_BODY = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab'

async function answered(socket: Socket, text = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'): Promise<string> {
  socket.write(text)
  return String(await once(socket, 'data'))
}

test('a connection over the peer’s limit is closed, other peers are served', async () => {
  const open = await listen({ open: 2 })
  const first = await open()
  await answered(first)
  await answered(await open())
  await closed(await open())
  expect(await answered(await open('127.0.0.2'))).toContain('200 OK')
  expect(await answered(first)).toContain('200 OK')
})

test('a closed connection makes room for another', async () => {
  const open = await listen({ open: 1 })
  const first = await open()
  await answered(first)
  first.end()
  await closed(first)
  expect(await answered(await open())).toContain('200 OK')
})

test('too many unfinished requests close the oldest one', async () => {
  const open = await listen({ unfinished: 2 })
  const [header, body] = [await open(), await open()]
  header.write('GET / HTTP/1.1\r\n')
  body.write(HALF_BODY)
  const last = await open()
  await closed(header)
  expect(await answered(last)).toContain('200 OK')
  expect(await answered(body, 'cde')).toContain('200 OK')
})

test('a stalled request body ends its connection', async () => {
  const open = await listen({ bodyIdle: 50 })
  const socket = await open()
  socket.write(HALF_BODY)
  await closed(socket)
})

test('a response may take longer than a body may stall', async () => {
  const open = await listen({ bodyIdle: 50 })
  const socket = await open()
  expect(await answered(socket, `${HALF_BODY.replace('/', SLOW)}cde`)).toContain('200 OK')
  expect(await answered(socket)).toContain('200 OK')
})

test('an exempt peer has no connection limit', async () => {
  const open = await listen({ open: 1, unfinished: 1 }, '127.0.0.1')
  const sockets = [await open(), await open(), await open()]
  for (const socket of sockets) expect(await answered(socket)).toContain('200 OK')
})

test('a response that is never read ends its connection', async () => {
  const open = await listen({ answerIdle: 100 })
  const idle = await open()
  const atServer = open.lastAccepted()
  idle.pause()
  idle.write(`GET ${LARGE} HTTP/1.1\r\nHost: a\r\n\r\n`)
  await new Promise((resolve) => atServer?.once('close', resolve))
  expect(atServer?.bytesWritten).toBeGreaterThan(0)
})

test('a slowly read response arrives complete', async () => {
  const open = await listen({ answerIdle: 1_500 })
  const slow = await open()
  slow.write(`GET ${LARGE} HTTP/1.1\r\nHost: a\r\n\r\n`)
  let [read, pauses] = [0, 0]
  for await (const chunk of slow) {
    read += chunk.length
    if (read > LARGE_BYTES) break
    // Six pauses, together longer than an idle connection lives.
    if (read < pauses * 8_000_000) continue
    pauses += 1
    await pause(300)
  }
  expect(pauses * 300).toBeGreaterThan(1_500)
  expect(read).toBeGreaterThan(LARGE_BYTES)
})

// covers: L-connections
test('over the limit of all, the peer with most loses its oldest', async () => {
  const open = await listen({ all: 4 })
  const [oldest, second, third] = [await open(), await open(), await open()]
  const other = await open('127.0.0.2')
  const news = await open('127.0.0.3')
  await closed(oldest)
  for (const socket of [second, third, other, news]) expect(await answered(socket)).toContain('200 OK')
})

test('a proxy’s connections go by the clients that claim them', async () => {
  const open = await listen({ all: 3 }, '127.0.0.1')
  const claimed: Socket[] = []
  for (const client of ['one', 'many', 'many']) {
    claimed.push(await open())
    open.connections.claim(open.lastAccepted() as Socket, client)
  }
  const news = await open()
  await closed(claimed[1] as Socket)
  for (const socket of [claimed[0], claimed[2], news]) expect(await answered(socket as Socket)).toContain('200 OK')
})

test('idle connections are kept for less while more than half are open', async () => {
  const open = await listen({ all: 4 })
  const keepAlive = async (socket: Socket) => /Keep-Alive: timeout=(\d+)/.exec(await answered(socket))?.[1]
  const [first, second] = [await open(), await open()]
  expect(await keepAlive(first)).toBe('65')
  const third = await open()
  expect(await keepAlive(first)).toBe('5')
  third.end()
  await closed(third)
  expect(await keepAlive(second)).toBe('65')
})

test('no operation may take longer than its connection is kept', () => {
  const slow = operations.filter(({ timeoutMs = 0 }) => timeoutMs >= CONNECTION_LIMITS.answerIdle)
  expect(slow.map(({ name }) => name)).toEqual([])
})
