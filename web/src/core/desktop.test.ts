import { beforeEach, expect, test } from '@jest/globals'
import { createDesktop } from './desktop.ts'

type Shown = { readonly title: string; readonly tag: string; readonly silent?: boolean; readonly close: () => void }

/** A page in the background, whose worker shows notifications. */
function start() {
  const shown: Shown[] = []
  const registration = {
    active: {},
    getNotifications: async ({ tag }: { tag?: string } = {}) => shown.filter((each) => tag === undefined || each.tag === tag),
    showNotification: async (title: string, options: { tag: string; silent?: boolean }) => {
      const others = shown.filter(({ tag }) => tag !== options.tag)
      const one: Shown = { title, ...options, close: () => void shown.splice(shown.indexOf(one), 1) }
      shown.splice(0, shown.length, ...others, one)
    },
  }
  return { desktop: createDesktop({ registration: async () => registration as object as ServiceWorkerRegistration }), shown }
}

beforeEach(() => {
  Object.assign(globalThis, { Notification: { permission: 'granted' }, document: { visibilityState: 'hidden', hasFocus: () => false } })
})

test('where a push of the same ring stands, nothing is shown', async () => {
  const { desktop, shown } = start()
  for (const title of ['first', 'second']) await desktop.show({ tag: 'ring-7', title, text: '' })
  expect(shown).toMatchObject([{ title: 'first' }])
})

test('messages of a visit replace each other silently', async () => {
  const { desktop, shown } = start()
  for (const title of ['first', 'second']) await desktop.show({ tag: 'messages-7', title, text: '', isReplaced: true })
  expect(shown).toMatchObject([{ title: 'second', silent: true }])
})

test('all notifications of the app are closed at once', async () => {
  const { desktop, shown } = start()
  for (const tag of ['ring-7', 'notice-1']) await desktop.show({ tag, title: tag, text: '' })
  await desktop.closeAll()
  expect(shown).toEqual([])
})
