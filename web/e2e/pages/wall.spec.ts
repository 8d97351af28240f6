/** A wall display, for example an old tablet that chimes inside the house (record 0066). */
import { expect, type Page } from '@playwright/test'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import { answer, chatBox, incoming, write } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { type ResidentPage, test } from '../fixtures.ts'
import { silentUntilPressed } from '../page-sounds.ts'

const HOUR = 3_600_000

const today = (wall: Page) => wall.getByRole('region', { name: 'Today at the door' })
const question = (wall: Page, name = 'This page needs your password') => wall.getByRole('dialog', { name })

/** A time zone in which it is this hour now: a display is bright or dim by the resident's local time. */
function zoneOf(hour: number): string {
  const east = ((((hour - new Date().getUTCHours()) % 24) + 36) % 24) - 12
  return east === 0 ? 'UTC' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}

/** Sets the resident's time zone, after the first browser has stored its own. */
async function liveWhereItIs(hour: number, resident: Resident): Promise<void> {
  await expect.poll(async () => (await resident.call('doorbell.preferences', {})).timeZoneKnown).toBe(true)
  await resident.call('doorbell.change_preferences', { timeZone: zoneOf(hour) })
}

/** Opens another device of the account as a wall display. */
async function openWall(
  { openDevice }: { readonly openDevice: (resident: Resident) => Promise<ResidentPage> },
  resident: Resident,
  hour = 15,
): Promise<ResidentPage> {
  await liveWhereItIs(hour, resident)
  const device = await openDevice(resident)
  await device.resident.call('auth.start_wall', {})
  await device.page.goto(device.page.url().replace('/doorbell', '/wall'))
  return device
}

// covers: W-wall R-wall
test('Settings make a display of this browser, and every other address asks for the password', async ({
  openResident,
  consoleErrors,
  world,
}) => {
  const { page: wall, resident } = await openResident({ path: '/settings?tab=doorbell' })
  await liveWhereItIs(15, resident)
  await wall.getByRole('button', { name: 'Use this device as a wall display' }).click()
  await expectNone(wall)
  await wall.getByRole('alertdialog').getByRole('button', { name: 'Start wall display' }).click()
  await expect(wall).toHaveURL(`${world.url}/wall`)
  await expect(today(wall)).toContainText('No rings yet today')
  await expectNone(wall)
  for (const path of ['/contacts', '/settings?tab=security', '/auth']) {
    await wall.goto(`${world.url}${path}`)
    await expect(wall).toHaveURL(`${world.url}/wall`)
  }
  await wall.goto(`${world.url}/contacts`)
  await expect(question(wall)).toBeVisible()
  await wall.reload()
  await expect(today(wall)).toContainText('No rings yet today')
  await expect(question(wall)).toBeHidden()
  await wall.goto(`${world.url}/contacts`)
  await expectNone(wall)
  expect(consoleErrors).toEqual([])
  await question(wall).getByRole('button', { name: 'Leave' }).click()
  await expect(question(wall).getByRole('alert')).toHaveText('Password is required')
  await question(wall).getByLabel('Password', { exact: true }).fill('Wrong-Word-1')
  await question(wall).getByRole('button', { name: 'Leave' }).click()
  await expect(question(wall).getByRole('alert')).toHaveText('This password is not correct.')
  await question(wall).getByLabel('Password', { exact: true }).fill(PASSWORD)
  await question(wall).getByRole('button', { name: 'Leave' }).click()
  await expect(wall).toHaveURL(`${world.url}/contacts`)
  await expect(wall.getByRole('heading', { name: 'Contacts', exact: true })).toBeVisible()
})

// covers: W-wall-ring
test('a wall display rings, answers and lists how the ring ended', async ({ openResident, openDevice, consoleErrors, world }) => {
  const { resident } = await openResident()
  const { page: wall } = await openWall({ openDevice }, resident)
  await expect(today(wall)).toContainText('No rings yet today')
  const visitor = world.visitor()
  const visit = await visitor.ring(resident, { visitorName: 'Marcus Bell' })
  await expect(incoming(wall)).toBeVisible()
  await expect(incoming(wall).getByRole('button', { name: 'Block' })).toHaveCount(0)
  await expectNone(wall)
  await answer(wall, 'Message')
  await expect(chatBox(wall)).toBeVisible()
  await expect(wall.getByRole('navigation')).toHaveCount(0)
  await write(wall, 'Please leave it at the door')
  await expect
    .poll(async () => (await visitor.visit(visit.id)).messages.map(({ message }) => message))
    .toEqual(['Please leave it at the door'])
  await wall.getByRole('button', { name: 'Close' }).last().click()
  await expect(today(wall).getByRole('listitem')).toContainText(/Marcus Bell.*Message/)
  expect(consoleErrors).toEqual([])
})

// covers: W-wall
test('a wall display says that the network is lost, and rings again when it is back', { tag: '@all' }, async ({
  openResident,
  openDevice,
  world,
}) => {
  const { resident } = await openResident()
  const { page: wall, context } = await openWall({ openDevice }, resident)
  await expect(today(wall)).toContainText('No rings yet today')
  await context.setOffline(true)
  const notice = wall.getByText('You are offline. This device does not ring now.')
  await expect(notice).toBeVisible({ timeout: 30_000 })
  // Large enough to be read from across a room, and above the clock.
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1280, 800],
  ] as const) {
    await wall.setViewportSize({ width, height })
    expect(await notice.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))).toBeGreaterThanOrEqual(20)
    const bar = await notice.locator('..').boundingBox()
    expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual((await wall.getByRole('time').boundingBox())?.y ?? 0)
  }
  await expect(today(wall)).toBeVisible()
  await expect(wall.getByText('Sound is on')).toHaveCount(0)
  await context.setOffline(false)
  await expect(wall.getByText('You are offline.')).toHaveCount(0, { timeout: 30_000 })
  await world.visitor().ring(resident)
  await expect(incoming(wall)).toBeVisible()
})

// covers: W-wall-night
test('at night a wall display shows the clock alone, until it is touched or somebody rings', { tag: '@all' }, async ({
  openResident,
  openDevice,
  world,
}) => {
  const { resident } = await openResident()
  const { page: wall } = await openWall({ openDevice }, resident, 23)
  const brighten = wall.getByRole('button', { name: 'Brighten the display' })
  await expect(brighten).toBeVisible()
  await expect(wall.getByRole('time')).toBeVisible()
  await expect(today(wall)).toHaveCount(0)
  await expectNone(wall)
  await brighten.click()
  await expect(today(wall)).toBeVisible()
  await wall.reload()
  await expect(brighten).toBeVisible()
  await world.visitor().ring(resident)
  await expect(incoming(wall)).toBeVisible()
})

// covers: W-wall
test('a wall display says that its sound is off until it is touched', { tag: '@all' }, async ({ openResident, openDevice }) => {
  const { resident } = await openResident()
  const { page: wall } = await openWall({ openDevice }, resident)
  await wall.addInitScript(silentUntilPressed)
  await wall.reload()
  await expect(wall.getByRole('status').filter({ hasText: 'Sound is off' })).toContainText('Touch the screen once')
  // What the display's page reports about itself, as the list of devices shows it.
  const reported = async () => (await resident.call('notify.devices', {})).find(({ isCurrent }) => !isCurrent)
  await expect.poll(reported).toMatchObject({ wall: true, armed: false })
  await today(wall).click()
  await expect(wall.getByRole('status').filter({ hasText: 'Sound is on' })).toBeVisible()
  await expect.poll(reported).toMatchObject({ wall: true, armed: true })
})

// covers: W-wall
test('a wall display whose session has ended says so until somebody signs in', { tag: '@all' }, async ({
  openResident,
  openDevice,
  world,
}) => {
  const { resident } = await openResident()
  const { page: wall } = await openWall({ openDevice }, resident)
  await expect(today(wall)).toBeVisible()
  await resident.call('auth.revoke_other_sessions', {})
  await expect(wall.getByRole('heading', { name: 'This wall display is signed out' })).toBeVisible()
  await expectNone(wall)
  await wall.getByRole('button', { name: 'Sign In' }).click()
  await wall.getByLabel('Username').fill(resident.user.username)
  await wall.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await wall.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(wall).toHaveURL(`${world.url}/wall`)
  await expect(wall.getByRole('button', { name: 'Use this device as a wall display' })).toBeVisible()
})

// covers: W-wall
test('a browser that was no wall display reads what one is', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  await resident.call('auth.logout', {})
  await page.goto(`${world.url}/wall`)
  await expect(page.getByRole('heading', { name: 'Wall display', exact: true })).toBeVisible()
  await expect(page.getByText('A wall display is an old tablet in your hallway')).toBeVisible()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})

// covers: W-wall
test('a wall display goes over to a new build when nothing rings', { tag: '@all' }, async ({ openResident, openDevice }) => {
  const { resident } = await openResident()
  const { page: wall } = await openWall({ openDevice }, resident)
  await wall.clock.install()
  await wall.reload()
  await expect(today(wall)).toBeVisible()
  let loads = 0
  wall.on('load', () => (loads += 1))
  await wall.clock.runFor(11 * 60_000)
  expect(loads).toBe(0)
  let asked = 0
  await wall.route('**/', (route) => {
    asked += 1
    return route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/newer.js"></script>' })
  })
  await wall.clock.runFor(11 * 60_000)
  await expect.poll(() => [asked, loads]).toEqual([1, 1])
  await expect(today(wall)).toBeVisible()
})

// covers: W-wall
test('after 72 hours, and after the browser was closed, a wall display still rings', { tag: '@all' }, async ({
  openResident,
  openDevice,
  world,
}) => {
  const { resident } = await openResident()
  const { page: wall, context } = await openWall({ openDevice }, resident)
  await wall.clock.install()
  await wall.reload()
  await expect(today(wall)).toBeVisible()
  for (let day = 0; day < 3; day += 1) {
    await wall.clock.fastForward(24 * HOUR)
    await expect(wall.getByRole('time').first()).toBeVisible()
  }
  await world.visitor().ring(resident, { visitorName: 'Marcus Bell' })
  await expect(incoming(wall)).toBeVisible()
  await wall.close()
  const again = await context.newPage()
  await again.goto(world.url)
  await expect(again).toHaveURL(`${world.url}/wall`)
  await expect(incoming(again)).toBeVisible()
})
