/** Settings › Devices, and the page's notice whether it rings aloud. */
import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Resident } from '#scripts/testing/people.ts'
import { createSubscription, subscriptionInput, VENDOR_ENDPOINT } from '#scripts/testing/push/subscription.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { incoming } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'
import { notesSounds, silentUntilPressed } from '../page-sounds.ts'

const PATH = '/settings/devices'
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const diagnosis = (page: Page) => page.getByRole('region', { name: 'Would it ring right now?' })
const armControl = (page: Page, state: 'Armed' | 'Muted' | 'Do not disturb') =>
  page.getByRole('button', { name: new RegExp(`^${state}\\.`) }).locator('visible=true')

/** Adds a named device with a push subscription. */
async function addDevice(resident: Resident, name: string): Promise<Resident> {
  const device = await resident.anotherDevice()
  const { id } = await device.call('notify.put_state', { armed: false, permission: 'granted' })
  await resident.call('notify.change_device', { id, name })
  return device
}
/** Adds measured times, as reports of the device's worker would. */
async function addRingTimes(world: Stack, resident: Resident, name: string, times: readonly number[]): Promise<void> {
  for (const [index, time] of times.entries())
    await world.postgres(
      'notify',
      `INSERT INTO pushes (id, user_id, device_id, kind, subject, state, created_at, ends_at, ring_time, expires_at)
       SELECT gen_random_uuid(), user_id, id, 'ring', $3, 'accepted', $4, $4, $5, $6 FROM devices WHERE user_id = $1 AND name = $2`,
      [resident.user.id, name, `measured-${index}`, new Date(world.now() - index * 60_000), time, new Date(world.now() + 3_600_000)],
    )
}

// covers: W-devices
test('a device is renamed in its place, shows no details, and is removed', { tag: '@all' }, async ({ openResident, consoleErrors }) => {
  const { page, resident } = await openResident({ path: PATH })
  await addDevice(resident, 'Old tablet')
  await page.getByRole('button', { name: 'Rename Old tablet' }).click()
  const field = card(page, 'Old tablet').getByLabel('Name', { exact: true })
  await expect(field).toBeFocused()
  await field.fill('')
  await field.press('Enter')
  await expect(card(page, 'Old tablet').getByRole('alert')).toContainText('Name is required')
  await field.fill('Kitchen')
  await field.press('Enter')
  const kitchen = card(page, 'Kitchen')
  await expect(page.getByRole('button', { name: 'Rename Kitchen' })).toBeFocused()
  await kitchen.getByRole('switch', { name: 'Show name and photo' }).click()
  await expect(kitchen.getByRole('switch')).not.toBeChecked()
  await expect.poll(async () => (await resident.call('notify.devices', {})).find(({ name }) => name === 'Kitchen')?.details).toBe(false)
  await page.getByRole('button', { name: 'Remove Kitchen' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove Kitchen?' })
  await question.getByRole('button', { name: 'Keep' }).click()
  await expect(kitchen).toBeVisible()
  await page.getByRole('button', { name: 'Remove Kitchen' }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(kitchen).toHaveCount(0)
  expect((await resident.call('notify.devices', {})).map(({ name }) => name)).not.toContain('Kitchen')
  expect(consoleErrors).toEqual([])
})

test('a new sign-in of this browser keeps its name and what its notifications say', { tag: '@all' }, async ({ openResident }) => {
  const { page, resident } = await openResident({ path: PATH })
  const own = page.getByRole('region').filter({ hasText: 'This device' })
  await own.getByRole('button', { name: /^Rename / }).click()
  await own.getByLabel('Name', { exact: true }).fill("Mum's phone")
  await own.getByLabel('Name', { exact: true }).press('Enter')
  await card(page, "Mum's phone").getByRole('switch', { name: 'Show name and photo' }).click()
  await expect(card(page, "Mum's phone").getByRole('switch', { name: 'Show name and photo' })).not.toBeChecked()
  const again = await resident.anotherDevice()
  await resident.call('auth.logout', {})
  // By then the page has learned of it, and its cookie is gone.
  await page.waitForURL(/\/auth/)
  await page.context().addCookies([...again.client.cookies].map(([name, value]) => ({ name, value, url: page.url(), httpOnly: true })))
  await page.goto(new URL(PATH, page.url()).href)
  await expect(card(page, "Mum's phone").getByRole('switch', { name: 'Show name and photo' })).not.toBeChecked()
  expect(await again.call('notify.devices', {})).toMatchObject([{ name: "Mum's phone", details: false, isCurrent: true }])
})

// covers: W-weekly-check
test('a weekly check is switched on by keyboard and says when it is', { tag: '@all' }, async ({ openResident, consoleErrors }) => {
  const { page, resident } = await openResident({ path: PATH })
  await addDevice(resident, 'Tablet')
  const phone = await resident.anotherDevice()
  const { id } = await phone.call('notify.put_push', subscriptionInput(createSubscription(`${VENDOR_ENDPOINT}${randomUUID()}`)))
  await resident.call('notify.change_device', { id, name: 'Phone' })
  const check = card(page, 'Phone').getByRole('switch', { name: 'Weekly check' })
  await expect(check).not.toBeChecked()
  await expect(check).toHaveAccessibleDescription(/First check: after a week$/)
  await expect(card(page, 'Tablet').getByRole('switch')).toHaveCount(1)
  const height = async () => (await card(page, 'Phone').boundingBox())?.height
  const before = await height()
  await check.press('Space')
  await expect(check).toBeChecked()
  await expect(card(page, 'Phone').getByRole('status').first()).toHaveText(/^Next check: \w+ \d+, 20\d\d$/)
  expect(await height()).toBe(before)
  await page.reload()
  await expect(check).toBeChecked()
  await expectNone(page)
  await page.route(`**/api/devices/${id}`, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'away' } }))
  await check.click()
  await expect(page.getByText('Update failed')).toBeVisible()
  await expect(check).toBeChecked()
  await page.unroute(`**/api/devices/${id}`)
  await check.click()
  await expect(check).not.toBeChecked()
  await expect.poll(async () => (await phone.call('notify.devices', {}))[0]?.weeklyCheck).toBe(false)
  expect(consoleErrors.filter((text) => !text.includes('503'))).toEqual([])
})

test('another page of the account shows the change at once', { tag: '@all' }, async ({ openResident, openDevice }) => {
  const { page, resident } = await openResident({ path: PATH })
  await addDevice(resident, 'Old tablet')
  await expect(card(page, 'Old tablet')).toBeVisible()
  const other = await openDevice(resident)
  await other.page.goto(page.url())
  await other.page.getByRole('button', { name: 'Remove Old tablet' }).click()
  await other.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(card(page, 'Old tablet')).toHaveCount(0)
})

test('a test ring on one device opens the modal there alone', { tag: '@all' }, async ({ openResident, openDevice }) => {
  const { page, resident } = await openResident({ path: PATH })
  const other = await openDevice(resident)
  await expect.poll(async () => (await resident.call('notify.devices', {})).length).toBe(2)
  const theirs = (await other.resident.call('notify.devices', {})).find(({ isCurrent }) => isCurrent)
  await resident.call('notify.change_device', { id: theirs?.id ?? '', name: 'Kitchen' })
  await page.getByRole('button', { name: 'Test ring on Kitchen' }).click()
  await expect(incoming(other.page)).toContainText('Test ring')
  // This device has no push subscription: its open page has reported the ring.
  await expect(page.getByText('Kitchen shows the test ring')).toBeVisible()
  await expect(incoming(page)).toHaveCount(0)
  // The poll too returns the test ring only to that device.
  expect(await resident.call('doorbell.activities', {})).toEqual([])
})

test('a device without push rings only while its page is open, and a test ring says so', { tag: '@all' }, async ({ openResident }) => {
  const { page, resident } = await openResident({ path: PATH })
  const tablet = await addDevice(resident, 'Old tablet')
  await tablet.call('notify.put_state', { armed: true, permission: 'default' })
  await expect(card(page, 'Old tablet')).toContainText('Armed while its page is open')
  await expect(card(page, 'Old tablet')).toContainText('Open the doorbell there')
  const own = page.getByRole('region').filter({ has: page.getByText('This device', { exact: true }) })
  await expect(own).toContainText('Turn on notifications above.')
  await expect(own).not.toContainText('there')
  await page.getByRole('button', { name: 'Test ring on Old tablet' }).click()
  const result = page.getByRole('alert').filter({ hasText: 'Old tablet has not shown the test ring' })
  await expect(result).toContainText('Open the doorbell there, or allow notifications on it.', { timeout: 20_000 })
  await expect(page.getByText('Test ring sent')).toHaveCount(0)
})

test('a wall display rings while its page is open, and has no fault of notifications', { tag: '@all' }, async ({ openResident }) => {
  const { page, resident } = await openResident({ path: PATH })
  const tablet = await addDevice(resident, 'Hallway')
  await tablet.call('auth.start_wall', {})
  await tablet.call('notify.put_state', { armed: true, permission: 'default' })
  const wall = card(page, 'Hallway')
  await expect(wall).toContainText('Wall displayrings while its page is open')
  await expect(wall).toContainText('Armed')
  await expect(wall).not.toContainText(/Does not ring|Notifications|Armed while|No ring was measured|Show name and photo/)
  await expectNone(page)
  await wall.getByRole('button', { name: 'Test ring on Hallway' }).click()
  const result = page.getByRole('alert').filter({ hasText: 'Hallway has not shown the test ring' })
  await expect(result).toContainText('Is the display on, and its page open?', { timeout: 20_000 })
})

test('a test ring on all devices opens the modal on each', { tag: '@all' }, async ({ openResident, openDevice }) => {
  const { page, resident } = await openResident({ path: PATH })
  const other = await openDevice(resident)
  await diagnosis(page).getByRole('button', { name: 'Test ring on all devices' }).click()
  for (const each of [page, other.page]) await expect(incoming(each)).toContainText('Test ring')
})

// covers: W-devices
test('what keeps it from ringing is named with its cure', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident, context } = await openResident({ path: '/auth' })
  await context.addInitScript(() => {
    const permission = new URLSearchParams(location.search).get('permission') ?? 'denied'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
  })
  await page.goto(`${world.url}${PATH}`)
  await expect(diagnosis(page)).toContainText('Nothing rings while the doorbell is closed')
  const refused = page.getByRole('listitem').filter({ hasText: 'The browser blocks notifications' }).last()
  await expect(refused).toContainText('allow notifications')
  await page.goto(`${world.url}${PATH}?permission=default`)
  await expect(page.getByText('Notifications are not turned on')).toBeVisible()
  await resident.call('doorbell.change_preferences', { switches: { doNotDisturb: true } })
  await expect(diagnosis(page)).toContainText('Nothing rings right now')
  await diagnosis(page).getByRole('link', { name: 'Open settings' }).click()
  await page.getByRole('switch', { name: 'Do not disturb' }).click()
  await page.getByRole('tab', { name: 'Devices' }).click()
  await expect(diagnosis(page)).not.toContainText('Do not disturb')
})

test('ring times are drawn and summed up', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident({ path: PATH })
  await addDevice(resident, 'Phone')
  await expect(card(page, 'Phone')).toContainText('No ring was measured yet')
  await addRingTimes(world, resident, 'Phone', [200, 3_000, ...Array<number>(18).fill(400)])
  await page.reload()
  await expect(card(page, 'Phone')).toContainText('95% of 20 within 400 ms')
  await expect(card(page, 'Phone').getByRole('img')).toHaveAccessibleName('20 ring times, from 200 ms to 3 s, the newest last')
  await expect(card(page, 'Phone').locator('rect[data-look=slow]')).toHaveCount(1)
})

// covers: W-armed
test('an untouched page says Muted, and one press plays the ring and arms it', async ({ openResident, world, consoleErrors }) => {
  const { page, context, resident } = await openResident({ path: '/auth' })
  await context.addInitScript(notesSounds)
  await context.addInitScript(silentUntilPressed)
  const reports: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/devices/current/state')) reports.push(request.postData() ?? '')
  })
  await page.goto(`${world.url}/doorbell`)
  await expect(armControl(page, 'Muted')).toBeVisible()
  const armed = async () => (await resident.call('notify.devices', {})).find(({ isCurrent }) => isCurrent)?.armed
  await expect.poll(armed).toBe(false)
  await armControl(page, 'Muted').click()
  await expect(armControl(page, 'Armed')).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.played)).toEqual(['/sounds/doorbell-ring.mp3 0.7'])
  await expect.poll(armed).toBe(true)
  const before = reports.length
  for (let press = 0; press < 5; press += 1) await page.getByRole('heading', { name: 'My Digital Doorbell' }).click()
  await armControl(page, 'Armed').click()
  // A later request shows that none was sent before it.
  await resident.call('notify.put_state', { armed: false, permission: 'denied' })
  await page.waitForLoadState('networkidle')
  expect(reports.slice(before)).toEqual([])
  expect(consoleErrors).toEqual([])
})

test('while do not disturb is on, the control says so in place of Armed', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  await resident.call('doorbell.change_preferences', { switches: { doNotDisturb: true } })
  await page.goto(`${world.url}/doorbell`)
  await expect(armControl(page, 'Do not disturb')).toBeVisible()
  await expect(armControl(page, 'Armed')).toHaveCount(0)
  await resident.call('doorbell.change_preferences', { switches: { doNotDisturb: false } })
  await page.reload()
  await expect(armControl(page, 'Armed').or(armControl(page, 'Muted'))).toBeVisible()
})

test('any touch of the page arms it', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, context } = await openResident({ path: '/auth' })
  await context.addInitScript(notesSounds)
  await context.addInitScript(silentUntilPressed)
  await page.goto(`${world.url}/doorbell`)
  await expect(armControl(page, 'Muted')).toBeVisible()
  await page.getByRole('heading', { name: 'My Digital Doorbell' }).click()
  await expect(armControl(page, 'Armed')).toBeVisible()
})

test('the title flashes while it rings, and is itself again afterwards', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  await expect(page.getByText('Live', { exact: true }).first()).toBeVisible()
  const title = await page.title()
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident)
  await expect(page).toHaveTitle(/^● Incoming Visitor/)
  await expect(page).toHaveTitle(title)
  await visitor.call('doorbell.cancel', { id })
  await expect(incoming(page)).toHaveCount(0)
  await expect(page).toHaveTitle(title)
})

test('devices that cannot be loaded are tried again', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  await page.route(/\/api\/devices(\/diagnosis)?$/, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'away' } }),
  )
  await page.goto(`${world.url}${PATH}`)
  await expect(page.getByText('Your devices could not be loaded. Please try again.')).toBeVisible()
  await expect(diagnosis(page).getByRole('alert')).toBeVisible()
  // A device's own report makes every page request the list again.
  await expect.poll(async () => (await resident.call('notify.devices', {})).length).toBe(1)
  await page.unroute(/\/api\/devices(\/diagnosis)?$/)
  for (const part of [card(page, 'Your devices'), diagnosis(page)]) await part.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
})

test('without a connection the page says that it shows the past', { tag: '@all' }, async ({ openResident, context: _ }) => {
  const { page, context } = await openResident({ path: PATH })
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText('No connection. This is what was last known.')).toBeVisible()
  await expect(page.getByText('This device', { exact: true })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('No connection. This is what was last known.')).toHaveCount(0)
})

test('the arrow keys lead to the tab and back', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident({ path: '/settings?tab=doorbell' })
  await page.getByRole('tab', { name: 'Doorbell' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/\/settings\/devices$/)
  await expect(page.getByRole('tab', { name: 'Devices' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(/\/settings\?tab=doorbell$/)
  await expect(page.getByRole('tab', { name: 'Doorbell' })).toBeFocused()
  // Presses faster than the page follows.
  await page.getByRole('tab', { name: 'Doorbell' }).evaluate((tab) => {
    for (let times = 0; times < 2; times += 1)
      (document.activeElement ?? tab).dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', bubbles: true }))
  })
  await expect(page.getByRole('tab', { name: 'Profile' })).toBeFocused()
  await expect(page).toHaveURL(/\/settings$/)
})

// covers: W-axe
test('axe finds nothing on the devices, their faults and dialogs', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident({ path: PATH })
  await addDevice(resident, 'Phone')
  await addRingTimes(world, resident, 'Phone', [200, 3_000, 400])
  await resident.call('doorbell.change_preferences', { switches: { doNotDisturb: true } })
  await page.reload()
  await expect(card(page, 'Phone').getByRole('img')).toBeVisible()
  await expect(diagnosis(page)).toContainText('Do not disturb is on')
  await expectNone(page)
  await page.getByRole('button', { name: 'Rename Phone' }).click()
  await expectNone(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Remove Phone' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectNone(page)
})
