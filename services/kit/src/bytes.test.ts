import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { AppError } from './app-error.ts'
import { bytesError, bytesHandler, CALLER_HEADER, signBytesRequest } from './bytes.ts'
import { systemCaller } from './handlers.ts'

const KEY = 'k'.repeat(40)
const NOW = new Date('2026-11-22T06:00:00Z')
const clock = { now: () => NOW, in: (ms: number) => new Date(NOW.getTime() + ms) }
const logged: string[] = []
const log = { error: (_fields: unknown, text: string) => logged.push(text), debug: () => undefined } as never
let close: () => void = () => undefined
afterEach(() => close())

/** The response of an owner that throws, read as the gateway reads it. */
async function errorFor(thrown: unknown): Promise<AppError> {
  const fail = () => Promise.reject(thrown)
  const table = { put_picture: fail, picture: fail, export_account: fail }
  const server = createServer((request, response) => void bytesHandler('auth', KEY, clock, log, table)(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => void server.close()
  const header = signBytesRequest(KEY, 'auth.picture', {}, systemCaller(''), NOW)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bytes/auth.picture`
  const answer = await fetch(url, { headers: { [CALLER_HEADER]: header, connection: 'close' } })
  return bytesError(await answer.json(), answer.headers.get('retry-after'))
}

test('an error arrives with the owner’s message, details and wait', async () => {
  const details = { sound: 'Please upload a sound first' }
  const error = new AppError('limited', { message: 'Not so fast.', details, retryAfterSeconds: 7 })
  expect(await errorFor(error)).toMatchObject({ code: 'limited', message: 'Not so fast.', details, retryAfterSeconds: 7 })
})

test('an error without a message arrives with the catalogue’s', async () => {
  const { code, message, details, retryAfterSeconds } = await errorFor(new AppError('not_found'))
  expect([code, message, details, retryAfterSeconds]).toEqual(['not_found', 'Not found.', undefined, undefined])
})

test('an internal failure of the owner is not disclosed', async () => {
  const broken = await errorFor(new Error('SELECT secret'))
  expect([broken.code, broken.message]).toEqual(['internal', 'An unexpected error occurred. Please try again.'])
  expect(logged).toEqual(['bytes handler failed'])
})

test.each([[undefined], [null], ['no object'], [{}], [{ code: 'toString' }]])(
  'a body that is not an error of ours is internal: %j',
  (body) => {
    expect(bytesError(body, null)).toMatchObject({ code: 'internal', message: 'An unexpected error occurred. Please try again.' })
  },
)
