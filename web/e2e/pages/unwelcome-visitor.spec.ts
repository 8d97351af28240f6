/** Against a visitor who is not welcome: block them, or replace the door's code (docs/product/decisions.md, 11). */
import { expect, type Page } from '@playwright/test'
import { PASSWORD } from '#scripts/testing/people.ts'
import { incoming, ring, takesPresses } from '../actions.ts'
import { test } from '../fixtures.ts'

/** The dialog that asks for confirmation. */
const asked = (page: Page) => page.getByRole('alertdialog', { name: /^Block / })

// covers: S-block
test('blocking in the incoming ring dismisses it', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Mallory')
  await expect(incoming(home)).toContainText('Mallory')
  await takesPresses(home)
  await incoming(home).getByRole('button', { name: 'Block this visitor' }).click()
  await asked(home).getByRole('button', { name: 'Block', exact: true }).click()
  await expect(door.getByText('Call Declined')).toBeVisible()
  await expect(incoming(home)).toHaveCount(0)
  await expect(home.getByText('Visitor blocked')).toBeVisible()
  expect(await resident.call('doorbell.blocks', {})).toHaveLength(1)
})

test('a code replaced during the ring leads to the sign', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Mallory')
  await takesPresses(home)
  await incoming(home).getByRole('button', { name: 'Block this visitor' }).click()
  await asked(home).getByRole('button', { name: "Replace the door's code" }).click()
  const dialog = home.getByRole('alertdialog', { name: "Replace this door's code?" })
  await expect(dialog).toContainText('The sign on the wall and every link you shared will stop working.')
  await expect(dialog.getByLabel('Stops working immediately')).toBeChecked()
  await expect(dialog.getByLabel('Works for 24 more hours')).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Replace code' }).click()
  await expect(home).toHaveURL(/\/settings\/doors\/\d+\/sign$/)
  // The ring continues.
  await expect(incoming(home)).toContainText('Mallory')
  expect((await resident.call('doorbell.doors', {}))[0]?.qrCodeId).not.toBe(resident.user.qrCodeId)
})

test('replacing the code can be declined in the history', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident()
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident)
  await visitor.call('doorbell.cancel', { id })
  await home.goto(`${world.url}/visitors-page?open=${id}`)
  await home.getByRole('button', { name: 'Block this visitor' }).click()
  await asked(home).getByRole('button', { name: "Replace the door's code" }).click()
  await home.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(home.getByRole('alertdialog')).toHaveCount(0)
  expect((await resident.call('doorbell.doors', {}))[0]?.qrCodeId).toBe(resident.user.qrCodeId)
})

test('a visitor who rings while the account is deleted reads that the code is not active', { tag: '@all' }, async ({
  openResident,
  openVisitor,
}) => {
  const { resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
  await resident.call('auth.delete_account', { password: PASSWORD })
  await expect(door.getByText('This code is no longer active')).toBeVisible({ timeout: 30_000 })
  await expect(door.getByText(/cookies/)).toHaveCount(0)
})
