import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { answer, expectEnded, hangUp, ring } from '../actions.ts'
import { People, test } from '../fixtures.ts'

/** One dialog of the resident's pages: its page and how to open it. */
type DialogCase = {
  readonly name: string
  readonly path: string
  readonly phone?: boolean
  readonly role?: 'alertdialog' | 'menu'
  readonly open: (page: Page) => Promise<void>
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

async function choosePicture(page: Page): Promise<void> {
  const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer()
  const chosen = page.waitForEvent('filechooser')
  await press(page, 'Change Picture')
  await (await chosen).setFiles({ name: 'me.png', mimeType: 'image/png', buffer })
}

async function changeProfile(page: Page, field: string, value: string): Promise<void> {
  await page.getByRole('textbox', { name: field, exact: true }).fill(value)
}

const DOORS = '/settings?tab=doorbell'
const CASES: readonly DialogCase[] = [
  { name: 'Main', path: '/doorbell', phone: true, open: (page) => press(page, 'Menu') },
  { name: 'Visit of Vera Visitor', path: '/visitors-page', phone: true, open: (page) => press(page, /^View Details/) },
  { name: 'Date', path: '/visitors-page', open: (page) => press(page, 'Any date') },
  { name: 'Export Visitor Data', path: '/visitors-page', role: 'menu', open: (page) => press(page, 'Export Visitor Data') },
  { name: 'Add New Contact', path: '/contacts', open: (page) => press(page, 'Add Your First Contact') },
  { name: 'Doorbell settings', path: '/notifications', open: (page) => press(page, 'Edit') },
  { name: 'Add a door', path: DOORS, open: (page) => press(page, 'Add a door') },
  { name: "Replace this door's code?", path: DOORS, role: 'alertdialog', open: openNewCode },
  { name: 'Crop picture', path: '/settings', open: choosePicture },
  { name: "Confirm it's you", path: '/settings', open: openPasswordAgain },
  { name: 'Leave without saving?', path: '/settings', role: 'alertdialog', open: openUnsaved },
]

async function openNewCode(page: Page): Promise<void> {
  await press(page, /^Edit/)
  await press(page, /replace code/i)
}

async function openPasswordAgain(page: Page): Promise<void> {
  await changeProfile(page, 'Email', `other-${Date.now()}@example.com`)
  await press(page, 'Save Changes')
}

async function openUnsaved(page: Page): Promise<void> {
  await changeProfile(page, 'First name', 'Ada')
  await page.getByRole('link', { name: 'Dashboard' }).click()
}

const DESKTOP = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

test.describe('one resident and one visitor', () => {
  let people: People
  let home: Page
  let door: Page

  // After a failure the next test runs in a new worker with new people.
  test.beforeAll(async ({ browser, world }) => {
    people = new People(browser, world)
    const opened = await people.openResident({ premium: true })
    home = opened.page
    const { id } = await world.visitor().ring(opened.resident)
    await opened.resident.call('doorbell.handle', { id, handledType: 'dismissed' })
    door = (await people.openVisitor(opened.resident)).page
  })
  test.afterAll(() => people.close())

  for (const { name, path, phone, role = 'dialog', open } of CASES)
    test(`a call is answered, muted and ended while "${name}" is open`, { tag: '@all' }, async ({ world }) => {
      await home.setViewportSize(phone ? PHONE : DESKTOP)
      await home.goto(`${world.url}${path}`)
      await open(home)
      const dialog = role === 'menu' ? home.getByRole('menu') : home.getByRole(role, { name })
      await expect(dialog).toBeVisible()
      await ring(door)
      await answer(home, 'Video Call')
      await home.getByRole('button', { name: 'Mute', exact: true }).click()
      await home.getByRole('button', { name: 'Unmute', exact: true }).focus()
      await home.keyboard.press('Enter')
      await expect(home.getByRole('button', { name: 'Mute', exact: true })).toBeVisible()
      await hangUp(home)
      await expectEnded(home)
      await expect(door.getByRole('heading', { name: 'Call Ended' })).toBeVisible()
      await door.getByRole('button', { name: 'Try Again' }).click()
    })
})

test('a dialog’s input and focus survive a call', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true, path: '/contacts' })
  const { page: door } = await openVisitor(resident)
  await press(home, 'Add Your First Contact')
  await home.getByLabel('First name').fill('Ada')
  await ring(door)
  await answer(home, 'Video Call')
  await hangUp(home)
  await expectEnded(home)
  await expect(home.getByLabel('First name')).toHaveValue('Ada')
  await expect(home.getByLabel('First name')).toBeFocused()
})

test('a dialog opened during a call waits for its end', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true, path: '/contacts' })
  const { page: door } = await openVisitor(resident)
  await resident.call('doorbell.add_contact', { firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org', phone: '0301234567' })
  await home.reload()
  let invite: () => void = () => {}
  const invited = new Promise<void>((resolve) => {
    invite = resolve
  })
  await home.route('**/invite*', async (route) => {
    await invited
    await route.continue()
  })
  const answered = home.waitForResponse(/invite/)
  await press(home, 'Video call with Ada Reed')
  await ring(door)
  await answer(home, 'Video Call')
  await expect(home.getByRole('button', { name: 'End', exact: true })).toBeVisible()
  invite()
  await answered
  await home.getByRole('button', { name: 'Mute', exact: true }).click()
  await hangUp(home)
  await expectEnded(home)
  await expect(home.getByRole('dialog', { name: 'Invite Ada Reed to a video call' })).toBeVisible()
})
