import { expect, type Locator, type Page } from '@playwright/test'
import { answer, chatBox, expectWaiting, incoming, ring, write } from '../actions.ts'
import { test } from '../fixtures.ts'

const bell = (page: Page, unread: number) =>
  page.getByRole('link', { name: unread ? `Notifications, ${unread} unread` : 'Notifications', exact: true })
const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })

// covers: R-notifications W-notifications S-notification-read
test('door events are counted on every page and listed as notifications', { tag: '@all' }, async ({
  openResident,
  openVisitor,
  consoleErrors,
}) => {
  const { page: home, resident } = await openResident()
  await expect(bell(home, 0)).toBeVisible()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell', 'Parcel for 4B')
  await expect(bell(home, 1)).toBeAttached()
  await door.getByRole('button', { name: 'Cancel' }).click()
  await expect(incoming(home)).toHaveCount(0)
  await bell(home, 1).click()
  const marcus = row(home, 'Marcus Bell rang and left')
  await expect(marcus).toContainText('Parcel for 4B')
  await expect(marcus).toContainText('New')
  await expect(marcus.getByRole('button', { name: 'View Details' })).toBeVisible()

  const { page: second } = await openVisitor(resident)
  await second.getByLabel('Your Name').fill('Priya Raman')
  await second.getByRole('button', { name: 'Delivery' }).click()
  await expectWaiting(second)
  await answer(home, 'Message')
  await home.getByRole('button', { name: 'Close', exact: true }).click()
  await write(second, 'Found the book')
  await home.getByRole('tab', { name: 'Messages' }).click()
  await expect(row(home, 'Message from Priya Raman')).toContainText('Found the book')
  await expect(row(home, 'Marcus Bell')).toHaveCount(0)
  const only: [tab: string, title: string][] = [
    ['Doorbell', 'Marcus Bell rang and left'],
    ['Packages', 'A delivery rang your doorbell'],
  ]
  for (const [tab, title] of only) {
    await home.getByRole('tab', { name: tab }).click()
    await expect(home.getByRole('tabpanel').getByRole('listitem')).toHaveText([new RegExp(title)])
  }
  await home.getByRole('tab', { name: 'All' }).click()
  await home.getByPlaceholder('Search notifications...').fill('nobody')
  await expect(home.getByText('No notifications match your search')).toBeVisible()
  await home.getByPlaceholder('Search notifications...').fill('parcel')
  await expect(row(home, 'Priya Raman')).toHaveCount(0)
  await home.getByPlaceholder('Search notifications...').fill('')

  await home.getByRole('button', { name: 'Mark All as Read' }).click()
  await expect(bell(home, 0)).toBeVisible()
  await home.getByRole('button', { name: 'Undo' }).click()
  await expect(bell(home, 2)).toBeVisible()
  await home.getByRole('button', { name: 'Mark as read: Marcus Bell rang and left' }).click()
  await expect(bell(home, 1)).toBeVisible()
  await row(home, 'Message from Priya Raman').getByRole('button', { name: 'Open: Message from Priya Raman' }).click()
  await expect(home.getByText('Found the book')).toBeVisible()
  await expect(home.getByPlaceholder('Type your message...')).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('View Details does not change the spacing of title and message', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident()
  await resident.anotherDevice()
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident, { visitorName: 'Marcus Bell', message: 'Parcel for 4B' })
  await visitor.call('doorbell.cancel', { id })
  await home.goto(new URL('/notifications', home.url()).href)
  const [withDetails, without] = [row(home, 'Marcus Bell rang and left'), row(home, 'New device signed in')]
  await expect(withDetails.getByRole('button', { name: 'View Details' })).toBeVisible()
  await expect(without).toBeVisible()
  await expect(without.getByRole('button', { name: 'View Details' })).toHaveCount(0)
  const distance = async (shown: Locator) => {
    const [title, text] = [await shown.getByRole('heading').boundingBox(), await shown.getByRole('paragraph').boundingBox()]
    return Math.round((text?.y ?? 0) - (title?.y ?? 0))
  }
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await home.setViewportSize(size)
    // The rows move while the new size is laid out.
    await expect.poll(async () => (await distance(withDetails)) - (await distance(without))).toBe(0)
  }
})

// covers: S-quiet
test('do not disturb shows nothing but the bell, unnoticed by the visitor', { tag: '@all' }, async ({
  openResident,
  openDevice,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident()
  const { page: tablet } = await openDevice(resident)
  await home.getByRole('switch', { name: 'Do not disturb' }).click()
  await expect(tablet.getByRole('switch', { name: 'Do not disturb' })).toBeChecked()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  // A sign-in on a new device also creates a notification, which counts besides the ring.
  await expect(bell(home, 2)).toBeVisible()
  await expect(incoming(home)).toHaveCount(0)
  await expect(incoming(tablet)).toHaveCount(0)
  await expectWaiting(door)
  await home.reload()
  await expect(home.getByRole('switch', { name: 'Do not disturb' })).toBeChecked()
  await expect(incoming(home)).toHaveCount(0)
})

test('a quiet ring opened from the list can be answered', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  await home.getByRole('switch', { name: 'Do not disturb' }).click()
  await expect(home.getByRole('switch', { name: 'Do not disturb' })).toBeChecked()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
  const open = home.getByRole('button', { name: 'Open the visit of Marcus Bell' })
  await expect(open).toBeVisible()
  await expect(incoming(home)).toHaveCount(0)
  await open.click()
  for (const name of ['Message', 'Video Call', 'Audio Call', 'Ignore'])
    await expect(incoming(home).getByRole('button', { name, exact: true })).toBeVisible()
  await expect(door.locator('li.did').filter({ hasText: 'Seen' })).toBeVisible()
  await answer(home, 'Message')
  await expect(chatBox(home)).toBeVisible()
})

test('changes made on another device while offline appear on reconnect', { tag: '@all' }, async ({ openResident, openDevice }) => {
  const { page: home, resident } = await openResident()
  const { page: tablet } = await openDevice(resident)
  const { promise: networkBack, resolve: bringNetworkBack } = Promise.withResolvers<void>()
  await tablet.routeWebSocket(/\/ws/, async (socket) => {
    await networkBack
    socket.connectToServer()
  })
  await tablet.reload()
  const there = tablet.getByRole('switch', { name: 'Do not disturb' })
  await expect(there).not.toBeChecked()
  const saved = home.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await home.getByRole('switch', { name: 'Do not disturb' }).click()
  await saved
  bringNetworkBack()
  await expect(there).toBeChecked()
})

declare global {
  interface Window {
    shownNotifications: string[]
  }
}

/** Headless Chromium shows no notifications, so this records the page's calls instead. */
function keepNotifications(): void {
  const shown: string[] = []
  class Kept {
    static permission = 'default'
    static requestPermission = async () => {
      Kept.permission = 'granted'
      return 'granted'
    }
    constructor(title: string) {
      shown.push(title)
    }
    close(): void {
      shown.push('closed')
    }
  }
  Object.assign(window, { Notification: Kept, shownNotifications: shown })
  document.hasFocus = () => false
}

// covers: W-settings-doorbell
test('notification switches ask for permission once and are saved', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, context, resident } = await openResident({ premium: true })
  await context.addInitScript(keepNotifications)
  await home.goto(new URL('/notifications', home.url()).href)
  // There is no Push switch without phone push, because it would do nothing.
  await expect(home.getByRole('switch', { name: /Push/ })).toHaveCount(0)
  const edit = home.getByRole('button', { name: 'Edit quiet hours' })
  const dialog = home.getByRole('dialog', { name: 'Doorbell settings' })
  await edit.click()
  await dialog.getByRole('button', { name: 'Allow in this browser' }).click()
  await expect(dialog.getByRole('button', { name: 'Allow in this browser' })).toHaveCount(0)
  await home.keyboard.press('Escape')
  await world.visitor().ring(resident, { visitorName: 'Tom Keller' })
  await expect.poll(() => home.evaluate(() => window.shownNotifications)).toEqual(['Tom Keller is at the door'])
  await answer(home, 'Ignore')
  await expect.poll(() => home.evaluate(() => window.shownNotifications)).toContain('closed')

  // A press anywhere in the row moves the switch.
  await home.locator('label').filter({ hasText: 'Rings marked as delivery' }).click()
  await expect(home.getByRole('switch', { name: 'Packages' })).not.toBeChecked()
  await edit.click()
  const preview = dialog.getByRole('status').filter({ hasText: 'Right now' })
  await expect(preview).toContainText('When someone rings: pop-up, sound, desktop alert, and push notification.')
  await expect(preview).toContainText('For a delivery: only listed.')
  await expect(dialog.getByLabel('Time zone')).not.toHaveValue('')
  for (const name of ['Multiple QR Codes', 'Custom Doorbell Sound']) await expect(dialog.getByRole('switch', { name })).not.toBeChecked()
  await expect(dialog.getByLabel('From')).toBeDisabled()
  await dialog.getByRole('switch', { name: 'Quiet hours' }).click()
  await expect(dialog.getByText('Saved', { exact: true })).toBeVisible()
  await dialog.getByLabel('From').fill('00:00')
  await dialog.getByLabel('To', { exact: true }).fill('23:59')
  await dialog.getByLabel('From').focus()
  await expect(preview).toContainText('Everything is only listed.')
  await home.reload()
  await expect(home.getByText('12:00 AM to 11:59 PM')).toBeVisible()
  await expect(home.getByRole('switch', { name: 'Packages' })).not.toBeChecked()
  // On a phone the preferences open with one press, instead of below the whole list.
  await home.setViewportSize({ width: 390, height: 844 })
  await expect(home.getByRole('switch', { name: 'Packages' })).toBeHidden()
  await home.locator('summary').click()
  await expect(home.getByRole('switch', { name: 'Packages' })).toBeInViewport()
})

// covers: R-navigation
test('the sidebar shows pages, account and plan, and slides in on phones', { tag: '@all' }, async ({ openResident }) => {
  const { page: home } = await openResident()
  const side = home.getByRole('complementary')
  for (const name of ['Dashboard', 'Subscription']) await expect(side.getByRole('link', { name })).toBeVisible()
  const me = side.getByRole('button', { name: 'RR Robin Reed Free Plan' })
  await me.click()
  await side.getByRole('navigation', { name: 'More pages' }).getByRole('link', { name: 'Notifications' }).click()
  await expect(home.getByRole('heading', { name: 'Notifications', level: 1 })).toBeVisible()
  await home.setViewportSize({ width: 390, height: 844 })
  await home.getByRole('button', { name: 'Back' }).click()
  await home.getByRole('button', { name: 'Open menu' }).click()
  const menu = home.getByRole('dialog', { name: 'Main' })
  await expect(menu.getByText('Robin Reed')).toBeVisible()
  await menu.getByRole('link', { name: 'Subscription' }).click()
  await expect(menu).toHaveCount(0)
  await expect(home.getByRole('heading', { name: 'Subscription', level: 1 })).toBeVisible()
})
