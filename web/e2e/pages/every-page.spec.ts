/** Each page of a signed-in resident once: it opens, and shows the account's data. The actions on a page are tested in its own file. */
import { expect, type Page } from '@playwright/test'
import { DAY_MS } from '#proto/durations.ts'
import { joinHousehold } from '#scripts/testing/household.ts'
import type { Resident } from '#scripts/testing/people.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { test } from '../fixtures.ts'
import { mailedLink } from '../mailbox.ts'

/** A visit, a contact, a visit request, another device. */
async function fill(world: Stack, resident: Resident): Promise<void> {
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident, { visitorName: 'Marcus Bell', message: 'Parcel for 4B' })
  await visitor.call('doorbell.cancel', { id })
  const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', phone: '+49 30 1234567', isFavorite: true }
  await resident.call('doorbell.add_contact', ada)
  const date = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10)
  const visit = { visitorName: 'Tom Keller', email: 'tom@example.org', phone: '+49 30 1234', purpose: 'Heating check', date, time: '10:00' }
  await world.visitor().call('doorbell.request_visit', { qrCodeId: resident.user.qrCodeId, ...visit })
  await joinHousehold(resident, await world.resident(), { name: 'Max' })
  await resident.anotherDevice()
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** What each page must show, in the order in which the pages are opened. */
const PAGES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '/doorbell': async (page) => {
    await expect(page.getByText('Marcus Bell').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve the visit of Tom Keller' })).toBeVisible()
  },
  '/visitors-page': async (page) => {
    await expect(page.getByRole('article')).toContainText('Marcus Bell')
    await page.getByRole('button', { name: 'View Details of Marcus Bell' }).click()
    await expect(page.getByRole('complementary', { name: 'Visit of Marcus Bell' })).toContainText('Parcel for 4B')
  },
  '/activity-logs': async (page) => {
    await expect(page.getByText('Marcus Bell').first()).toBeVisible()
  },
  '/notifications': async (page) => {
    await expect(page.getByRole('listitem').filter({ hasText: 'Marcus Bell rang and left' })).toContainText('New')
    await expect(page.getByRole('listitem').filter({ hasText: 'New device signed in' })).toBeVisible()
    await page.getByRole('button', { name: 'Edit quiet hours' }).click()
    await expect(page.getByRole('dialog', { name: 'Doorbell settings' }).getByRole('switch', { name: 'Quiet hours' })).toBeVisible()
  },
  '/contacts': async (page) => {
    await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
    await page
      .getByRole('button', { name: /^Add Contact/ })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: 'Add New Contact' }).getByLabel('First name')).toBeFocused()
  },
  '/settings': async (page) => {
    await expect(page.getByRole('textbox', { name: 'First name', exact: true })).toHaveValue('Robin')
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await page.getByRole('alertdialog', { name: 'Delete your account?' }).getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('tab', { name: /^Security/ }).click()
    await expect(region(page, 'Active Sessions').getByText('This device')).toBeVisible()
    await page.getByRole('tab', { name: /^Doorbell/ }).click()
    await expect(region(page, 'Doorbell settings').getByRole('switch').first()).toBeVisible()
  },
  '/settings/devices': async (page) => {
    await expect(region(page, 'Would it ring right now?').getByRole('button', { name: 'Test ring on all devices' })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Your devices' }).getByText('This device')).toBeVisible()
  },
  '/settings/doors': async (page) => {
    await expect(region(page, 'Doors').getByRole('listitem')).toContainText('Front door')
    await page.getByRole('button', { name: 'Edit Front door' }).click()
    await expect(page.getByRole('switch', { name: 'Show opening hours' })).toBeVisible()
  },
  '/security': async (page) => {
    await expect(region(page, 'Security Alerts').getByText(/New device signed in/)).toBeVisible()
    await expect(region(page, 'Active Sessions').getByText('This device')).toBeVisible()
    await expect(region(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' })).toBeVisible()
    await page.getByRole('switch', { name: 'Two-Factor Authentication', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  },
  '/household': async (page) => {
    await expect(region(page, 'Members').getByText('Max')).toBeVisible()
    await page.getByRole('button', { name: 'Invite a member' }).click()
    await expect(page.getByRole('dialog', { name: 'Invite a member' }).getByLabel('Name')).toBeFocused()
  },
  '/subscription': async (page) => {
    await expect(page.getByRole('radio', { name: /^Premium/ })).toBeChecked()
    await expect(region(page, 'Support')).toContainText('On Premium your question comes first.')
  },
}

// covers: W-each-page R-visitors-page R-activity-logs R-household R-notifications R-contacts R-settings R-doors
// covers: R-devices R-security R-subscription
test('every page of a resident opens with what the account has', async ({ openResident, consoleErrors, world }) => {
  const { page, resident } = await openResident({ premium: true })
  await fill(world, resident)
  for (const [path, shown] of Object.entries(PAGES)) {
    await page.goto(`${world.url}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await shown(page)
  }
  const [door] = await resident.call('doorbell.doors', {})
  await page.goto(`${world.url}/settings/doors/${door?.id}/sign`)
  await expect(page.getByRole('heading', { name: 'Sign for Front door' })).toBeVisible()
  await resident.call('auth.request_password_reset', { email: resident.user.email })
  await page.goto(await mailedLink(world, resident.user.email, 'reset'))
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  expect(consoleErrors).toEqual([])
})
