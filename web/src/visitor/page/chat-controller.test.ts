import { expect, jest, test } from '@jest/globals'
import { createApi } from '../../core/api.ts'
import { visitorRoutes } from '../../core/routes.static.ts'
import { createServerClock } from '../../core/server-clock.ts'
import { fakeRoom } from '../../core/testing/fake-room.ts'
import { visit } from '../state/visit-fixture.ts'
import { createChatController } from './chat-controller.ts'

test('of a visit that is gone nothing comes back, also when its last message is refused late', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<Response>()
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  }
  const { connection, state } = fakeRoom()
  // Without a socket the message is posted.
  state.set({ ...state.get(), registered: false })
  const clock = createServerClock()
  const chat = createChatController({
    api: createApi({ routes: visitorRoutes, clock, fetch: () => answer }),
    connection,
    clock,
    first: null,
    storage,
    onMessageStored: jest.fn(),
    onDraftRestored: jest.fn(),
  })
  chat.mergeVisit(visit())
  chat.send('I am at the back')
  chat.draft.set('of the house')
  expect([...values.values()].join()).toContain('I am at the back')
  chat.forget()
  expect([chat.current.get(), chat.draft.get(), values.size]).toEqual([null, '', 0])
  resolve(Response.json({ code: 'not_found', message: '' }, { status: 404 }))
  await new Promise((next) => setTimeout(next))
  expect(values.size).toBe(0)
  chat.mergeVisit(visit({ id: 8 }))
  expect([chat.draft.get(), chat.current.get()?.entries.get(), values.size]).toEqual(['', [], 0])
  chat.current.get()?.close?.()
})
