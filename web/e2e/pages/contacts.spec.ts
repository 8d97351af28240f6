import { expect, type Page } from '@playwright/test'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
}
const ADA = { 'First name': 'Ada', 'Last name': 'Reed', Email: 'ada@example.org', Phone: '+49 30 1234567' }

// covers: R-contacts W-contacts S-contacts V-contact
test('a contact is added, searched, starred, edited and deleted', { tag: '@all' }, async ({ openResident, consoleErrors }) => {
  const { page } = await openResident()
  await page.getByRole('link', { name: 'Contacts' }).first().click()
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()
  await expect(page.getByText('No contacts found')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Add/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Add Your First Contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Contact' })
  await dialog.getByRole('button', { name: 'Add Contact' }).click()
  for (const sentence of ['First name is required', 'Last name is required', 'Invalid email address', 'Phone number is required'])
    await expect(dialog.getByText(sentence)).toBeVisible()
  await expect(dialog.getByLabel('First name')).toBeFocused()
  await fill(page, ADA)
  await dialog.getByRole('button', { name: 'Add Contact' }).click()
  await expect(page.getByRole('heading', { name: 'Ada Reed' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Call Ada Reed' })).toHaveAttribute('href', 'tel:+49301234567')

  await page.getByRole('button', { name: 'Add Ada Reed to Favorites' }).click()
  await page.getByRole('button', { name: 'Favorites', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Ada Reed' })).toBeVisible()
  await page.getByPlaceholder('Search contacts...').fill('nobody')
  await expect(page.getByText('No contacts match your search.')).toBeVisible()
  await page.getByPlaceholder('Search contacts...').fill('EXAMPLE.org')
  await page.getByRole('button', { name: 'More options for Ada Reed' }).click()
  await page.getByRole('menuitem', { name: 'Edit Contact' }).click()
  await page.getByLabel('Notes').fill('Has a key')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Has a key')).toBeVisible()
  await expect(page.getByRole('button', { name: 'More options for Ada Reed' })).toBeFocused()
  await page.getByRole('button', { name: 'More options for Ada Reed' }).click()
  await page.getByRole('menuitem', { name: 'Delete Contact' }).click()
  await page.getByRole('alertdialog', { name: 'Delete Ada Reed?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'More options for Ada Reed' })).toBeFocused()
  await page.getByRole('button', { name: 'More options for Ada Reed' }).click()
  await page.getByRole('menuitem', { name: 'Delete Contact' }).click()
  await page.getByRole('alertdialog', { name: 'Delete Ada Reed?' }).getByRole('button', { name: 'Delete Contact' }).click()
  await expect(page.getByText('No contacts found')).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('axe finds nothing on the contacts, their dialogs and the invite', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { id } = await resident.call('doorbell.add_contact', {
    firstName: 'Ada',
    lastName: 'Reed',
    email: 'ada@example.org',
    phone: '0301234567',
    isFavorite: true,
  })
  const { url } = await resident.call('doorbell.invite_contact', { id })
  const { page: guest } = await openVisitor(resident)
  await guest.goto(url)
  await home.goto(new URL('/contacts', url).href)
  await expect(home.getByRole('heading', { name: 'Ada Reed' })).toBeVisible()
  await expectNone(guest)
  await expectNone(home)
  await home.getByRole('button', { name: 'Add Contact' }).first().click()
  await home.getByRole('dialog').getByRole('button', { name: 'Add Contact' }).click()
  await expectNone(home)
  await home.getByRole('button', { name: 'Cancel' }).click()
  await home.getByRole('button', { name: 'Video call with Ada Reed' }).click()
  await expect(home.getByLabel('Invite link')).toBeVisible()
  await expectNone(home)
})
