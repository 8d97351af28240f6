import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { createLog } from '#kit/log.ts'
import { openBreachCheck } from './breached-passwords.adapter.ts'

// SHA-1 of "password": 5BAA6 1E4C9B93F3F0682250B6CF8331B7EE68FD8
const SUFFIX = '1E4C9B93F3F0682250B6CF8331B7EE68FD8'
const log = createLog('test', 'silent')
let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function listen(answer: RequestListener): Promise<string> {
  const started = createServer(answer)
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}/range`
}

test('the list learns five digits and a breached password is found among its answers', async () => {
  const asked: (string | undefined)[] = []
  const url = await listen((request, response) => {
    asked.push(request.url, ...Object.values(request.headers).map(String))
    response.end(`0018A45C4D1DEF81644B54AB7F969B88D65:0\r\n${SUFFIX}:3861493\r\n`)
  })
  const isBreached = openBreachCheck(url, log)
  expect([await isBreached('password'), await isBreached('Correct-Horse-1')]).toEqual([true, false])
  expect(asked[0]).toBe('/range/5BAA6')
  expect(asked.join()).not.toContain(SUFFIX)
})

test('a padding line of the answer is no breach', async () => {
  const url = await listen((_request, response) => response.end(`${SUFFIX}:0\r\n`))
  expect(await openBreachCheck(url, log)('password')).toBe(false)
})

test('a list that fails or is away lets the password pass', async () => {
  const url = await listen((_request, response) => response.writeHead(500).end(`${SUFFIX}:9`))
  expect(await openBreachCheck(url, log)('password')).toBe(false)
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
  expect(await openBreachCheck(url, log)('password')).toBe(false)
})

test('a redirect of the list is not followed', async () => {
  const asked: (string | undefined)[] = []
  const url = await listen((request, response) => {
    asked.push(request.url)
    if (request.url?.startsWith('/range/')) response.writeHead(302, { location: '/elsewhere' }).end()
    else response.end(`${SUFFIX}:9\r\n`)
  })
  expect(await openBreachCheck(url, log)('password')).toBe(false)
  expect(asked).toEqual(['/range/5BAA6'])
})

test('a list that does not answer is not waited for', async () => {
  const url = await listen(() => undefined)
  expect(await openBreachCheck(url, log)('password')).toBe(false)
})

test('without an address no list is asked', async () => {
  expect(await openBreachCheck(undefined, log)('password')).toBe(false)
})
