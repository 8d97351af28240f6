/** The baseline program of `sockets`: ws alone, without compression, pinging each socket as often as the gateway does. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { SOCKET } from '#proto/limits.ts'

const server = createServer()
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  const heartbeat = setInterval(() => socket.ping(), SOCKET.heartbeat)
  socket.on('close', () => clearInterval(heartbeat))
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))
