import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { OpenAnswers } from './open-answers.ts'

const agent = new Agent({ keepAlive: true })
let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A server that answers when told. */
async function listen(): Promise<{ readonly answers: OpenAnswers; readonly asked: ServerResponse[] }> {
  const [answers, asked] = [new OpenAnswers(), [] as ServerResponse[]]
  server = createServer((_request, response) => asked.push(response)).listen(0, '127.0.0.1')
  answers.watch(server)
  await once(server, 'listening')
  return { answers, asked }
}

async function ask(): Promise<IncomingMessage> {
  const [answer] = await once(get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, agent }), 'response')
  return (answer as IncomingMessage).resume()
}

test('once a copy stops, every answer ends its connection', async () => {
  const { answers, asked } = await listen()
  const before = ask()
  await once(server, 'request')
  answers.stop()
  const after = ask()
  await once(server, 'request')
  for (const response of asked) response.end()
  const closed = [await before, await after].map(({ headers }) => headers.connection)
  expect([closed, answers.isStopping]).toEqual([['close', 'close'], true])
})

test('it is known when the last answer is complete', async () => {
  const { answers, asked } = await listen()
  await answers.ended()
  const answer = ask()
  await once(server, 'request')
  let isOver = false
  const ended = answers.ended().then(() => {
    isOver = true
  })
  asked[0]?.write('the first half')
  await once(await answer, 'data')
  expect(isOver).toBe(false)
  asked[0]?.end()
  await ended
})
