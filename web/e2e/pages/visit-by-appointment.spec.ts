import { expect } from '@playwright/test'
import { expectWaiting, incoming, runAhead } from '../actions.ts'
import { test } from '../fixtures.ts'

const HOUR = 3_600_000

test('a visit request says what is missing in the page’s language', { tag: '@all' }, async ({ openVisitor, consoleErrors, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident, { locale: 'de-DE' })
  await door.getByRole('link', { name: 'Besuch planen' }).click()
  await door.getByLabel('Anlass').fill('Heizung')
  await door.getByRole('button', { name: 'Besuch anfragen' }).click()
  await expect(door.locator('em')).toHaveText([
    'Bitte geben Sie einen Namen an',
    'Bitte wählen Sie ein Datum',
    'Bitte wählen Sie eine Uhrzeit',
  ])
  const name = door.getByLabel('Ihr Name')
  await expect(name).toBeFocused()
  await name.fill('Tom')
  await expect(name).not.toHaveAttribute('aria-invalid')
  await expect(door.locator('em')).toHaveCount(2)
  expect(consoleErrors).toEqual([])
})

// covers: W-schedule R-pass W-pass
test('an approved visitor is announced as expected when the pass rings', async ({ openResident, openVisitor, consoleErrors }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await door.clock.install()
  await door.getByRole('link', { name: 'Schedule Visit' }).click()
  const [date = '', time = ''] = new Date(Date.now() + HOUR).toISOString().slice(0, 16).split('T')
  // The door uses its owner's time zone, which that page has reported.
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
  // The accessible name contains the visible words, which people say to voice control (WCAG 2.5.3).
  await expect(home.getByRole('button', { name: 'Withdraw approval for Tom Keller' })).toHaveText('Withdraw approval')
  // Without a press: the page polls every ten seconds.
  await runAhead(door, door.getByRole('heading', { name: 'Visit approved' }))
  await expect(door.getByRole('img', { name: 'QR code of this pass' })).toBeVisible()

  await door.getByRole('button', { name: 'Ring Doorbell' }).click()
  await expectWaiting(door)
  await expect(incoming(home)).toContainText('Tom Keller')
  await expect(incoming(home)).toContainText('Expected')
  expect(consoleErrors).toEqual([])
})
