import { afterEach, expect, test } from '@jest/globals'
import type { ClientFrame } from '#proto/frames/client.ts'
import type { ServerFrame } from '#proto/frames/server.ts'
import { createApi } from './api.ts'
import { type Chat, type ChatDeps, createChat } from './chat.ts'
import { createVersionGate } from './frame-versions.ts'
import { visitorRoutes } from './routes.static.ts'
import { createServerClock } from './server-clock.ts'
import type { Connection, ConnectionState } from './socket.ts'
import { createStore } from './store.ts'

const ID = 7
const OPEN: ConnectionState = {
  status: 'open',
  registered: true,
  blocked: false,
  clientId: 'c',
  sessionId: undefined,
  online: true,
  silent: false,
  closeCode: undefined,
}

/** A fake server for one activity: stores each message once by id, from the socket and from the POST. */
function world() {
  const stored = new Map<string, string>()
  const handlers: ((frame: ServerFrame) => void)[] = []
  const state = createStore<ConnectionState>(OPEN)
  const behaviour = { answersSocket: true, answersPost: true, refuses: false, posts: 0 }
  const emit = (frame: ServerFrame) => {
    for (const handler of handlers) handler(frame)
  }
  const store = (id: string, message: string) => stored.set(id, message)
  const connection: Connection = {
    state,
    versions: createVersionGate(),
    open: () => {},
    close: () => {},
    setLive: () => {},
    probe: () => {},
    on: (type, handler) => {
      handlers.push((frame) => {
        if (frame.type === type) handler(frame as Parameters<typeof handler>[0])
      })
      return () => {}
    },
    send: (frame: ClientFrame) => {
      if (!state.get().registered || frame.type !== 'chat_message' || !frame.id) return false
      const { id } = frame
      if (behaviour.refuses)
        queueMicrotask(() =>
          emit({ type: 'error', code: 'ring_closed', message: 'This visit is closed.', about: 'chat_message', activityId: ID }),
        )
      else store(id, frame.message)
      if (behaviour.answersSocket && !behaviour.refuses) {
        queueMicrotask(() => emit({ type: 'chat_sent', id, activityId: ID, timestamp: '2026-01-01T10:00:00.000Z' }))
      }
      return true
    },
  }
  const answer = (status: number, body: object) => new Response(JSON.stringify(body), { status })
  const post: typeof fetch = async (_, init) => {
    const { message, key } = JSON.parse(String(init?.body))
    behaviour.posts += 1
    if (behaviour.refuses) return answer(409, { code: 'ring_closed', message: 'This visit is closed.' })
    if (!behaviour.answersPost) throw new TypeError('no answer')
    store(key, message)
    return answer(201, { id: key, activityId: ID, senderId: 'visitor', message, timestamp: '2026-01-01T10:00:00.000Z' })
  }
  const clock = createServerClock()
  const api = createApi({ routes: visitorRoutes, clock, fetch: post })
  return { stored, emit, state, behaviour, connection, api, clock }
}

const chats: Chat[] = []
function openChat(server: ReturnType<typeof world>, more: Partial<ChatDeps> = {}): Chat {
  const { connection, api, clock } = server
  const chat = createChat({ activityId: ID, side: 'visitor', connection, api, clock, confirmTimeout: 50, ...more })
  chats.push(chat)
  return chat
}
const states = (chat: Chat) => chat.entries.get().map((entry) => entry.state)

async function until(holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 4_000
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('did not come true')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

afterEach(() => {
  for (const chat of chats.splice(0)) chat.close()
})

// covers: client.chat_message server.chat_message server.chat_sent
test('a message goes by socket and is "sent" once stored', async () => {
  const server = world()
  const chat = openChat(server)
  expect(chat.send('  Hello  ')).toBe(true)
  expect(states(chat)).toEqual(['sending'])
  await until(() => states(chat)[0] === 'sent')
  expect([...server.stored.values()]).toEqual(['Hello'])
  expect(server.behaviour.posts).toBe(0)
})

// covers: V-chat-blank
test('an empty message is not sent', () => {
  const chat = openChat(world())
  expect(chat.send(' \n ')).toBe(false)
  expect(chat.entries.get()).toEqual([])
})

test('after a lost confirmation the POST stores the message once', async () => {
  const server = world()
  server.behaviour.answersSocket = false
  const chat = openChat(server)
  chat.send('Hello')
  await until(() => states(chat)[0] === 'sent')
  expect(server.stored.size).toBe(1)
})

// covers: S-chat-closed
test('without a socket the message is posted', async () => {
  const server = world()
  server.state.set({ ...OPEN, registered: false, status: 'closed' })
  const chat = openChat(server)
  chat.send('Hello')
  await until(() => states(chat)[0] === 'sent')
  expect(server.behaviour.posts).toBe(1)
})

test('without socket and POST the message is retried', async () => {
  const server = world()
  server.state.set({ ...OPEN, registered: false, status: 'closed' })
  server.behaviour.answersPost = false
  const chat = openChat(server)
  chat.send('Hello')
  await until(() => server.behaviour.posts === 1)
  server.behaviour.answersPost = true
  await until(() => states(chat)[0] === 'sent')
  expect(server.stored.size).toBe(1)
})

test('a refused message fails, and a retry keeps its id', async () => {
  const server = world()
  server.behaviour.refuses = true
  const chat = openChat(server)
  chat.send('Hello')
  await until(() => states(chat)[0] === 'failed')
  expect(chat.entries.get()[0]?.error).toBe('This visit is closed.')
  server.behaviour.refuses = false
  const id = chat.entries.get()[0]?.id ?? ''
  chat.retry(id)
  await until(() => states(chat)[0] === 'sent')
  expect([...server.stored.keys()]).toEqual([id])
})

// covers: E-chat-mine
test('history and frames merge without duplicates, oldest first', async () => {
  const server = world()
  const chat = openChat(server)
  const message = (id: string, minute: number, senderId: 'visitor' | 'resident') => ({
    id,
    activityId: ID,
    senderId,
    message: id,
    timestamp: `2026-01-01T10:0${minute}:00.000Z`,
  })
  chat.merge([message('b', 2, 'resident'), message('a', 1, 'visitor')])
  server.emit({ type: 'chat_message', ...message('b', 2, 'resident') })
  server.emit({ type: 'chat_message', ...message('c', 3, 'resident') })
  server.emit({ type: 'chat_message', ...message('x', 3, 'resident'), activityId: 8 })
  expect(chat.entries.get().map(({ id, isFromMe }) => [id, isFromMe])).toEqual([
    ['a', true],
    ['b', false],
    ['c', false],
  ])
})

/** A tab's storage, which a reload keeps. */
function tab() {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return { kept, storage }
}

test('a message pending at a reload is sent under its old id', async () => {
  const server = world()
  server.behaviour.answersSocket = false
  const { kept, storage } = tab()
  const before = openChat(server, { storage, confirmTimeout: 10_000 })
  before.send('Hello')
  before.close()
  server.behaviour.answersSocket = true
  const after = openChat(server, { storage })
  await until(() => states(after)[0] === 'sent')
  expect(server.stored.size).toBe(1)
  expect(kept.size).toBe(0)
})

test('a message that failed before a reload waits for Retry', async () => {
  const server = world()
  server.behaviour.refuses = true
  const { storage } = tab()
  const before = openChat(server, { storage })
  before.send('Hello')
  await until(() => states(before)[0] === 'failed')
  before.close()
  const after = openChat(server, { storage })
  const [entry] = after.entries.get()
  expect(entry).toMatchObject({ state: 'failed', error: 'This visit is closed.' })
  server.behaviour.refuses = false
  after.retry(entry?.id ?? '')
  await until(() => states(after)[0] === 'sent')
})
