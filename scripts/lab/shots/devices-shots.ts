/** Settings › Devices: what would ring and why not, devices with their ring times, and the page that is armed or muted. */
import type { Page } from '@playwright/test'
import { DAY_MS } from '#proto/durations.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { createSubscription, subscriptionInput, VENDOR_ENDPOINT } from '#scripts/testing/push/subscription.ts'
import type { Shot } from './shot.ts'
import { see, someone } from './steps.ts'
import type { PageOptions, Studio } from './studio.ts'

const PATH = '/settings/devices'
const AGENTS = {
  iPhone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
  Android: 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
  Windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:158.0) Gecko/20100101 Firefox/158.0',
} as const
const LIKE_TIMES = [212, 340, 188, 260, 245, 1_930, 301, 199, 225, 410, 276, 2_640, 230, 251, 322, 208, 290, 263, 219, 244]

/** Adds a device that has shown rings: writes their times into the database, as its reports would. */
async function addDevice(studio: Studio, resident: Resident, agent: keyof typeof AGENTS, name: string, times: readonly number[] = []) {
  const device = await resident.anotherDevice()
  const headers = { 'user-agent': AGENTS[agent] }
  const subscription = createSubscription(`${VENDOR_ENDPOINT}${encodeURIComponent(name)}`)
  const { id } = await device.call('notify.put_push', subscriptionInput(subscription), headers)
  await resident.call('notify.change_device', { id, name })
  const now = studio.world.now()
  for (const [index, time] of times.entries())
    await studio.world.postgres(
      'notify',
      `INSERT INTO pushes
         (id, user_id, device_id, kind, subject, state, created_at, ends_at, statuses, accepted_at, shown_at, ring_time, expires_at)
       VALUES (gen_random_uuid(), $1, $2, 'ring', $3, 'accepted', $4, $4, '{201}', $4, $4, $5, $6)`,
      [resident.user.id, id, `shot-${index}`, new Date(now - (index + 1) * 3_600_000), time, new Date(now + DAY_MS)],
    )
  return { id, device, headers }
}

async function household(studio: Studio): Promise<Resident> {
  const resident = await someone(studio, true)
  const phone = await addDevice(studio, resident, 'Android', "Nora's phone", LIKE_TIMES)
  await resident.call('notify.change_device', { id: phone.id, weeklyCheck: true })
  const { device, headers } = await addDevice(studio, resident, 'iPhone', "Tom's iPhone", LIKE_TIMES.slice(0, 5))
  await device.call('notify.put_state', { armed: true, permission: 'denied' }, headers)
  const shelf = await addDevice(studio, resident, 'Windows', 'Kitchen', LIKE_TIMES.slice(3, 4))
  await shelf.device.call('notify.put_state', { armed: true, permission: 'granted' }, shelf.headers)
  return resident
}

async function open(studio: Studio, options: PageOptions = {}): Promise<Page> {
  const page = await studio.home(await household(studio), { path: PATH, ...options })
  await see(page, "Nora's phone")
  return page
}
const routed = (pattern: string, status: number) => (page: Page) =>
  page.route(pattern, (route) =>
    status ? route.fulfill({ status, json: { code: 'unavailable', message: 'This part of the doorbell does not answer.' } }) : undefined,
  )

export const devicesShots: readonly Shot[] = [
  { name: 'devices', take: (studio) => open(studio) },
  { name: 'devices-german', take: (studio) => open(studio, { locale: 'de-DE' }) },
  {
    name: 'devices-first',
    take: async (studio) => {
      const page = await studio.home(await someone(studio, false), { path: PATH })
      await see(page, 'This device')
      return page
    },
  },
  {
    name: 'devices-quiet',
    take: async (studio) => {
      const resident = await household(studio)
      await resident.call('doorbell.change_preferences', { switches: { doNotDisturb: true, mobileNotifications: false } })
      const page = await studio.home(resident, { path: PATH })
      await see(page, 'Do not disturb is on')
      return page
    },
  },
  {
    name: 'devices-rename',
    take: async (studio) => {
      const page = await open(studio)
      await page.getByRole('button', { name: "Rename Nora's phone" }).click()
      return page
    },
  },
  {
    name: 'devices-remove',
    take: async (studio) => {
      const page = await open(studio)
      await page.getByRole('button', { name: "Remove Nora's phone" }).click()
      return page
    },
  },
  {
    name: 'devices-failed',
    take: async (studio) => {
      const page = await studio.home(await someone(studio, false), { path: PATH, before: routed('**/api/devices*', 503) })
      await see(page, 'Your devices could not be loaded')
      return page
    },
  },
  {
    name: 'devices-loading',
    take: async (studio) => studio.home(await someone(studio, false), { path: PATH, before: routed('**/api/devices**', 0) }),
  },
  {
    name: 'armed',
    take: async (studio) => {
      const page = await studio.home(await someone(studio, false))
      await page
        .getByRole('button', { name: /^Muted/ })
        .locator('visible=true')
        .click()
      await page
        .getByRole('button', { name: /^Armed/ })
        .locator('visible=true')
        .waitFor()
      return page
    },
  },
]
