import { afterEach, expect, jest, test } from '@jest/globals'
import type { PushPayload } from '#proto/push.ts'
import { createPushes, type Pushes } from './pushes.ts'
import type { PushEvent, Scope } from './scope.ts'
import { fakeCaches } from './testing/fake-caches.ts'

const PUBLIC = 'https://bell.example'
const HERE = 'http://localhost:5000'

function payload(token: string, kind: 'ring' | 'ended' | 'message' = 'ring', endsAt: string | null = null): PushPayload {
  const data = { activityId: 7, kind, token, endsAt }
  const action = { action: 'answer', title: 'Answer', navigate: `${PUBLIC}/rings/7?action=answer` } as const
  return {
    web_push: 8030,
    mutable: true,
    notification: {
      ...{ title: kind, body: 'A parcel', navigate: `${PUBLIC}/rings/7`, tag: 'ring-7', lang: 'en' },
      ...{ icon: `${PUBLIC}/icons/notification.png`, badge: `${PUBLIC}/icons/badge.png`, timestamp: 1, silent: false },
      ...{ renotify: true, requireInteraction: true, actions: [action], data: { ...data, afterwards: 'Ana rang at 16:20' } },
    },
    app_data: data,
  }
}
const json = (sent: PushPayload): PushEvent => ({ data: { json: () => sent } }) as object as PushEvent

afterEach(() => {
  jest.useRealTimers()
})

/** Shows a push, and lets its event end. */
async function showAndEnd(pushes: Pushes, sent: PushPayload): Promise<void> {
  const event = pushes.show(json(sent))
  await jest.advanceTimersByTimeAsync(0)
  await event
}

async function turns(until: () => boolean): Promise<void> {
  for (let turn = 0; turn < 200 && !until(); turn += 1) await Promise.resolve()
}

type Wish = { readonly wantsPhoto: boolean; readonly holds?: boolean }
/** @param sight the server's answer about the ring @param image of the visitor, if it is requested @param showsImages as Chromium does */
function start({
  failures = 0,
  refusals = 0,
  isSilent = false,
  sight = 'over',
  image = '',
  showsImages = true,
  userAgent = 'Chrome/1',
} = {}) {
  const shown: { title: string; options: NotificationOptions & Record<string, unknown> }[] = []
  const reports: unknown[] = []
  const named: (string | undefined)[] = []
  const held: boolean[] = []
  let [left, refused] = [failures, refusals]
  const registration = {
    getNotifications: async ({ tag }: { tag: string }) =>
      shown
        .filter(({ options }) => options.tag === tag)
        .map((each) => ({ title: each.title, ...each.options, close: () => shown.splice(shown.indexOf(each), 1) })),
    showNotification: async (title: string, options: NotificationOptions & Record<string, unknown>) => {
      shown.splice(0, shown.length, ...shown.filter((other) => other.options.tag !== options.tag), { title, options })
    },
  }
  const fetch = async (path: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    if (left > 0) {
      left -= 1
      throw new TypeError('no network')
    }
    named.push(headers['x-push-token'])
    const { wantsPhoto, holds = true } = JSON.parse(body) as Wish
    if (path === '/api/push/ring-end') {
      held.push(holds)
      if (sight === 'held') return new Promise<Response>(() => undefined)
      return Response.json(image && wantsPhoto ? { ring: 'live', image } : { ring: sight })
    }
    if (refused > 0) {
      refused -= 1
      return new Response(null, { status: 429 })
    }
    reports.push([path, JSON.parse(body)])
    if (isSilent) return new Promise<Response>(() => undefined)
    return new Response(null, { status: 204 })
  }
  const Notification = { prototype: showsImages ? { image: '' } : {} }
  const navigator = { userAgent }
  const scope = { caches: fakeCaches().caches, fetch, location: new URL(HERE), navigator, registration, Notification } as object as Scope
  return { pushes: createPushes(scope), shown, reports, named, held }
}

test('a push is shown under its tag, with addresses of this origin, and reported', async () => {
  const { pushes, shown, reports } = start()
  await pushes.show(json(payload('a')))
  expect(shown).toMatchObject([
    {
      title: 'ring',
      options: {
        ...{ tag: 'ring-7', icon: '/icons/notification.png', vibrate: [300, 120, 300] },
        data: { token: 'a', paths: { '': '/rings/7', answer: '/rings/7?action=answer' } },
      },
    },
  ])
  expect(reports).toEqual([['/api/push/reports', { token: 'a', event: 'shown' }]])
})

test('a push that is delivered twice at once is shown and reported once', async () => {
  const { pushes, shown, reports } = start()
  await Promise.all([pushes.show(json(payload('a'))), pushes.show(json(payload('a')))])
  shown.length = 0
  await pushes.show(json(payload('a')))
  expect(shown).toEqual([])
  expect(reports).toHaveLength(1)
})

test('what stands there already has sounded: it is replaced silently', async () => {
  const { pushes, shown } = start()
  await pushes.show(json(payload('a')))
  await pushes.show(json(payload('b', 'ended')))
  expect(shown).toMatchObject([{ title: 'ended', options: { silent: true } }])
})

test('a ring that comes after its end is not shown', async () => {
  const { pushes, shown } = start()
  await pushes.show(json(payload('b', 'ended')))
  await pushes.show(json(payload('a')))
  expect(shown).toMatchObject([{ title: 'ended' }])
})

test('a push that shows nothing new shows what stands again, silently', async () => {
  const { pushes, shown, reports } = start()
  await pushes.show(json(payload('a')))
  await pushes.show(json(payload('a')))
  expect(shown).toMatchObject([{ title: 'ring', options: { silent: true, data: { token: 'a' } } }])
  expect(reports).toHaveLength(1)
})

test('a server that never answers a report holds back no later push', async () => {
  const { pushes, shown } = start({ isSilent: true })
  void pushes.show(json(payload('a')))
  void pushes.show(json(payload('b', 'ended')))
  await turns(() => shown[0]?.title === 'ended')
  expect(shown).toMatchObject([{ title: 'ended' }])
})

test('a declarative push is read from its notification', async () => {
  const { pushes, shown } = start()
  const { notification } = payload('a')
  await pushes.show({ data: null, notification } as object as PushEvent)
  expect(shown).toMatchObject([{ title: 'ring', options: { body: 'A parcel' } }])
})

test('reports and questions name their push in a header, by which they are counted', async () => {
  jest.useFakeTimers()
  const { pushes, named } = start()
  await showAndEnd(pushes, soon())
  await jest.advanceTimersByTimeAsync(1_000)
  expect(named).toEqual(['a', 'a'])
})

test('messages of one visit replace each other silently', async () => {
  const { pushes, shown } = start()
  const message = (token: string) => {
    const { notification, ...sent } = payload(token, 'message')
    return json({ ...sent, notification: { ...notification, tag: 'messages-7', silent: false } })
  }
  await pushes.show(message('a'))
  await pushes.show(message('b'))
  expect(shown).toMatchObject([{ options: { silent: true, data: { token: 'b' } } }])
})

test.each([{ failures: 1 }, { refusals: 1 }])(
  'a report without a network, or from an address with too many, is repeated (%j)',
  async (what) => {
    const { pushes, reports } = start(what)
    await pushes.report('a', 'clicked')
    expect(reports).toEqual([['/api/push/reports', { token: 'a', event: 'clicked' }]])
  },
)

// In half a second.
const soon = () => payload('a', 'ring', new Date(500).toISOString())

test('a ring that was answered elsewhere is closed', async () => {
  jest.useFakeTimers()
  const { pushes, shown } = start()
  await showAndEnd(pushes, soon())
  await jest.advanceTimersByTimeAsync(999)
  expect(shown).toHaveLength(1)
  await jest.advanceTimersByTimeAsync(1)
  expect(shown).toEqual([])
})

test('a ring that was missed says what stays true, silently', async () => {
  jest.useFakeTimers()
  const { pushes, shown } = start({ sight: 'missed' })
  await showAndEnd(pushes, soon())
  await jest.advanceTimersByTimeAsync(1_000)
  expect(shown).toMatchObject([{ title: 'Ana rang at 16:20', options: { silent: true, tag: 'ring-7', data: { kind: 'ended' } } }])
  expect(shown[0]?.options).not.toHaveProperty('actions')
})

test.each<[string, boolean, { image?: string; silent?: true }]>([
  ['is added silently to what stands, where the browser shows photos', true, { image: '/photo', silent: true }],
  ['is not asked for where it shows none', false, {}],
])("the visitor's photo %s", async (_what, showsImages, expected) => {
  jest.useFakeTimers()
  const { pushes, shown } = start({ sight: 'live', image: '/photo', showsImages })
  await showAndEnd(pushes, payload('a', 'ring', new Date(10_000).toISOString()))
  await jest.advanceTimersByTimeAsync(1_100)
  expect(shown).toMatchObject([{ title: 'ring', options: { tag: 'ring-7', requireInteraction: true, ...expected } }])
  expect(shown[0]?.options.image).toBe(expected.image)
  expect(shown[0]?.options).toHaveProperty('actions', [{ action: 'answer', title: 'Answer', navigate: expect.anything() }])
})

test('after the photo the end is waited for at once', async () => {
  jest.useFakeTimers()
  const { pushes, shown } = start({ sight: 'over', image: '/photo' })
  await showAndEnd(pushes, payload('a', 'ring', new Date(30_000).toISOString()))
  await jest.advanceTimersByTimeAsync(1_100)
  expect(shown).toEqual([])
})

test('another push under the same tag is left as it is', async () => {
  jest.useFakeTimers()
  const { pushes, shown } = start()
  await showAndEnd(pushes, soon())
  await showAndEnd(pushes, payload('b', 'ended'))
  await jest.advanceTimersByTimeAsync(1_000)
  expect(shown).toMatchObject([{ title: 'ended' }])
})

test('an address in a push leads to this origin, whatever it looks like', async () => {
  for (const navigate of [
    'https://evil.example/x',
    '//evil.example/x',
    `${PUBLIC}//evil.example/x`,
    `${PUBLIC}/\\evil.example/x`,
    'blob:https://evil.example/x',
  ]) {
    const { pushes, shown } = start()
    const sent = payload('a')
    await pushes.show(json({ ...sent, notification: { ...sent.notification, navigate } }))
    const paths = shown.map(({ options }) => (options.data as { paths: Record<string, string> }).paths[''] ?? 'https://nowhere.example')
    expect(paths.map((path) => new URL(path, HERE).origin)).toEqual([HERE])
  }
})

const LIVE_S = 45
const live = (token: string) => {
  const sent = payload(token, 'ring', new Date(LIVE_S * 1_000).toISOString())
  return { ...sent, notification: { ...sent.notification, tag: token } }
}

test('of many live rings two are waited for', async () => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] })
  const { pushes, held } = start({ sight: 'held' })
  for (const token of ['a', 'b', 'c', 'd']) await showAndEnd(pushes, live(token))
  await jest.advanceTimersByTimeAsync(2_000)
  expect(held).toEqual([true, true, false, false])
  // A server that never answers: the next rings are still waited for.
  await jest.advanceTimersByTimeAsync((LIVE_S + 10) * 1_000)
  held.length = 0
  await showAndEnd(pushes, live('e'))
  await jest.advanceTimersByTimeAsync(2_000)
  expect(held).toEqual([true])
})

test.each([
  ['Firefox/153', false],
  ['Chrome/156', true],
])('in %s the event of a ring is over before the ring: %s', async (userAgent, isOver) => {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] })
  const { pushes } = start({ sight: 'live', userAgent })
  let ended = false
  void pushes.show(json(live('a'))).then(() => {
    ended = true
  })
  await jest.advanceTimersByTimeAsync(40_000)
  expect(ended).toBe(isOver)
  await jest.advanceTimersByTimeAsync(20_000)
  expect(ended).toBe(true)
})
