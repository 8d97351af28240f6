/**
 * The pages beside the doorbell itself: history, logs, notifications, contacts, settings, doors and their signs. They show the
 * demo's sixty days of visits, created by the product's own operations; the empty ones belong to a new account.
 */
import type { Page } from '@playwright/test'
import type { RingTimeline } from '#proto/push.ts'
import type { Shot } from './shot.ts'
import { press, see, someone } from './steps.ts'
import type { PageOptions, Studio } from './studio.ts'

/** A page of the demo's account, once it shows content. */
async function filled(studio: Studio, path: string, shows: string | RegExp, options: PageOptions = {}): Promise<Page> {
  const page = await studio.home(await studio.demo(), { path, ...options })
  await see(page, shows)
  return page
}

/** The same page of a new account. */
async function fresh(studio: Studio, path: string, shows: string): Promise<Page> {
  const page = await studio.home(await someone(studio, false), { path })
  await see(page, shows)
  return page
}

/** The newest visit of the history that has this button. */
async function openVisit(studio: Studio, button: RegExp, shows: string): Promise<Page> {
  const page = await filled(studio, '/visitors-page', 'View Details')
  await page.getByRole('button', { name: button }).first().click()
  await see(page, shows)
  return page
}

const doorbellTab = (studio: Studio) => filled(studio, '/settings/doors', '14 Maple Lane')

const PHONE = { deviceId: '0b0c1c6a-6b3e-4a47-9a61-6a3f4f0a6a11', device: "Nora's phone" }
const LAPTOP = { deviceId: '1b0c1c6a-6b3e-4a47-9a61-6a3f4f0a6a11', device: 'Firefox on Linux' }

/** The events of devices at a missed ring, as notify would return them. */
function timelineOf(rungAt: number): RingTimeline {
  const at = (ms: number) => new Date(rungAt + ms).toISOString()
  const push = { state: 'accepted' as const, reason: null, statuses: [201], shownAt: null, clickedAt: null }
  return {
    pages: [],
    removed: 0,
    pushes: [
      { ...push, ...PHONE, kind: 'ring', at: at(6), acceptedAt: at(120) },
      { ...push, ...LAPTOP, kind: 'ring', at: at(6), state: 'gone', statuses: [410], acceptedAt: null },
      { ...push, ...PHONE, kind: 'ended', at: at(45_020), acceptedAt: at(45_110), shownAt: at(2_700_000) },
    ],
    steps: [{ kind: 'mail', dueAt: at(8_000), startedAt: at(8_004), state: 'done', reason: null }],
    causes: [
      { code: 'not_shown', device: PHONE.device },
      { code: 'subscription_gone', device: LAPTOP.device },
      { code: 'no_open_page', device: null },
    ],
  }
}

/** A missed ring with its causes. */
async function missedVisit(studio: Studio, answer: (rungAt: number) => object, options: PageOptions = {}): Promise<Page> {
  const resident = await studio.demo()
  const missed = (await resident.call('doorbell.activities', { outcome: 'missed', limit: 1 }))[0]
  const rungAt = Date.parse(missed?.timestamp ?? '')
  const page = await studio.home(resident, {
    path: `/visitors-page?open=${missed?.id}`,
    before: (opened) => opened.route('**/api/activities/*/timeline', (route) => route.fulfill(answer(rungAt))),
    ...options,
  })
  const story = page.locator('li time').last()
  await story.waitFor()
  const sheet = page.locator('dialog[open], aside').last()
  await sheet.evaluate((element) => element.scrollTo(0, 260))
  return page
}
const explained = (rungAt: number) => ({ json: timelineOf(rungAt) })

const historyShots: readonly Shot[] = [
  { name: 'history', take: (studio) => filled(studio, '/visitors-page', 'View Details') },
  { name: 'history-empty', take: (studio) => fresh(studio, '/visitors-page', 'No visitors yet') },
  { name: 'history-no-match', take: (studio) => filled(studio, '/visitors-page?search=nobody&outcome=missed', 'No visitors match') },
  {
    name: 'history-dates',
    take: async (studio) => {
      const page = await filled(studio, '/visitors-page', 'View Details')
      await page.getByRole('button', { name: /^Date/ }).click()
      await see(page, 'Last 7 days')
      return page
    },
  },
  { name: 'history-story', take: (studio) => openVisit(studio, /^View Details of Marcus/, 'What happened') },
  { name: 'history-missed', take: (studio) => missedVisit(studio, explained) },
  { name: 'history-missed-german', take: (studio) => missedVisit(studio, explained, { locale: 'de-DE' }) },
  {
    name: 'history-missed-failed',
    take: (studio) => missedVisit(studio, () => ({ status: 503, json: { code: 'unavailable', message: 'Unavailable.' } })),
  },
  { name: 'history-snapshot', take: (studio) => openVisit(studio, /^View Snapshot/, 'Save photo') },
  { name: 'logs', take: (studio) => filled(studio, '/activity-logs', 'Handled') },
  { name: 'logs-empty', take: (studio) => fresh(studio, '/activity-logs', 'No activity yet') },
]

const noticeShots: readonly Shot[] = [
  { name: 'notifications', take: (studio) => filled(studio, '/notifications', 'Notification settings') },
  { name: 'notifications-empty', take: (studio) => fresh(studio, '/notifications', 'No notifications') },
]

const contactShots: readonly Shot[] = [
  { name: 'contacts', take: (studio) => filled(studio, '/contacts', 'Priya Nair') },
  { name: 'contacts-empty', take: (studio) => fresh(studio, '/contacts', 'No contacts found') },
  {
    name: 'contacts-add',
    take: async (studio) => {
      const page = await fresh(studio, '/contacts', 'No contacts found')
      await press(page, 'Add Your First Contact')
      await page.getByRole('dialog').getByRole('button', { name: 'Add Contact' }).click()
      await see(page, 'First name is required')
      return page
    },
  },
  {
    name: 'contacts-invite',
    take: async (studio) => {
      const page = await filled(studio, '/contacts', 'Priya Nair')
      await press(page, 'Video call with Priya Nair')
      await page.getByLabel('Invite link').waitFor()
      return page
    },
  },
  {
    name: 'contacts-remove',
    take: async (studio) => {
      const page = await filled(studio, '/contacts', 'Priya Nair')
      await press(page, 'More options for Priya Nair')
      await page.getByRole('menuitem', { name: 'Delete Contact' }).click()
      await see(page, 'Delete Priya Nair?')
      return page
    },
  },
]

const settingsShots: readonly Shot[] = [
  { name: 'settings', take: (studio) => filled(studio, '/settings', 'Personal information') },
  {
    name: 'settings-unsaved',
    take: async (studio) => {
      const page = await filled(studio, '/settings', 'Personal information')
      await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 0143')
      await see(page, 'You have unsaved changes')
      return page
    },
  },
  {
    name: 'settings-leave',
    take: async (studio) => {
      const page = await filled(studio, '/settings', 'Personal information')
      await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 0143')
      await page.getByRole('tab', { name: 'Doorbell' }).click()
      await see(page, 'Leave without saving?')
      return page
    },
  },
  { name: 'settings-doorbell', take: doorbellTab },
  ...(['en-US', 'de-DE'] as const).map((locale) => ({
    name: `settings-matrix-${locale}`,
    take: async (studio: Studio) => {
      const page = await studio.home(await studio.demo(), { path: '/settings/doors', locale })
      const fold = page.locator('summary').first()
      await fold.click()
      await page.getByRole('table').scrollIntoViewIfNeeded()
      return page
    },
  })),
  {
    name: 'settings-doorbell-free',
    take: (studio) => fresh(studio, '/settings/doors', 'More than one door needs Premium.'),
  },
  {
    name: 'door-editor',
    take: async (studio) => {
      const page = await doorbellTab(studio)
      await press(page, 'Edit 14 Maple Lane')
      await page.getByLabel('Phone number').scrollIntoViewIfNeeded()
      return page
    },
  },
  {
    name: 'door-hours',
    take: async (studio) => {
      const page = await doorbellTab(studio)
      await press(page, 'Edit 14 Maple Lane')
      const shown = page.getByRole('switch', { name: 'Show opening hours' })
      if (!(await shown.isChecked())) await shown.click()
      await press(page, 'Monday, add another time')
      await press(page, 'Monday, add another time')
      await page.getByLabel('Monday, time 3, closes').fill('01:00')
      await page.getByRole('switch', { name: 'Monday' }).scrollIntoViewIfNeeded()
      return page
    },
  },
  {
    name: 'door-new-code',
    take: async (studio) => {
      const page = await doorbellTab(studio)
      await page.getByRole('button', { name: 'Replace code' }).first().click()
      await see(page, "Replace this door's code?")
      return page
    },
  },
  {
    name: 'door-add',
    take: async (studio) => {
      const page = await doorbellTab(studio)
      await press(page, 'Add a door')
      await see(page, 'Shown on the sign')
      return page
    },
  },
  {
    name: 'sign',
    take: async (studio) => {
      const [door] = await (await studio.demo()).call('doorbell.doors', {})
      return filled(studio, `/settings/doors/${door?.id}/sign`, 'Scan to ring')
    },
  },
  {
    name: 'sign-words-alone',
    take: async (studio) => {
      const resident = await someone(studio, false)
      const [door] = await resident.call('doorbell.doors', {})
      const page = await studio.home(resident, { path: `/settings/doors/${door?.id}/sign` })
      await see(page, 'Scan to ring')
      return page
    },
  },
]

const wholeShots: readonly Shot[] = [
  {
    name: 'dashboard-door-off',
    take: async (studio) => {
      const resident = await someone(studio, false)
      const [door] = await resident.call('doorbell.doors', {})
      await resident.call('doorbell.change_door', { id: door?.id ?? 0, enabled: false })
      const page = await studio.home(resident)
      await see(page, 'This door is off')
      return page
    },
  },
  { name: 'dashboard-demo', take: (studio) => filled(studio, '/doorbell', 'Live') },
  { name: 'dashboard-german', take: (studio) => filled(studio, '/doorbell', 'Live', { locale: 'de-DE' }) },
  { name: 'visitor-form-number', take: async (studio) => studio.door(await studio.demo()) },
  { name: 'visitor-form-german', take: async (studio) => studio.door(await studio.demo(), { locale: 'de-DE' }) },
  { name: 'history-german', take: (studio) => filled(studio, '/visitors-page', 'Besucherverlauf', { locale: 'de-DE' }) },
]

export const pageShots: readonly Shot[] = [...historyShots, ...noticeShots, ...contactShots, ...settingsShots, ...wholeShots]
