/** Presses that are given up, and which of their rings are withdrawn. */
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { DoorState } from '#proto/visitor-page.ts'
import { createApi } from '../../core/api.ts'
import { ApiError } from '../../core/api-error.ts'
import { createVersionGate } from '../../core/frame-versions.ts'
import { visitorRoutes } from '../../core/routes.static.ts'
import { createServerClock } from '../../core/server-clock.ts'
import type { Connection } from '../../core/socket.ts'
import { createStore } from '../../core/store.ts'
import { REGISTERED } from '../../core/testing/fake-room.ts'
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
  readonly answer: (body: object) => Promise<void>
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
  Object.assign(globalThis, { window: { sessionStorage }, document: new EventTarget() })
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
      const answer = (body: object) => {
        resolve(Response.json(body))
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

test('a failed ring has the message of our server', () => {
  expect(failureOf(new ApiError({ message: 'Too many rings.', code: 'ring_limited', status: 429 })).message).toBe('Too many rings.')
})
