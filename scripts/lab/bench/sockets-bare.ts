/**
 * The baseline program of `sockets` and `reconnect`: ws alone, without compression, pinging each socket as often as the gateway does, and
 * answering a frame with a registration or a pong. Listens on the port of its argument, or on any.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { SOCKET } from '#proto/limits.ts'

const REGISTERED = JSON.stringify({ type: 'register_success', clientId: 'bare', now: new Date().toISOString() })
const PONG = JSON.stringify({ type: 'pong' })

const server = createServer()
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  const heartbeat = setInterval(() => socket.ping(), SOCKET.heartbeat)
  socket.on('message', (data) => socket.send(String(data).includes('"ping"') ? PONG : REGISTERED))
  socket.on('close', () => clearInterval(heartbeat))
})
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))
