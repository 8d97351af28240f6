import { expect, type Page } from '@playwright/test'
import { expectSpoken } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'

const card = (page: Page) => page.getByRole('region', { name: 'API Tokens' })

// covers: W-api-tokens
test('an API token is created, copied once, and revoked', { tag: '@all' }, async ({ openResident, world }) => {
  const { page } = await openResident({ path: '/security' })
  await expect(card(page).getByText('your home automation', { exact: false })).toBeVisible()
  await card(page).getByRole('button', { name: 'Create a token' }).click()
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create token' })
  await create.click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Choose at least one')).toBeVisible()
  await expectNone(page)
  await dialog.getByLabel('Name').fill('Home automation')
  await dialog.getByRole('checkbox', { name: 'See doors and their codes' }).press('Space')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Copy the token now' })).toBeFocused()
  await expectNone(page)
  const secret = (await dialog.getByText(/^ddt_/).textContent()) ?? ''
  // It is not lost by Escape.
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const headers = { authorization: `Bearer ${secret}` }
  const program = world.person()
  expect((await program.http('/api/doors', { headers })).status).toBe(200)
  await page.reload()
  await expect(card(page).getByText('Home automation', { exact: true })).toBeVisible()
  await expect(card(page).getByText('Last used', { exact: false })).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)

  await card(page).getByRole('button', { name: 'Revoke Home automation' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expectSpoken(page, 'Token revoked')
  await expect(card(page).getByText('Home automation', { exact: true })).toBeHidden()
  expect((await program.http('/api/doors', { headers })).status).toBe(401)
})
