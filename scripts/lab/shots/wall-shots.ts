/** The wall display: its screen by day and by night, a ring on it, and how it is started and left. */
import type { Page } from '@playwright/test'
import type { Resident } from '#scripts/testing/people.ts'
import type { Shot } from './shot.ts'
import { press, see, someone } from './steps.ts'
import type { PageOptions, Studio } from './studio.ts'

/** [who, how it ended, how many minutes ago] */
const RINGS = [
  ['Marcus Bell', 'answered_video', 12],
  ['Delivery', 'missed', 47],
  ['Grace Hopper', 'answered_message', 95],
  ['Vera Winter', 'dismissed', 140],
  ['Walter Reed', 'answered_audio', 190],
] as const

async function ringToday(studio: Studio, owner: Resident): Promise<void> {
  for (const [visitorName, outcome, minutes] of RINGS) {
    const purpose = visitorName === 'Delivery' ? 'delivery' : 'guest'
    const { id } = await studio.world.visitor().ring(owner, { visitorName, purpose })
    await studio.world.postgres(
      'doorbell',
      `UPDATE activities SET outcome = $2::text, is_handled = true, timestamp = timestamp - $3 * interval '1 minute',
       ends_at = ends_at - $3 * interval '1 minute', call_seconds = CASE WHEN $2::text = 'answered_video' THEN 134 END WHERE id = $1`,
      [id, outcome, minutes],
    )
  }
}

/** A time zone in which it is this hour now, so that a picture by day or by night needs no other clock. */
function zoneOf(hour: number): string {
  const offset = (((hour - new Date().getUTCHours()) % 24) + 36) % 24
  const east = offset - 12
  return east === 0 ? 'UTC' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}

type Display = { readonly hour?: number; readonly rings?: boolean; readonly locale?: PageOptions['locale'] }

async function wall(studio: Studio, { hour = 15, rings = true, locale = 'en-US' }: Display = {}): Promise<{ page: Page; owner: Resident }> {
  const owner = await someone(studio, true)
  const [door] = await owner.call('doorbell.doors', {})
  await owner.call('doorbell.change_door', { id: door?.id ?? 0, label: '14 Maple Lane' })
  await owner.call('doorbell.change_preferences', { timeZone: zoneOf(hour) })
  if (rings) await ringToday(studio, owner)
  const device = await owner.anotherDevice()
  await device.call('auth.start_wall', {})
  const page = await studio.home(device, { path: '/wall', locale })
  await page.locator('time').first().waitFor()
  return { page, owner }
}

const shown = async (display: Promise<{ page: Page }>): Promise<Page> => {
  const { page } = await display
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  return page
}

export const wallShots: readonly Shot[] = [
  { name: 'wall', take: (studio) => shown(wall(studio)) },
  { name: 'wall-german', take: (studio) => shown(wall(studio, { locale: 'de-DE' })) },
  { name: 'wall-empty', take: (studio) => shown(wall(studio, { rings: false })) },
  {
    name: 'wall-silent',
    take: async (studio) => {
      const page = await shown(wall(studio))
      // Refuses sound as a browser does before the first touch; this one plays immediately.
      await page.addInitScript(() => {
        HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('', 'NotAllowedError'))
      })
      await page.reload()
      await see(page, 'Sound is off')
      return page
    },
  },
  { name: 'wall-night', take: async (studio) => (await wall(studio, { hour: 23, rings: false })).page },
  {
    name: 'wall-ring',
    take: async (studio) => {
      const { page, owner } = await wall(studio)
      await studio.world.visitor().ring(owner, { visitorName: 'Marcus Bell', message: 'A parcel for you', purpose: 'delivery' })
      await see(page, 'Incoming Visitor')
      return page
    },
  },
  {
    name: 'wall-leave',
    take: async (studio) => {
      const page = await shown(wall(studio, { locale: 'de-DE' }))
      await press(page, 'Wanddisplay verlassen')
      return page
    },
  },
  {
    name: 'wall-start',
    take: async (studio) => {
      const page = await studio.home(await someone(studio, true), { path: '/wall' })
      await press(page, 'Use this device as a wall display')
      return page
    },
  },
  {
    name: 'wall-settings',
    take: async (studio) => {
      const page = await studio.home(await someone(studio, true), { path: '/settings?tab=doorbell' })
      await page.getByRole('button', { name: 'Use this device as a wall display' }).scrollIntoViewIfNeeded()
      return page
    },
  },
  {
    name: 'wall-signed-out',
    take: async (studio) => {
      const { page } = await wall(studio)
      await page.context().clearCookies()
      await page.reload()
      await see(page, 'This wall display is signed out')
      return page
    },
  },
  {
    name: 'wall-never',
    take: async (studio) => {
      const page = await studio.stranger({ path: '/wall' })
      await see(page, 'Wall display')
      return page
    },
  },
]
