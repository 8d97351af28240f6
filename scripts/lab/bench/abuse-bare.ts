/** The baseline server of `abuse`: reads every request, ignores it and always gives the same answer. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(request.method === 'GET' ? 200 : 201, { 'content-type': 'application/json' }).end('{"id":1}'))
})
new WebSocketServer({ server }).on('connection', (socket) => {
  socket.on('error', () => undefined)
  socket.on('message', () => socket.send('{"type":"pong"}'))
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))
