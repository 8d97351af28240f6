import { expect } from '@playwright/test'
import { expectWaiting, incoming } from './actions.ts'
import { test } from './fixtures.ts'

const HOUR = 3_600_000

test('an empty request for a visit is held back by the browser, which names the first field: nothing is sent that could only be refused', async ({
  openResident,
  openVisitor,
  consoleErrors,
}) => {
  const { resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await door.getByRole('link', { name: 'Schedule Visit' }).click()
  await door.getByRole('button', { name: 'Request visit' }).click()
  await expect(door.getByLabel('Your Name')).toBeFocused()
  await expect(door.locator('em')).toHaveCount(0)
  expect(consoleErrors).toEqual([])
})

test('a visit is asked for, approved, and announced as expected when its pass rings [W-schedule] [R-pass]', async ({
  openResident,
  openVisitor,
  consoleErrors,
}) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await door.getByRole('link', { name: 'Schedule Visit' }).click()
  const [date = '', time = ''] = new Date(Date.now() + HOUR).toISOString().slice(0, 16).split('T')
  // The door's clock is its owner's: first as that page has told it.
  await expect.poll(async () => (await resident.call('doorbell.preferences', {})).timeZoneKnown).toBe(true)
  await resident.call('doorbell.change_preferences', { timeZone: 'UTC' })
  await door.getByLabel('Your Name').fill('Tom Keller')
  await door.getByLabel('Date').fill(date)
  await door.getByLabel('Time').fill(time)
  await door.getByLabel('Purpose').fill('Heating check')
  await door.getByRole('button', { name: 'Request visit' }).click()
  await expect(door.getByRole('heading', { name: 'Waiting for the resident' })).toBeVisible()

  await home.getByRole('button', { name: 'Approve the visit of Tom Keller' }).click()
  await expect(home.getByText('Visit approved')).toBeVisible()
  // The name holds the words that are seen: who speaks to the page says those (WCAG 2.5.3).
  await expect(home.getByRole('button', { name: 'Take back the visit of Tom Keller' })).toHaveText('Take back')
  // By itself: the page asks every ten seconds.
  await expect(door.getByRole('heading', { name: 'Visit approved' })).toBeVisible({ timeout: 15_000 })
  await expect(door.getByRole('img', { name: 'Code of this pass' })).toBeVisible()

  await door.getByRole('button', { name: 'Ring Doorbell' }).click()
  await expectWaiting(door)
  await expect(incoming(home)).toContainText('Tom Keller')
  await expect(incoming(home)).toContainText('Expected')
  expect(consoleErrors).toEqual([])
})
