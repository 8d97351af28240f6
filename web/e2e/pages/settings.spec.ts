import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { PASSWORD } from '#scripts/testing/people.ts'
import { createSubscription, subscriptionInput, VENDOR_ENDPOINT } from '#scripts/testing/push/subscription.ts'
import { NOTIFICATION_SWITCHES } from '../../src/features/preferences/switch-places.ts'
import { expectToast } from '../actions.ts'
import { test } from '../fixtures.ts'

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
/** A picture that is red on the left and blue on the right. */
const picture = async () => {
  const left = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  return sharp({ create: { width: 1200, height: 600, channels: 3, background: '#0000ff' } })
    .composite([{ input: left, left: 0, top: 0 }])
    .png()
    .toBuffer()
}

// covers: R-settings W-profile T-profile-updated
test('a resident’s name, picture, time zone and language are saved', { tag: '@all' }, async ({ openResident, consoleErrors, world }) => {
  const { page, context, resident } = await openResident({ path: '/settings' })
  await expect(page.getByText('Free Account')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Manage' })).toHaveAttribute('href', '/subscription')
  await expect(page.getByRole('tab', { name: /^(Profile|Security|Doorbell|Devices)$/ })).toHaveCount(4)
  await expect(page.getByRole('tab')).toHaveCount(4)
  await expect(save(page)).toBeHidden()

  await field(page, 'First name').fill('A')
  await field(page, 'Email').fill('nobody')
  await save(page).click()
  await expect(page.getByText('First name must be at least 2 characters.')).toBeVisible()
  await expect(page.getByText('Invalid email address.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(field(page, 'First name')).toHaveValue('Robin')

  await field(page, 'First name').fill('Ada')
  await field(page, 'Address').fill('1 High Street\nLondon')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('new york')
  await page.getByRole('option', { name: 'America/New York' }).waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await save(page).click()
  await expectToast(page, 'success', 'Profile Updated')
  await expect(page.getByRole('complementary')).toContainText('Ada Reed')
  expect((await resident.call('doorbell.preferences', {})).timeZone).toBe('America/New_York')

  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Change Picture' }).click()
  await (await chosen).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture() })
  const dialog = page.getByRole('dialog', { name: 'Crop picture' })
  await dialog.getByRole('button', { name: 'Visible part of the picture' }).focus()
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowRight')
  await dialog.getByRole('button', { name: 'Use picture' }).click()
  await expect(dialog).toBeHidden()
  const shown = page.getByRole('img', { name: 'Picture of Ada Reed' }).locator('img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)
  const bytes = await (await context.request.get(new URL((await shown.getAttribute('src')) ?? '', world.url).href)).body()
  const { dominant } = await sharp(bytes).stats()
  expect(dominant.b).toBeGreaterThan(200)

  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.locator('.ant-select-item-option', { hasText: 'Deutsch' }).click()
  await Promise.all([page.waitForEvent('load'), save(page).click()])
  expect((await context.cookies()).find(({ name }) => name === 'lang')?.value).toBe('de')
  expect(await resident.call('auth.user', {})).toMatchObject({ firstName: 'Ada', address: '1 High Street\nLondon', language: 'de' })
  expect(consoleErrors).toEqual([])
})

// covers: W-profile W-settings-doorbell
test('a new email address requires the password', { tag: '@all' }, async ({ openResident }) => {
  const { page, resident } = await openResident({ premium: true, path: '/settings' })
  const email = `new-${resident.user.email}`
  await field(page, 'Email').fill(email)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Keep editing' }).click()
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: "Confirm it's you" })
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-Word-1')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByText('This password is not correct.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'success', 'Profile Updated', new RegExp(email))
  await expect(field(page, 'Email')).toHaveValue(resident.user.email)
  await expect(page.getByText(`We sent a link to ${email}.`)).toBeVisible()

  await field(page, 'Phone').fill('555 123 4567')
  await page.getByRole('tab', { name: 'Doorbell' }).click()
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Doorbell settings' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Doors' })).toBeVisible()
  const shown = page.getByRole('region', { name: 'Notification settings' }).getByRole('switch')
  await expect(shown).toHaveCount(NOTIFICATION_SWITCHES.length)
  // A setting that belongs to both lists has one switch.
  await expect(page.getByRole('switch', { name: 'Email notifications' })).toHaveCount(1)
  await page.getByRole('region', { name: 'Notification settings' }).getByText('Choose how each alert reaches you').click()
  await expect(page.getByRole('table')).toHaveCount(1)
  // A cell can be pressed only if the switch of its column is on.
  await expect(page.getByRole('checkbox', { name: 'Message: Email' })).toBeDisabled()
  await page.getByRole('switch', { name: 'Email notifications' }).click()
  await expect(page.getByRole('checkbox', { name: 'Message: Email' })).toBeChecked()
  const alerts = ['Notification sound', 'Do not disturb', 'Mobile notifications', 'Desktop notifications']
  for (const name of [...alerts, 'Multiple QR Codes', 'Custom Doorbell Sound'])
    await expect(
      page.getByRole('region', { name: 'Doorbell settings' }).getByRole('switch', { name: new RegExp(`^${name}`) }),
    ).toBeVisible()
  await page.getByRole('tab', { name: 'Doorbell' }).press('Home')
  await expect(field(page, 'Phone')).toHaveValue('')
})

test('below the matrix it says that no device is pushed to, until one is', { tag: '@all' }, async ({ openResident }) => {
  const { page, resident } = await openResident({ path: '/settings?tab=doorbell' })
  const settings = page.getByRole('region', { name: 'Notification settings' })
  await settings.getByText('Choose how each alert reaches you').click()
  const link = settings.getByRole('link', { name: 'Turn them on under Devices' })
  await expect(link).toHaveAttribute('href', '/settings/devices')
  await expect(settings).toContainText('None of your devices gets push notifications.')
  const phone = await resident.anotherDevice()
  await phone.call('notify.put_push', subscriptionInput(createSubscription(`${VENDOR_ENDPOINT}${randomUUID()}`)))
  await expect(link).toHaveCount(0)
})

test('nothing is said of push while the devices are not known', { tag: '@all' }, async ({ openResident, world }) => {
  const { page } = await openResident()
  await page.route('**/api/devices', (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'away' } }))
  await page.goto(`${world.url}/settings?tab=doorbell`)
  const settings = page.getByRole('region', { name: 'Notification settings' })
  await settings.getByText('Choose how each alert reaches you').click()
  await expect(settings.getByRole('table')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(settings).not.toContainText('None of your devices')
})

// covers: T-profile-failed
test('a failed save is reported and keeps the form’s input', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident({ path: '/settings' })
  await page.route('**/api/user', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()))
  await field(page, 'Last name').fill('Lovelace')
  await save(page).click()
  await expectToast(page, 'failure', 'Error', 'Failed to update profile. Please try again.')
  await expect(field(page, 'Last name')).toHaveValue('Lovelace')
  await page.unroute('**/api/user')
  await save(page).click()
  await expectToast(page, 'success', 'Profile Updated')
  await expect(save(page)).toBeHidden()
})

test('preferences that fail to load offer Retry, without endless requests', { tag: '@all' }, async ({ openResident, world }) => {
  const { page } = await openResident()
  let asked = 0
  await page.route('**/api/preferences', (route) => {
    asked += 1
    return route.abort()
  })
  await page.goto(`${world.url}/settings?tab=doorbell`)
  const settings = page.getByRole('region', { name: 'Doorbell settings' })
  await expect(settings.getByText('Your settings could not be loaded. Please try again.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Doors', exact: true })).toBeVisible()
  expect(asked).toBeLessThan(5)
  await page.unroute('**/api/preferences')
  await settings.getByRole('button', { name: 'Retry' }).click()
  await expect(settings.getByRole('switch').first()).toBeVisible()
})

test('in forced colours the current tab and page stay distinguishable', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident({ path: '/settings' })
  await page.emulateMedia({ forcedColors: 'active' })
  const ground = (role: 'tab' | 'link', name: string) =>
    page.getByRole(role, { name, exact: true }).evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await ground('tab', 'Profile')).not.toBe(await ground('tab', 'Doorbell'))
  expect(await ground('link', 'Settings')).not.toBe(await ground('link', 'Dashboard'))
})

test('a time zone that the server does not know is replaced by one like it, and said', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, context, resident } = await openResident()
  const stored = async () => (await resident.call('doorbell.preferences', {})).timeZone
  const known = async () => (await resident.call('doorbell.preferences', {})).timeZoneKnown
  await expect.poll(known).toBe(true)
  await world.postgres('doorbell', 'UPDATE owners SET time_zone = NULL WHERE id = $1', [resident.user.id])
  await context.addInitScript(() => {
    const real = Intl.DateTimeFormat.prototype.resolvedOptions
    Intl.DateTimeFormat.prototype.resolvedOptions = function (this: Intl.DateTimeFormat) {
      return { ...real.call(this), timeZone: 'Europe/Newtown' }
    }
  })
  await page.reload()
  await expect(page.getByText('This server does not know Europe/Newtown.', { exact: false })).toBeVisible()
  await expect.poll(known).toBe(true)
  expect(await stored()).not.toBe('Europe/Newtown')
})
