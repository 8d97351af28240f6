import { expect, test } from '@jest/globals'
import { inputOf, type Manager, subscribe } from './subscription.ts'

const KEY = `B${'A'.repeat(85)}E`
const bytesOf = (key: string) =>
  Uint8Array.from(atob(`${key.replaceAll('-', '+').replaceAll('_', '/')}=`), (sign) => sign.charCodeAt(0)).buffer

function managerWith(known: { readonly key: string | null } | undefined) {
  const calls: string[] = []
  const present = (key: string | null) =>
    ({
      options: { applicationServerKey: key === null ? null : bytesOf(key) },
      unsubscribe: async () => calls.push('unsubscribe') > 0,
      toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }),
    }) as object as PushSubscription
  const manager: Manager = {
    getSubscription: async () => (known ? present(known.key) : null),
    subscribe: async (options) => {
      calls.push(`subscribe ${options?.userVisibleOnly}`)
      return present(String(options?.applicationServerKey))
    },
  }
  return { manager, calls }
}

test('a subscription with the server’s key is kept', async () => {
  const { manager, calls } = managerWith({ key: KEY })
  await subscribe(manager, KEY)
  expect(calls).toEqual([])
})

test('a browser that does not tell its key keeps its subscription', async () => {
  const { manager, calls } = managerWith({ key: null })
  await subscribe(manager, KEY)
  expect(calls).toEqual([])
})

test('a subscription with another key is made anew', async () => {
  const { manager, calls } = managerWith({ key: `B${'B'.repeat(85)}E` })
  await subscribe(manager, KEY)
  expect(calls).toEqual(['unsubscribe', 'subscribe true'])
})

test('without a subscription one is made', async () => {
  const { manager, calls } = managerWith(undefined)
  const subscription = await subscribe(manager, KEY)
  expect(calls).toEqual(['subscribe true'])
  expect(inputOf(subscription, KEY, 'granted', 'de')).toEqual({
    ...{ endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } },
    ...{ permission: 'granted', publicKey: KEY, language: 'de' },
  })
})
