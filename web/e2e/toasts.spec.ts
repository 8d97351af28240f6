import { expect } from '@playwright/test'
import { answer, expectEnded, expectToast, hangUp, incoming, ring } from './actions.ts'
import { test } from './fixtures.ts'

const FAILED = { status: 503, contentType: 'application/json', body: JSON.stringify({ message: 'Not now.', code: 'unavailable' }) }

for (const [size, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1440, height: 900 }],
] as const)
  test(`on a ${size} a failure is read and closed above the dialog that it happened in`, async ({ openResident }) => {
    const { page } = await openResident({ path: '/contacts' })
    await page.setViewportSize(viewport)
    await page.route('**/api/contacts', (route) => (route.request().method() === 'POST' ? route.fulfill(FAILED) : route.continue()))
    await page.getByRole('button', { name: 'Add Your First Contact' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Contact' })
    for (const [label, value] of [
      ['First Name', 'Ada'],
      ['Last Name', 'Reed'],
      ['Email', 'ada@example.com'],
      ['Phone', '555 123 4567'],
    ] as const)
      await dialog.getByRole('textbox', { name: label }).fill(value)
    await dialog.getByRole('button', { name: 'Add Contact' }).click()
    const toast = page.getByRole('alert').filter({ has: page.locator('.ant-notification-notice-title') })
    await toast.hover()
    await toast.getByRole('button', { name: 'Close' }).click()
    await expect(toast).toBeHidden()
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'First Name' })).toHaveValue('Ada')
  })

test('what waited for a ring’s end is not told in the call after it', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true, path: '/contacts' })
  const { page: door } = await openVisitor(resident)
  let fail: () => void = () => {}
  const failed = new Promise<void>((resolve) => {
    fail = resolve
  })
  await home.route('**/api/user', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await failed
    await route.fulfill(FAILED)
  })
  await home.getByRole('link', { name: 'Settings' }).click()
  await home.getByRole('textbox', { name: 'Last name' }).fill('Lovelace')
  await home.getByRole('button', { name: 'Save Changes' }).click()
  await ring(door)
  await expect(incoming(home)).toBeVisible()
  const answered = home.waitForResponse((response) => response.request().method() === 'PATCH')
  fail()
  await answered
  await answer(home, 'Video Call')
  await expect(home.getByRole('button', { name: 'End', exact: true })).toBeVisible()
  await expect(home.getByText('Failed to update profile. Please try again.')).toHaveCount(0)
  await hangUp(home)
  await expectEnded(home)
  await expect(home.getByText('Failed to update profile. Please try again.')).toHaveCount(0)
})

test('Call Dismissed is told when the ring is over', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Ignore')
  await expectToast(home, 'success', 'Call Dismissed')
})
