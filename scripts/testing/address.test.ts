import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import WebSocket, { WebSocketServer } from 'ws'
import { HttpClient, ONE_TRY } from './http-client.ts'
import { nextAddress } from './people.ts'

test('a person’s requests and sockets share one unique address', async () => {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.socket.remoteAddress)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  new WebSocketServer({ server }).on('connection', (socket, request) => {
    seen.push(request.socket.remoteAddress)
    socket.close()
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const [one, two] = [nextAddress(), nextAddress()]
  const client = new HttpClient(`http://localhost:${port}`, one)
  await client.http('/')
  const socket = new WebSocket(`ws://localhost:${port}`, { localAddress: two, ...ONE_TRY })
  await new Promise((resolve) => socket.once('close', resolve))
  expect(seen).toEqual([one, two])
  await client.close()
  server.close()
})
