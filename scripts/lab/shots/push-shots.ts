/** Notifications while the app is closed: the offer, the steps after a refusal, Home Screen and settings; the app without its server. */
import type { Page } from '@playwright/test'
import type { Shot } from './shot.ts'
import { see, someone } from './steps.ts'
import type { PageOptions, Studio } from './studio.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

async function open(studio: Studio, shows: string, options: PageOptions): Promise<Page> {
  const page = await studio.home(await someone(studio, false), options)
  await see(page, shows)
  return page
}

/** Safari in a tab of iOS has no pushes. */
const withoutPush = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PushManager'))

export const pushShots: readonly Shot[] = [
  { name: 'push-ask', take: (studio) => open(studio, 'Ring on this device', { notifications: 'default' }) },
  { name: 'push-ask-de', take: (studio) => open(studio, 'Auf diesem Gerät klingeln', { notifications: 'default', locale: 'de-DE' }) },
  { name: 'push-refused', take: (studio) => open(studio, 'Notifications are blocked in Chrome', { notifications: 'denied' }) },
  {
    name: 'push-refused-de',
    take: (studio) => open(studio, 'sind in Firefox blockiert', { notifications: 'denied', userAgent: FIREFOX, locale: 'de-DE' }),
  },
  {
    name: 'push-home-screen',
    take: (studio) => open(studio, 'to the Home Screen', { notifications: 'default', userAgent: IPHONE, before: withoutPush }),
  },
  {
    name: 'push-home-screen-de',
    take: (studio) =>
      open(studio, 'auf den Home-Bildschirm', { notifications: 'default', userAgent: IPHONE, before: withoutPush, locale: 'de-DE' }),
  },
  {
    name: 'push-setting',
    take: (studio) => open(studio, 'Notifications on this device', { notifications: 'default', path: '/settings/devices' }),
  },
  {
    name: 'push-setting-refused-de',
    take: (studio) =>
      open(studio, 'Mitteilungen auf diesem Gerät', { notifications: 'denied', path: '/settings/devices', locale: 'de-DE' }),
  },
  {
    name: 'offline',
    take: (studio) => open(studio, 'does not answer', { before: (page) => page.route('**/api/user', (route) => route.abort()) }),
  },
]
