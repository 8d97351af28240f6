import { expect, test } from '@jest/globals'
import { createApi } from './api.ts'
import { allRoutes } from './routes.static.ts'
import { createServerClock } from './server-clock.ts'

const refused = (body: string, init: ResponseInit) =>
  createApi({ routes: allRoutes, clock: createServerClock(), fetch: () => Promise.resolve(new Response(body, init)) })
    .call('auth.user', {})
    .catch((error: unknown) => error)

// covers: T-error
test('an error reads as message, else status line, else raw text', async () => {
  expect(await refused('{"message":"No bell here","code":"not_found"}', { status: 404, statusText: 'Not Found' })).toMatchObject({
    message: 'No bell here',
  })
  expect(await refused('no bell', { status: 404, statusText: 'Not Found' })).toMatchObject({ message: '404: Not Found' })
  expect(await refused('no bell', { status: 404 })).toMatchObject({ message: 'no bell' })
})
