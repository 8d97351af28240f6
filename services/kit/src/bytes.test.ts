import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { bytesHandler, bytesRefusal, CALLER_HEADER, signBytesCall } from './bytes.ts'
import { houseCaller } from './handlers.ts'
import { Refusal } from './refusal.ts'

const KEY = 'k'.repeat(40)
const NOW = new Date('2026-11-22T06:00:00Z')
const clock = { now: () => NOW, in: (ms: number) => new Date(NOW.getTime() + ms) }
const logged: string[] = []
const log = { error: (_about: unknown, what: string) => logged.push(what) } as never
let close: () => void = () => undefined
afterEach(() => close())

/** What an owner that throws answers, read as the gateway reads it. */
async function refusedWith(thrown: unknown): Promise<Refusal> {
  const table = { put_picture: () => Promise.reject(thrown), picture: () => Promise.reject(thrown) }
  const server = createServer((request, response) => void bytesHandler('auth', KEY, clock, log, table)(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => void server.close()
  const header = signBytesCall(KEY, 'auth.picture', {}, houseCaller(''), NOW)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bytes/auth.picture`
  const answer = await fetch(url, { headers: { [CALLER_HEADER]: header, connection: 'close' } })
  return bytesRefusal(await answer.json(), answer.headers.get('retry-after'))
}

test('an owner’s refusal arrives with its own sentence, its fields and its wait', async () => {
  const details = { sound: 'Please upload a sound first' }
  const refusal = new Refusal('limited', { message: 'Not so fast.', details, retryAfterSeconds: 7 })
  expect(await refusedWith(refusal)).toMatchObject({ code: 'limited', message: 'Not so fast.', details, retryAfterSeconds: 7 })
})

test('a refusal without words of its own arrives in the catalogue’s, without a wait', async () => {
  const { code, message, details, retryAfterSeconds } = await refusedWith(new Refusal('not_found'))
  expect([code, message, details, retryAfterSeconds]).toEqual(['not_found', 'Not found.', undefined, undefined])
})

test('what broke inside the owner is not told', async () => {
  const broken = await refusedWith(new Error('SELECT secret'))
  expect([broken.code, broken.message]).toEqual(['internal', 'An unexpected error occurred. Please try again.'])
  expect(logged).toEqual(['bytes failed'])
})

test.each([[undefined], [null], ['no object'], [{}], [{ code: 'toString' }]])(
  'an answer that is no refusal of ours is internal: %j',
  (body) => {
    expect(bytesRefusal(body, null)).toMatchObject({ code: 'internal', message: 'An unexpected error occurred. Please try again.' })
  },
)
