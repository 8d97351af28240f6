import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, test } from '@jest/globals'
import { sendStream } from './send-stream.ts'

test('a client that left before the body is no failure, and the body is closed', async () => {
  const { promise: sent, resolve, reject } = Promise.withResolvers<void>()
  const body = new Readable({ read() {} })
  const server = createServer(async (_, response) => {
    client.destroy()
    await once(response, 'close')
    sendStream(body, response).then(resolve, reject)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }).on('error', () => undefined)
  await sent
  expect(body.destroyed).toBe(true)
  server.close()
})
