/** Presses that are cancelled, and which of their rings are withdrawn. */
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { DoorState } from '#proto/visitor-page.ts'
import { createApi } from '../../core/api.ts'
import { ApiError } from '../../core/api-error.ts'
import { createVersionGate } from '../../core/frame-versions.ts'
import { visitorRoutes } from '../../core/routes.static.ts'
import { createServerClock } from '../../core/server-clock.ts'
import type { Connection } from '../../core/socket.ts'
import { createStore } from '../../core/store.ts'
import { REGISTERED } from '../../core/testing/fake-connection.ts'
import { visit } from '../state/visit-fixture.ts'
import { createVisitorPage, failureOf } from './create-visitor-page.ts'
import { createFormPage } from './form-page.ts'

const DOOR: DoorState = {
  page: 'door',
  now: '2026-01-01T10:00:00Z',
  key: 'rendered',
  failure: null,
  visit: null,
  hasOlderMessages: false,
  isWriting: false,
  door: { qrCodeId: 'q', label: '14 Maple Lane', building: null, keptDays: 30 },
  values: {},
  isKnown: true,
  hasStoredData: false,
}
const TEXTS = { visitorName: 'Marcus', unitNumber: '', message: 'Parcel' }
const rung = () => visit({ endsAt: new Date(Date.now() + 45_000).toISOString(), timestamp: new Date().toISOString() })

type Asked = {
  readonly path: string
  readonly key: string | null
  readonly answer: (body: object, status?: number) => Promise<void>
  readonly lose: () => Promise<void>
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))
let end: () => Promise<void> = settled

beforeEach(() => {
  const values = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  const window = Object.assign(new EventTarget(), { sessionStorage })
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  Object.assign(globalThis, { window, document })
  Object.defineProperty(globalThis, 'navigator', { value: { cookieEnabled: true }, configurable: true })
})
afterEach(() => end())

const connection: Connection = {
  state: createStore(REGISTERED),
  versions: createVersionGate(),
  open: () => undefined,
  close: () => undefined,
  setLive: () => undefined,
  probe: () => undefined,
  on: () => () => undefined,
  send: () => true,
}

/** A page, and the requests that the test answers. */
function openDoor() {
  const asked: Asked[] = []
  const fetch = (url: string, init: RequestInit) =>
    new Promise<Response>((resolve, reject) => {
      const answer = (body: object, status = 200) => {
        resolve(Response.json(body, { status }))
        return settled()
      }
      const lose = () => {
        reject(new TypeError('fetch failed'))
        return settled()
      }
      asked.push({ path: url, key: new Headers(init.headers).get('idempotency-key'), answer, lose })
    })
  const clock = createServerClock()
  const api = createApi({ routes: visitorRoutes, clock, fetch: fetch as typeof globalThis.fetch })
  const form = createFormPage(DOOR, { clock, panelChanged: () => undefined })
  const ignore = async () => undefined
  const sounds = {
    ...{ play: () => undefined, startRinging: () => () => undefined, blocked: createStore(false), unlock: () => undefined },
    ...{ arm: ignore, ringOnce: ignore },
  }
  const page = createVisitorPage({ form, api, connection, sounds, photo: undefined })
  end = async () => {
    page.close()
    page.toasts.close()
    // Each has a timer.
    for (const { answer } of asked) await answer(rung())
  }
  const request = (index: number) => asked[index] as Asked
  return { page, asked, request, paths: () => asked.map(({ path }) => path) }
}

const RING = '/api/doorbell/ring/q'

test('Cancel withdraws a ring whose answer comes late', async () => {
  const { page, request, paths } = openDoor()
  page.ring(TEXTS)
  page.cancel()
  await request(0).answer(rung())
  expect(paths()).toEqual([RING, '/api/doorbell/visits/7/cancel'])
})

test('a late answer to a cancelled press leaves the ring of the next', async () => {
  const { page, asked, request, paths } = openDoor()
  page.ring(TEXTS)
  page.cancel()
  page.ring(TEXTS)
  await request(0).answer(rung())
  await request(1).answer(rung())
  expect(paths()).toEqual([RING, RING])
  expect(asked[1]?.key).toBe(asked[0]?.key)
  expect(page.state.get().screen.at).toBe('waiting')
})

test('a lost answer of a cancelled press leaves the ring of the next', async () => {
  const { page, request, paths } = openDoor()
  page.ring(TEXTS)
  page.cancel()
  await request(0).lose()
  page.ring(TEXTS)
  await request(2).answer(rung())
  await request(1).answer([rung()])
  expect(paths()).toEqual([RING, '/api/doorbell/visits?qrCodeId=q', RING])
})

test('a press and the next are withdrawn if both were cancelled', async () => {
  const { page, request, paths } = openDoor()
  page.ring(TEXTS)
  page.cancel()
  page.ring(TEXTS)
  page.cancel()
  await request(0).answer(rung())
  expect(paths()).toEqual([RING, RING, '/api/doorbell/visits/7/cancel'])
})

test('without storage too the next press has the key of the unanswered one', async () => {
  const window = {
    get sessionStorage(): Storage {
      throw new DOMException('blocked', 'SecurityError')
    },
  }
  Object.assign(globalThis, { window })
  const { page, asked } = openDoor()
  page.ring(TEXTS)
  page.cancel()
  page.ring(TEXTS)
  expect(asked[1]?.key).toBe(asked[0]?.key)
})

test.each([
  ['a network that was lost', { code: 'network', status: 0, isOurs: false }],
  ['a page of a proxy', { code: 'unavailable', status: 502, isOurs: false }],
  ['a refusal by something between', { code: 'unknown', status: 403, isOurs: false }],
] as const)('a failed ring has the specified sentence after %s', (_, fields) => {
  expect(failureOf(new ApiError({ message: 'The server cannot be reached.', ...fields })).message).toBe(
    'Failed to ring the doorbell. Please try again.',
  )
})

/** A page whose live ring is not found at a poll: the test answers the request for the door. */
async function loseLiveRing() {
  const opened = openDoor()
  const { page, request, asked } = opened
  page.begin()
  page.ring(TEXTS)
  await request(asked.length - 1).answer(rung())
  const poll = async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await settled()
  }
  await poll()
  expect(asked.at(-1)?.path).toBe('/api/doorbell/visits/7')
  await request(asked.length - 1).answer(errorBody('not_found'), 404)
  expect(asked.at(-1)?.path).toBe(DOOR_PATH)
  return { ...opened, poll, answerDoor: request(asked.length - 1) }
}

const DOOR_PATH = '/api/doorbell/doors/q'
const errorBody = (code: string) => ({ code, message: code })

test('the page of a live ring whose door is gone says that its code is not active', async () => {
  const { page, answerDoor } = await loseLiveRing()
  await answerDoor.answer(errorBody('door_inactive'), 404)
  expect(page.state.get()).toMatchObject({ screen: { at: 'inactive' }, isCookieLost: false })
})

test('a live ring that is not found at a door that is there has lost its cookie, and is not polled again', async () => {
  const { page, asked, answerDoor, poll } = await loseLiveRing()
  await answerDoor.answer({ label: '14 Maple Lane' })
  expect(page.state.get()).toMatchObject({ screen: { at: 'waiting' }, isCookieLost: true })
  const before = asked.length
  await poll()
  expect(asked).toHaveLength(before)
})

test('a live ring that is not found stays as it is while the door cannot be asked', async () => {
  const { page, answerDoor } = await loseLiveRing()
  await answerDoor.lose()
  expect(page.state.get()).toMatchObject({ screen: { at: 'waiting' }, isCookieLost: false })
})

test('a failed ring has the message of our server', () => {
  expect(failureOf(new ApiError({ message: 'Too many rings.', code: 'ring_limited', status: 429 })).message).toBe('Too many rings.')
})
