import { expect, type Page } from '@playwright/test'
import { answer, expectEnded, expectTwoWay, expectWaiting, hangUp, turnOnCamera } from './actions.ts'
import { violations } from './axe.ts'
import { test } from './fixtures.ts'
import { expectNoTracks } from './media.ts'

async function fill(page: Page, words: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(words)) await page.getByLabel(label).fill(value)
}
const ADA = { 'First Name': 'Ada', 'Last Name': 'Reed', Email: 'ada@example.org', Phone: '+49 30 1234567' }

test('a contact is added, found, starred, edited and deleted, and each wrong field says what it needs [R-contacts] [W-contacts] [S-contacts] [V-contact]', async ({
  openResident,
  consoleErrors,
}) => {
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
  await expect(dialog.getByLabel('First Name')).toBeFocused()
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
  await page.getByRole('button', { name: 'More for Ada Reed' }).click()
  await page.getByRole('menuitem', { name: 'Edit Contact' }).click()
  await page.getByLabel('Notes').fill('Has a key')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Has a key')).toBeVisible()
  await expect(page.getByRole('button', { name: 'More for Ada Reed' })).toBeFocused()
  await page.getByRole('button', { name: 'More for Ada Reed' }).click()
  await page.getByRole('menuitem', { name: 'Delete Contact' }).click()
  await page.getByRole('alertdialog', { name: 'Delete Ada Reed?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'More for Ada Reed' })).toBeFocused()
  await page.getByRole('button', { name: 'More for Ada Reed' }).click()
  await page.getByRole('menuitem', { name: 'Delete Contact' }).click()
  await page.getByRole('alertdialog', { name: 'Delete Ada Reed?' }).getByRole('button', { name: 'Delete Contact' }).click()
  await expect(page.getByText('No contacts found')).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('Video makes a link once, whose guest joins and lands in a call with the owner [S-invite] [R-invite] [E-activity-video]', async ({
  openResident,
  openVisitor,
  consoleErrors,
}) => {
  const { page: home, resident } = await openResident({ premium: true, path: '/contacts' })
  await resident.call('doorbell.add_contact', { firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org', phone: '0301234567' })
  await home.reload()
  await home.getByRole('button', { name: 'Video call with Ada Reed' }).click()
  const dialog = home.getByRole('dialog', { name: 'Invite Ada Reed to a video call' })
  const url = await dialog.getByLabel('Invite link').inputValue()
  await expect(dialog.getByRole('link', { name: 'Email' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:ada@example.org.*${encodeURIComponent(url)}$`),
  )
  await home.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(home.getByRole('button', { name: 'Video call with Ada Reed' })).toBeFocused()

  const { page: guest } = await openVisitor(resident)
  await guest.goto(url)
  await expect(guest.getByRole('heading', { name: 'You are invited to a video call' })).toBeVisible()
  await guest.getByRole('button', { name: 'Join' }).click()
  await expectWaiting(guest)
  await guest.reload()
  await expectWaiting(guest)
  await turnOnCamera(guest)
  await answer(home, 'Video Call')
  await expectTwoWay(guest, home)
  await hangUp(home)
  await Promise.all([expectEnded(home), expectEnded(guest), expectNoTracks(guest)])
  await expect(guest.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
  expect(await resident.activities()).toMatchObject([{ activityType: 'video_call', visitorName: 'Ada Reed', outcome: 'answered_video' }])
  expect(consoleErrors).toEqual([])
})

test('axe finds nothing on the contacts, their dialogs and the invite, light and dark', async ({ openResident, openVisitor }) => {
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
  for (const colorScheme of ['light', 'dark'] as const) {
    await Promise.all([home.emulateMedia({ colorScheme }), guest.emulateMedia({ colorScheme })])
    expect(await violations(guest)).toEqual([])
    expect(await violations(home)).toEqual([])
    await home.getByRole('button', { name: 'Add Contact' }).first().click()
    await home.getByRole('dialog').getByRole('button', { name: 'Add Contact' }).click()
    expect(await violations(home)).toEqual([])
    await home.getByRole('button', { name: 'Cancel' }).click()
    await home.getByRole('button', { name: 'Video call with Ada Reed' }).click()
    await expect(home.getByLabel('Invite link')).toBeVisible()
    expect(await violations(home)).toEqual([])
    await home.getByRole('button', { name: 'Done' }).click()
  }
})
