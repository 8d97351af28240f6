import { expect } from '@playwright/test'
import { answer, expectToast } from '../actions.ts'
import { test } from '../fixtures.ts'

const FAILED = { status: 503, contentType: 'application/json', body: JSON.stringify({ message: 'Not now.', code: 'unavailable' }) }

for (const [size, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1440, height: 900 }],
] as const)
  test(`on a ${size} a failure toast can be read and closed above its dialog`, { tag: '@all' }, async ({ openResident }) => {
    const { page } = await openResident({ path: '/contacts' })
    await page.setViewportSize(viewport)
    await page.route('**/api/contacts', (route) => (route.request().method() === 'POST' ? route.fulfill(FAILED) : route.continue()))
    await page.getByRole('button', { name: 'Add Your First Contact' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Contact' })
    for (const [label, value] of [
      ['First name', 'Ada'],
      ['Last name', 'Reed'],
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
    await expect(dialog.getByRole('textbox', { name: 'First name' })).toHaveValue('Ada')
  })

test('Call Dismissed is shown when the ring is over, at the lower edge', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident()
  await world.visitor().ring(resident)
  await answer(home, 'Ignore')
  await expectToast(home, 'success', 'Call Dismissed')
  const toast = home.locator('.ant-notification-notice')
  const height = home.viewportSize()?.height ?? 0
  await expect.poll(async () => (await toast.boundingBox())?.y).toBeGreaterThan(height / 2)
})
