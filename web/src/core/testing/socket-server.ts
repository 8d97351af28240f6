/** A real socket server for tests: accepts every registration, answers pings, and records received frames. */
import { type WebSocket as Peer, WebSocketServer } from 'ws'

export type Frame = Record<string, unknown> & { readonly type: string }

export type TestServer = {
  readonly url: string
  readonly received: readonly Frame[]
  /** Called for frames other than registrations and pings. */
  onFrame: (frame: Frame) => void
  /** False: pings get no pong, as on a dead network. */
  answersPings: boolean
  /** The number of sockets opened so far. */
  readonly opened: () => number
  /** To the newest socket. */
  readonly send: (frame: Frame) => void
  /** Ends every socket without a closing handshake. */
  readonly drop: () => void
  readonly stop: () => Promise<void>
}

export async function startSocketServer(): Promise<TestServer> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const peers: Peer[] = []
  const received: Frame[] = []
  const sendTo = (peer: Peer | undefined, frame: Frame) => peer?.send(JSON.stringify(frame))
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  const test: TestServer = {
    url: `ws://127.0.0.1:${address.port}/ws`,
    received,
    onFrame: () => {},
    answersPings: true,
    opened: () => peers.length,
    send: (frame) => sendTo(peers.at(-1), frame),
    drop: () => {
      for (const peer of peers) peer.terminate()
    },
    stop: async () => {
      for (const peer of server.clients) peer.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  server.on('connection', (peer) => {
    peers.push(peer)
    peer.on('message', (data) => {
      const frame: Frame = JSON.parse(String(data))
      received.push(frame)
      if (frame.type.startsWith('register'))
        sendTo(peer, { type: 'register_success', clientId: `c${peers.length}`, sessionId: 's', now: new Date().toISOString() })
      else if (frame.type !== 'ping') test.onFrame(frame)
      else if (test.answersPings) sendTo(peer, { type: 'pong' })
    })
  })
  return test
}

export async function until(what: string, holds: () => boolean, limit = 8_000): Promise<void> {
  const deadline = Date.now() + limit
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`not within ${limit} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
