import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import { endResponse } from './end-response.ts'

test('the rest of a refused body is read no further once its parts are tiny', async () => {
  let read = 0
  const server = createServer((incoming, response) => {
    incoming.on('data', () => {
      read += 1
    })
    response.statusCode = 400
    endResponse(incoming, response, 'malformed')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sending = request({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, method: 'POST' })
  const isClosed = new Promise((resolve) => sending.on('error', () => undefined).once('close', resolve))
  const answered = once(sending, 'response')
  // It never ends.
  for (let sent = 0; sent < 5_000; sent += 1) sending.write('x')
  const [{ statusCode }] = await answered
  expect(statusCode).toBe(400)
  await isClosed
  server.close()
  expect(read).toBeLessThan(1_000)
})
