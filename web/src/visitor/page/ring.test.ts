import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { createApi } from '../../core/api.ts'
import { allRoutes } from '../../core/routes.static.ts'
import { createServerClock } from '../../core/server-clock.ts'
import { visit } from '../state/visit-fixture.ts'
import { joinInvite, type Press, ring } from './ring.ts'

/** A server with these responses in order, and the requests that it got. */
function serverOf(answers: readonly (() => Response)[]) {
  const keys: (string | null)[] = []
  const fetch = async (_: unknown, init: RequestInit = {}) => {
    keys.push(new Headers(init.headers).get('idempotency-key'))
    return (answers[keys.length - 1] ?? (() => new Response('', { status: 500 })))()
  }
  return { keys, api: createApi({ routes: allRoutes, clock: createServerClock(), fetch: fetch as typeof globalThis.fetch }) }
}
const page = (status: number) => () => new Response('<html>', { status, headers: { 'content-type': 'text/html' } })
const rung = () => Response.json(visit(), { status: 201 })
const press = (fields: Partial<Press> = {}): Press => ({
  key: 'k',
  signal: new AbortController().signal,
  onRepeat: () => undefined,
  onCrowded: () => undefined,
  ...fields,
})
const fields = { visitorName: 'Vera', unitNumber: '', message: 'Hello' }

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

test('a ring that proxies answered rings once, with its key', async () => {
  const { api, keys } = serverOf([page(502), page(200), rung])
  const rings = ring({ api, qrCodeId: 'q', fields, ...press() })
  await jest.advanceTimersByTimeAsync(3_000)
  expect(await rings).toMatchObject({ id: 7 })
  expect(keys).toEqual(['k', 'k', 'k'])
})

test('an invite is joined by the same repeated press', async () => {
  const { api, keys } = serverOf([page(503), rung])
  const joins = joinInvite({ api, token: 't', ...press() })
  await jest.advanceTimersByTimeAsync(1_500)
  expect(await joins).toMatchObject({ id: 7 })
  expect(keys).toEqual(['k', 'k'])
})

test('a refused ring is not repeated', async () => {
  const { api, keys } = serverOf([() => Response.json({ code: 'door_inactive', message: 'no' }, { status: 404 }), rung])
  await expect(ring({ api, qrCodeId: 'q', fields, ...press() })).rejects.toMatchObject({ code: 'door_inactive' })
  expect(keys).toHaveLength(1)
})
