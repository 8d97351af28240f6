import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { Resident } from '#scripts/testing/people.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { chatBox, endRingLife, expectToast, incoming, ring } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'

/** Makes four visits with different outcomes, by real rings. */
async function visits(world: Stack, resident: Resident): Promise<void> {
  const rung = async (visitorName: string, message: string) => {
    const visitor = world.visitor()
    return { visitor, ...(await visitor.ring(resident, { visitorName, message })) }
  }
  const handle = (id: number, handledType: 'message' | 'dismissed') => resident.call('doorbell.handle', { id, handledType })
  const marcus = await rung('Marcus Bell', 'Parcel for 4B')
  await handle(marcus.id, 'message')
  await marcus.visitor.call('doorbell.write_as_visitor', { id: marcus.id, message: 'I left it at the door' })
  const priya = await rung('Priya Raman', 'Here for the book club')
  await handle(priya.id, 'dismissed')
  const tom = await rung('Tom Keller', 'Yearly check of the heating')
  await tom.visitor.call('doorbell.cancel', { id: tom.id })
}

const cards = (page: Page) => page.getByRole('article')

// covers: R-visitors-page W-history
test('the history is searched, filtered, kept in the URL and exported', { tag: '@all' }, async ({ world, openResident, consoleErrors }) => {
  const { page, resident } = await openResident()
  await visits(world, resident)
  await page.getByRole('link', { name: 'Visitors' }).click()
  await expect(page.getByRole('heading', { name: 'Visitor History' })).toBeVisible()
  await expect(cards(page)).toHaveCount(3)
  await expect(cards(page).first()).toContainText('Tom Keller')
  await expect(cards(page).first()).toContainText('Will be deleted in 3 days')

  await page.getByLabel('Search visitors').fill('PARCEL')
  await expect(cards(page)).toHaveCount(1)
  await expect(page).toHaveURL(/search=PARCEL/)
  // Set before the page loads, because antd's motion is decided then (use-theme-mode.ts).
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect(cards(page)).toHaveCount(1)
  await page.getByLabel('Outcome').selectOption('Dismissed')
  await expect(page.getByText('No visitors match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear All Filters' }).first().click()
  await expect(cards(page)).toHaveCount(3)

  await page.getByRole('button', { name: 'View Details of Marcus Bell' }).click()
  const panel = page.getByRole('complementary', { name: 'Visit of Marcus Bell' })
  await expect(panel.getByText('Answered by message on')).toBeVisible()
  await expect(panel.getByText('I left it at the door')).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'Marcus Bell' })).toBeFocused()
  await expectNone(page)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: 'View Details of Marcus Bell' })).toBeFocused()

  await page.getByLabel('Activity type').selectOption('Messages')
  await expect(cards(page)).toHaveCount(1)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Visitor Data' }).click()
  await page.getByRole('menuitem', { name: 'As a table (CSV)' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^visitors_until-\d{4}-\d\d-\d\d_message\.csv$/)
  const rows = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain('Marcus Bell')
  await expectToast(page, 'success', 'Visitor data exported', `${download.suggestedFilename()}, 1 visit`)
  expect(consoleErrors).toEqual([])
})

// covers: W-recent
test('a dashboard row opens its entry in the history', { tag: '@all' }, async ({ world, openResident }) => {
  const { page, resident } = await openResident({ premium: true })
  await resident.call('doorbell.add_door', { label: 'Garden gate' })
  await visits(world, resident)
  for (const viewport of [page.viewportSize(), { width: 390, height: 844 }]) {
    if (viewport) await page.setViewportSize(viewport)
    await page.goto(`${world.url}/doorbell`)
    const row = page.getByRole('listitem').filter({ hasText: 'Marcus Bell' })
    await expect(row).toContainText('Front door')
    await row.getByRole('button', { name: 'Open the visit of Marcus Bell' }).click()
    const panel = page.getByRole('dialog', { name: 'Visit of Marcus Bell' })
    await expect(panel.getByText('I left it at the door')).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Block this visitor' })).toBeVisible()
    await panel.getByRole('button', { name: 'Open chat' }).click()
    await expect(page.getByPlaceholder('Type your message...')).toBeVisible()
  }
  const [oldest] = (await resident.activities()).slice(-1)
  await page.setViewportSize({ width: 1440, height: 420 })
  await page.goto(`${world.url}/visitors-page?open=${oldest?.id}`)
  await expect(cards(page).filter({ hasText: 'Marcus Bell' })).toBeInViewport()
})

test('a snapshot shows the whole photo without a border', { tag: '@all' }, async ({ world, openResident }) => {
  const { page, resident } = await openResident()
  const taken = { width: 640, height: 480 }
  const photo = await sharp({ create: { ...taken, channels: 3, background: '#2196f3' } })
    .jpeg()
    .toBuffer()
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident, { visitorName: 'Marcus Bell', photo: `data:image/jpeg;base64,${photo.toString('base64')}` })
  // The photo is sent after the ring, and a cancelled ring accepts none.
  await eventually('the photo', async () => (await resident.activities())[0]?.photoUrl)
  await visitor.call('doorbell.cancel', { id })
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport)
    await page.goto(`${world.url}/visitors-page`)
    await page.getByRole('button', { name: 'View Snapshot of Marcus Bell' }).click()
    const panel = page.getByLabel('Visit of Marcus Bell', { exact: true })
    const shown = panel.getByRole('img', { name: 'Photo of Marcus Bell at the door' })
    await expect(shown).toHaveJSProperty('naturalWidth', taken.width)
    // Both are measured in one call, because the sheet is still sliding in.
    const { inside, around } = await shown.evaluate((image) => ({
      inside: image.getBoundingClientRect().toJSON(),
      around: image.parentElement?.getBoundingClientRect().toJSON(),
    }))
    expect(inside).toEqual(around)
    expect(inside.width / inside.height).toBeCloseTo(taken.width / taken.height, 2)
  }
})

// covers: R-activity-logs W-logs S-mark-handled T-activity-updated
test('activity logs update live, and Mark as Handled changes the chip', { tag: '@all' }, async ({ world, openResident }) => {
  const { page, resident } = await openResident()
  await visits(world, resident)
  await page.getByRole('link', { name: 'All activity' }).click()
  await expect(page.getByRole('heading', { name: 'Activity Logs' })).toBeVisible()
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Unhandled')
  await expectNone(page)
  await page.getByRole('button', { name: 'Mark as Handled: Tom Keller' }).click()
  await expectToast(page, 'success', 'Activity updated', 'Activity has been marked as handled.')
  await expect(page.getByRole('button', { name: 'Mark as Handled: Tom Keller' })).toHaveCount(0)
  await expect(rows.first().getByRole('button', { name: 'Handled', exact: true })).toBeDisabled()
  await expect(rows.first()).not.toContainText('Unhandled')

  await page.getByRole('tab', { name: 'Messages' }).click()
  await expect(rows).toHaveCount(1)
  await page.getByRole('tab', { name: 'All Activities' }).click()
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident, { visitorName: 'Zoë Late', message: 'Me too' })
  await visitor.call('doorbell.cancel', { id })
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('Zoë Late')
  // The message about the visitor's end is shown above the page for a moment.
  await expect(incoming(page)).toBeHidden()
  await page.getByLabel('Search activities').fill('heating')
  await expect(rows).toHaveCount(1)
})

test('on a phone the details are a sheet, and Back closes it', { tag: '@all' }, async ({ world, openResident }) => {
  const { page, resident } = await openResident({ path: '/visitors-page' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('button', { name: 'Clear All Filters' })).toBeHidden()
  await visits(world, resident)
  await page.getByRole('button', { name: 'View Details of Priya Raman' }).click()
  const sheet = page.getByRole('dialog', { name: 'Visit of Priya Raman' })
  await expect(sheet).toBeVisible()
  await expect(sheet.getByText('Kept until')).toBeVisible()
  await expectNone(page)
  await page.goBack()
  await expect(sheet).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

// covers: T-logs-failed T-mark-failed
test('activity logs show their errors, and Retry recovers', { tag: '@all' }, async ({ world, openResident }) => {
  const { page, resident } = await openResident({ path: '/activity-logs' })
  await visits(world, resident)
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(3)
  await page.route('**/api/activities/*', (route) => (route.request().method() === 'PATCH' ? route.abort() : route.fallback()))
  await page.getByRole('button', { name: 'Mark as Handled: Tom Keller' }).click()
  await expectToast(page, 'failure', 'Failed to update', 'Could not mark activity as handled.')
  await page.route('**/api/activities?tab=messages', (route) => route.abort())
  await page.getByRole('tab', { name: 'Messages' }).click()
  await expect(page.getByText('An error occurred while loading activity logs.')).toBeVisible()
  await page.unroute('**/api/activities?tab=messages')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1)
})

test('all times use the time zone of the preferences', { tag: '@all' }, async ({ world, openResident, openDevice }) => {
  const { page: first, resident } = await openResident()
  // The first browser reports its time zone once; a chosen one takes precedence.
  await expect.poll(async () => (await resident.call('doorbell.preferences', {})).timeZoneKnown).toBe(true)
  const here = await first.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
  const timeZone = here === 'Asia/Kolkata' ? 'Asia/Kathmandu' : 'Asia/Kolkata'
  await resident.call('doorbell.change_preferences', { timeZone })
  await visits(world, resident)
  const [newest] = await resident.activities()
  const rang = new Date(newest?.timestamp ?? 0)
  const clock = rang.toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).replace(/\u202f/g, ' ')
  const { page } = await openDevice(resident)
  const shown = (on: Page) => on.getByText(clock).first()
  await expect(shown(page)).toBeVisible()
  await page.goto(`${world.url}/activity-logs`)
  await expect(shown(page)).toBeVisible()
  await page.goto(`${world.url}/visitors-page?open=${newest?.id}`)
  await expect(cards(page).first()).toContainText(clock)
  await expect(page.getByRole('complementary', { name: /^Visit of/ })).toContainText(clock.split(' ')[0] ?? '')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export Visitor Data' }).click()
  await page.getByRole('menuitem', { name: /CSV/ }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(timeZone)
})

declare global {
  interface Window {
    shownAlerts: string[]
  }
}

/** Records the toasts of failures, because toasts close by themselves. */
function keepAlerts(): void {
  window.shownAlerts = []
  new MutationObserver(() => {
    const alert = document.querySelector('.ant-notification-notice[role="alert"], .ant-notification-notice [role="alert"]')
    if (alert?.textContent) window.shownAlerts.push(alert.textContent)
  }).observe(document.body, { childList: true, subtree: true })
}

test('unblocking a visitor already unblocked elsewhere is no failure', { tag: '@all' }, async ({ world, openResident }) => {
  const { page, resident } = await openResident()
  const { id } = await world.visitor().ring(resident, { visitorName: 'Vera Loud' })
  await resident.call('doorbell.block_visitor', { id })
  const [block] = await resident.call('doorbell.blocks', { limit: 100 })
  await page.goto(`${world.url}/visitors-page`)
  await page.route('**/api/blocks/*', async (route) => {
    await resident.call('doorbell.unblock_visitor', { id: block?.id ?? 0 })
    await route.continue()
  })
  await page.evaluate(keepAlerts)
  const answered = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Unblock Vera Loud' }).click()
  expect((await answered).status()).toBe(404)
  await expect(page.getByRole('button', { name: 'Unblock Vera Loud' })).toHaveCount(0)
  // By now a second toast after that of the failure would have appeared.
  await page.getByRole('button', { name: /^View Details/ }).click()
  await page.getByRole('button', { name: 'Block this visitor' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.locator('.ant-notification-notice').getByText('Visitor blocked')).toBeVisible()
  expect(await page.evaluate(() => window.shownAlerts)).toEqual([])
})

test('a missed visitor’s message shows in the history as on the dashboard', { tag: '@all' }, async ({
  world,
  openResident,
  openVisitor,
}) => {
  const { page, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell', 'Parcel for 4B')
  await endRingLife(world, resident)
  await expect(door.getByText('No one answered')).toBeVisible()
  await door.getByRole('button', { name: 'Leave a message' }).click()
  await chatBox(door).fill('I will try again')
  await chatBox(door).press('Enter')
  await expect(door.getByRole('heading', { name: 'Request Sent!' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'I will try again' })).toBeVisible()
  await page.goto(`${world.url}/visitors-page`)
  await expect(cards(page).filter({ hasText: 'Marcus Bell' })).toContainText('I will try again')
})
