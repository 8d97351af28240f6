import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { TrustedProxies } from '#kit/trusted-proxies.ts'
import { createListeners } from '../../../services/gateway/src/adapters/listeners.ts'
import { endResponse } from '../../../services/gateway/src/handlers/end-response.ts'
import { freePort } from '../../servers/ports.ts'
import { eventually } from '../../testing/wait.ts'
import { Copies } from './copies.ts'
import { type FrontDeps, forwardRequest, forwardUpgrade } from './forward.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void
type Gateway = { readonly name: string; readonly port: number; readonly server: Server; readonly got: IncomingMessage[]; health: number }

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
})

function endLater(server: Server): void {
  ends.push(() => {
    server.close()
    server.closeAllConnections()
  })
}

/** A gateway that handles everything but its health check in this way. */
async function startGateway(handle: Handle = (_request, response) => response.end('done')): Promise<Gateway> {
  const got: IncomingMessage[] = []
  const server = createServer((asked, response) => {
    if (asked.url === '/healthz') return void response.writeHead(gateway.health).end()
    got.push(asked)
    handle(asked, response)
  }).listen(0, '127.0.0.1')
  endLater(server)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const gateway: Gateway = { name: `gateway-${port}`, port, server, got, health: 200 }
  return gateway
}

/** The names of copies that get no requests, as logged. */
let leftOut: unknown[] = []

/** @param proxies as in TRUSTED_PROXIES @returns its port */
async function startFront(gateways: readonly { readonly name: string; readonly port: number }[], proxies = 'none'): Promise<number> {
  leftOut = []
  const copies = new Copies({ info: () => undefined, warn: ({ copy }: { readonly copy?: string }) => void leftOut.push(copy) })
  copies.set(gateways)
  const deps: FrontDeps = { copies, proxies: TrustedProxies.parse(proxies), reportUnreadable: () => undefined }
  const { servers, listen } = createListeners((asked, response) => void forwardRequest(deps, asked, response), {
    HOST: '127.0.0.1',
    LAN_ADDRESSES: [],
  })
  for (const server of servers) {
    server.on('upgrade', (asked, socket, head) => void forwardUpgrade(deps, asked, socket, head))
    endLater(server)
  }
  ends.push(() => copies.stop())
  return listen(0)
}

type Asked = { readonly method?: string; readonly path?: string; readonly headers?: Record<string, string>; readonly from?: string }

function send(port: number, { method = 'GET', path = '/', headers = {}, from = '127.0.0.1' }: Asked = {}) {
  return request({ host: '127.0.0.1', port, method, path, headers, localAddress: from, agent: false })
}

async function answerOf(
  sent: ReturnType<typeof send>,
): Promise<{ status: number | undefined; headers: IncomingMessage['headers']; text: string }> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += chunk
  return { status: answer.statusCode, headers: answer.headers, text }
}
const ask = (port: number, asked?: Asked) => answerOf(send(port, asked).end())

async function raw(port: number, text: string): Promise<{ readonly socket: Socket; received(): string }> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk) => (received += chunk))
  ends.push(() => socket.destroy())
  await once(socket, 'connect')
  socket.write(text)
  return { socket, received: () => received }
}
const UPGRADE =
  'GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n'

test('a client cannot choose the address that a gateway takes for its own', async () => {
  const gateway = await startGateway()
  const port = await startFront([gateway], '127.7.0.0/16')
  const forged = { 'x-forwarded-for': '192.0.2.1', traceparent: 'forged' }
  await ask(port, { headers: forged, from: '127.8.0.1' })
  await ask(port, { headers: { ...forged, 'x-forwarded-for': '192.0.2.1, 198.51.100.7' }, from: '127.7.0.1' })
  await ask(port, { headers: { ...forged, connection: 'x-forwarded-for' } })
  const seen = gateway.got.map(({ headers }) => [headers['x-forwarded-for'], headers.traceparent])
  expect(seen).toEqual([
    ['127.8.0.1', undefined],
    ['198.51.100.7', 'forged'],
    ['127.0.0.1', undefined],
  ])
})

test("a request of this machine's own address reaches the gateway without a forwarding header, as without a front", async () => {
  const gateway = await startGateway()
  await ask(await startFront([gateway]), { headers: { via: '192.0.2.1' } })
  expect(gateway.got[0]?.headers).toMatchObject({ via: '192.0.2.1' })
  expect(gateway.got[0]?.headers).not.toHaveProperty('x-forwarded-for')
})

test('a header that is sent twice reaches the gateway twice, and none of the connection', async () => {
  const gateway = await startGateway()
  const { received } = await raw(
    await startFront([gateway]),
    'POST / HTTP/1.1\r\nHost: a\r\nHost: b\r\nTE: x\r\nConnection: close, own\r\nOwn: 1\r\n\r\n',
  )
  await eventually('the answer', () => received().includes('done'))
  const [{ rawHeaders = [] } = {}] = gateway.got
  expect(rawHeaders).toEqual(['Host', 'a', 'Host', 'b', 'Content-Length', '0', 'Connection', 'keep-alive'])
})

test('bodies are passed on as they arrive, in both directions', async () => {
  const gateway = await startGateway((asked, response) =>
    asked.on('data', (chunk) => response.write(`got ${chunk} `)).on('end', () => response.end()),
  )
  const sent = send(await startFront([gateway]), { method: 'DELETE', headers: { 'transfer-encoding': 'chunked' } })
  sent.write('one')
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let received = ''
  answer.setEncoding('utf8').on('data', (chunk) => (received += chunk))
  await eventually('the first part', () => received === 'got one ')
  sent.end('two')
  await once(answer, 'end')
  expect(received).toBe('got one got two ')
})

test('an answer before the end of the body arrives, and the client may send the rest', async () => {
  const gateway = await startGateway((asked, response) => {
    response.statusCode = 413
    endResponse(asked, response, 'too large')
  })
  const half = 'x'.repeat(500_000)
  const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${2 * half.length}\r\n\r\n`
  const { socket, received } = await raw(await startFront([gateway]), head + half)
  await eventually('the answer', () => received().endsWith('too large'))
  expect(received()).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\nConnection: close\r\n/)
  const closed = once(socket, 'close')
  const failure = await new Promise((resolve) => socket.write(half, resolve))
  await closed
  expect(failure ?? undefined).toBeUndefined()
})

test('a gateway that ends its connection does not end the client’s', async () => {
  const gateway = await startGateway((_asked, response) => response.setHeader('connection', 'close').end('done'))
  const { socket, received } = await raw(await startFront([gateway]), 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await eventually('the answer', () => received().includes('done'))
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await eventually('the second answer', () => received().split('done').length === 3)
  expect(received()).not.toMatch(/connection: close/i)
})

test('a socket passes both ways, and its last bytes arrive when the gateway ends it', async () => {
  const gateway = await startGateway()
  gateway.server.on('upgrade', (_asked, socket: Socket) => {
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n\r\nhello',
    )
    socket.on('data', (chunk) => socket.end(`bye ${chunk}`))
  })
  const { socket, received } = await raw(await startFront([gateway]), UPGRADE)
  await eventually('the first bytes', () => received().endsWith('hello'))
  expect(received()).toMatch(/^HTTP\/1\.1 101 .*\r\n[\s\S]*Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n/)
  const closed = once(socket, 'close')
  socket.write('you')
  await closed
  expect(received()).toMatch(/hellobye you$/)
})

test('what a client sends after an upgrade that is refused reaches no gateway', async () => {
  const gateway = await startGateway()
  const smuggled = 'GET /second HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n'
  const behind: string[] = []
  gateway.server.on('upgrade', (_asked, socket: Socket, head: Buffer) => {
    if (head.length > 0) behind.push(String(head))
    socket.on('data', (chunk) => behind.push(String(chunk)))
    socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno')
  })
  const { socket, received } = await raw(await startFront([gateway]), UPGRADE + smuggled)
  socket.write(smuggled)
  await once(socket, 'close')
  expect([received(), behind, gateway.got]).toEqual([expect.stringMatching(/^HTTP\/1\.1 401 [\s\S]*\r\n\r\nno$/), [], []])
})

test('a request that could not be sent goes to another copy, with its body', async () => {
  const gateway = await startGateway((asked, response) => void asked.pipe(response))
  const port = await startFront([{ name: 'gone', port: await freePort() }, gateway])
  for (let sent = 0; sent < 4; sent += 1) {
    const { status, text } = await answerOf(send(port, { method: 'POST', headers: { 'content-length': '4' } }).end('body'))
    expect([status, text]).toEqual([200, 'body'])
  }
})

test('a request that a copy has got is sent to no other', async () => {
  const first = await startGateway((asked) => asked.socket.destroy())
  const second = await startGateway((asked) => asked.socket.destroy())
  const { status, text } = await ask(await startFront([first, second]), { method: 'POST' })
  expect([status, JSON.parse(text).code, first.got.length + second.got.length]).toEqual([502, 'unavailable', 1])
})

test('what changes nothing is sent once more when its copy dies with it', async () => {
  const dying = await startGateway((asked) => asked.socket.destroy())
  const other = await startGateway()
  const port = await startFront([dying, other])
  const asked = send(port)
  asked.end()
  expect(await answerOf(asked)).toMatchObject({ status: 200, text: 'done' })
  expect([dying.got.length, other.got.length]).toEqual([1, 1])
})

test('it is sent to another copy then, however busy that is', async () => {
  const dying = await startGateway((asked) => asked.socket.destroy())
  const busy = await startGateway((asked, response) => void (asked.url === '/held' || response.end('done')))
  const port = await startFront([dying, busy])
  for (let held = 1; held <= 2; held += 1) {
    send(port, { path: '/held' })
      .on('error', () => undefined)
      .end()
    await eventually('it to be held', () => busy.got.length === held)
  }
  expect(await ask(port)).toMatchObject({ status: 200, text: 'done' })
})

test('without a copy the answer is 503 with Retry-After', async () => {
  const { status, headers, text } = await ask(await startFront([]))
  expect([status, headers['retry-after'], JSON.parse(text).code]).toEqual([503, '1', 'unavailable'])
})

test('a copy gets no request while it says that it stops', async () => {
  const [stopping, other] = [await startGateway(), await startGateway()]
  const port = await startFront([stopping, other])
  stopping.health = 503
  await eventually('the copy to be left out', () => leftOut.includes(stopping.name))
  for (let sent = 0; sent < 4; sent += 1) await ask(port)
  expect([stopping.got.length, other.got.length]).toEqual([0, 4])
  stopping.health = 200
  await eventually('the copy to be asked again', async () => (await ask(port)) && stopping.got.length > 0)
})

test('a copy whose health check is not answered is left out, unless there is no other', async () => {
  const [silent, other] = [await startGateway(), await startGateway()]
  const both = await startFront([silent, other])
  const handle = silent.server.listeners('request')
  silent.server.removeAllListeners('request')
  await eventually('the copy to be left out', () => leftOut.includes(silent.name))
  await Promise.all(Array.from({ length: 6 }, () => ask(both)))
  expect([silent.got.length, other.got.length]).toEqual([0, 6])

  const alone = await startFront([silent])
  await eventually('the only copy to be silent', () => leftOut.includes(silent.name))
  silent.server.on('request', handle[0] as Handle)
  expect((await ask(alone)).status).toBe(200)
})

test('the copy with the fewest open requests gets the next one', async () => {
  const waiting: ServerResponse[] = []
  const hold: Handle = (_asked, response) => void waiting.push(response)
  const [first, second] = [await startGateway(hold), await startGateway(hold)]
  const port = await startFront([first, second])
  const sent = Array.from({ length: 6 }, () => answerOf(send(port).end()))
  await eventually('every request', () => waiting.length === 6)
  expect([first.got.length, second.got.length]).toEqual([3, 3])
  for (const response of waiting) response.end()
  await Promise.all(sent)
})
