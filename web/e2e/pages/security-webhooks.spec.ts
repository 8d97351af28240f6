import { expect, type Page } from '@playwright/test'
import { expectSpoken } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'

const HOST = 'receiver.example.com'
const card = (page: Page) => page.getByRole('region', { name: 'Webhooks' })
const button = (page: Page, name: string) => card(page).getByRole('button', { name: `${name} ${HOST}` })
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

// covers: W-webhooks
test('a webhook is added, tested, switched off and on, and removed', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident({ path: '/security', phone: true })
  await expect(card(page).getByText('your home automation', { exact: false })).toBeVisible()
  await card(page).getByRole('button', { name: 'Add a webhook' }).click()
  const dialog = page.getByRole('dialog')
  const add = dialog.getByRole('button', { name: 'Add webhook' })
  await add.click()
  await expect(dialog.getByText('Enter an https:// address without user name and #, at port 443 or above 1023')).toBeVisible()
  await dialog.getByLabel('Address').fill('https://192.168.1.20/hook')
  await add.click()
  await expect(dialog.getByText('This address is not on the public internet.', { exact: false })).toBeVisible()
  await expectNone(page)

  await dialog.getByLabel('Address').fill(`https://${HOST}/hook`)
  await dialog.getByRole('checkbox', { name: 'A door is added, changed or removed' }).press('Space')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Copy the secret now' })).toBeFocused()
  await expect(dialog.getByText('It is shown only once.', { exact: false })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'API documentation' })).toHaveAttribute('href', '/api/docs')
  await expectNone(page)
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
  // It is not lost by Escape.
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.reload()
  await expect(card(page).getByText(HOST, { exact: true })).toBeVisible()
  for (const text of [`https://${HOST}/hook`, 'On', 'All doors']) await expect(card(page).getByText(text, { exact: true })).toBeVisible()
  await expect(card(page).getByText('A ring is missed', { exact: false })).toBeVisible()
  await expect(card(page).getByText('A door is added', { exact: false })).toHaveCount(0)
  await expect(page.getByText(secret)).toHaveCount(0)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expectNone(page)

  await button(page, 'Send a test to').click()
  const deliveries = page.getByRole('dialog', { name: `Deliveries to ${HOST}` })
  await expect(deliveries.getByText('A test', { exact: true })).toBeVisible()
  await expect(deliveries.getByText(/^Waiting|no answer/).first()).toBeVisible()
  await expectNone(page)
  await deliveries.getByRole('button', { name: 'Close' }).click()
  await expect(deliveries).toBeHidden()

  await button(page, 'New secret for').click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Create secret' }).click()
  await expect(dialog.getByRole('heading', { name: 'Copy the secret now' })).toBeFocused()
  expect(await dialog.getByText(/^whsec_/).textContent()).not.toBe(secret)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(card(page).getByText('Also signed with the old secret until:', { exact: false })).toBeVisible()

  await button(page, 'Edit').click()
  await dialog.getByRole('checkbox', { name: 'A door is added, changed or removed' }).press('Space')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(card(page).getByText('All events', { exact: true })).toBeVisible()

  await button(page, 'Switch off').click()
  await expectSpoken(page, 'Webhook switched off')
  await expect(card(page).getByText('Switched off by you', { exact: true })).toBeVisible()
  await button(page, 'Switch on').click()
  await expect(card(page).getByText('On', { exact: true })).toBeVisible()

  await button(page, 'Remove').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectSpoken(page, 'Webhook removed')
  await expect(card(page).getByText(HOST, { exact: true })).toBeHidden()
})
