/** The visitor's pages beside the ring: a visit by appointment, the building, what was left, the pass. */
import type { Page } from '@playwright/test'
import { DAY_MS } from '#proto/durations.ts'
import { STATUS } from '#proto/limits.ts'
import { STATUS_PAGE } from '#proto/pages.ts'
import type { Resident } from '#scripts/testing/people.ts'
import type { Shot } from './shot.ts'
import { press, ringByHand, see, someone } from './steps.ts'
import type { Studio } from './studio.ts'

const HOUR = 3_600_000
const weekday = { opens: '09:00', closes: '18:00' }
const BUILDING = {
  phone: '+49 30 5550123',
  floors: [
    { floor: 'Ground', name: 'Reception, Maple Dental' },
    { floor: '1', name: 'Reed & Lindqvist Architects' },
    { floor: '2', name: 'Residents' },
  ],
  hours: { mon: weekday, tue: weekday, wed: weekday, thu: weekday, fri: weekday, sat: { opens: '10:00', closes: '14:00' }, sun: null },
  timeZone: 'Europe/Berlin',
}

async function withBuilding(resident: Resident): Promise<void> {
  const [door] = await resident.call('doorbell.doors', {})
  if (door) await resident.call('doorbell.change_door', { id: door.id, building: BUILDING })
}

async function tab(studio: Studio, name: string): Promise<Page> {
  const resident = await someone(studio, false)
  await withBuilding(resident)
  const door = await studio.door(resident)
  await door.getByRole('link', { name }).click()
  return door
}

async function fill(door: Page): Promise<void> {
  const [date = '', time = ''] = new Date(Date.now() + 2 * HOUR).toISOString().slice(0, 16).split('T')
  await door.getByLabel('Your Name').fill('Tom Keller')
  await door.getByLabel('Date').fill(date)
  await door.getByLabel('Time').fill(time)
  await door.getByLabel('Purpose').fill('Heating check, about an hour')
}

/** The page of a pass; with `decide`, of a decided one. */
async function pass(studio: Studio, decide?: 'approve' | 'decline'): Promise<Page> {
  const resident = await someone(studio, false)
  const door = await studio.door(resident)
  await door.getByRole('link', { name: 'Schedule Visit' }).click()
  await fill(door)
  await press(door, 'Request visit')
  await see(door, 'Waiting for the resident')
  const [request] = decide ? await resident.call('doorbell.visit_requests', {}) : []
  if (request) {
    await resident.call(decide === 'approve' ? 'doorbell.approve_visit' : 'doorbell.decline_visit', { id: request.id })
    await door.reload()
  }
  return door
}

export const visitShots: readonly Shot[] = [
  {
    name: 'visitor-form-tabs',
    take: async (studio) => {
      const resident = await someone(studio, false)
      await withBuilding(resident)
      const door = await studio.door(resident)
      await see(door, 'Building Info')
      return door
    },
  },
  { name: 'visitor-schedule', take: (studio) => tab(studio, 'Schedule Visit') },
  {
    name: 'visitor-schedule-refused',
    take: async (studio) => {
      const door = await tab(studio, 'Schedule Visit')
      await fill(door)
      await door.getByLabel('Time').fill('00:00')
      await door.getByLabel('Date').fill(new Date().toISOString().slice(0, 10))
      await press(door, 'Request visit')
      await see(door, 'Please choose a time in the future')
      return door
    },
  },
  { name: 'visitor-building', take: (studio) => tab(studio, 'Building Info') },
  {
    name: 'status',
    take: async (studio) => {
      const until = Math.floor(studio.world.now() / DAY_MS) * DAY_MS - DAY_MS
      await studio.world.postgres(
        'notify',
        `INSERT INTO ring_status (until, since, doors, rings, p50, p95, prompt) VALUES ($1, $2, 63, 1284, 84, 1240, 1278)
        ON CONFLICT DO NOTHING`,
        [new Date(until), new Date(until - STATUS.days * DAY_MS)],
      )
      const page = await studio.stranger({ path: STATUS_PAGE })
      await see(page, '1,284 rings at 63 doors')
      return page
    },
  },
  { name: 'visitor-pass-pending', take: (studio) => pass(studio) },
  { name: 'visitor-pass-approved', take: (studio) => pass(studio, 'approve') },
  { name: 'visitor-pass-declined', take: (studio) => pass(studio, 'decline') },
  {
    name: 'visitor-left',
    take: async (studio) => {
      const door = await studio.door(await someone(studio, false))
      await ringByHand(door)
      await press(door, 'Cancel')
      await door.getByRole('link', { name: 'See and delete what I left here' }).click()
      await see(door, 'What you left here')
      return door
    },
  },
]
