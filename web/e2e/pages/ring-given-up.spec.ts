/** Cancel while the page still tries to ring: the page stops trying, and a ring that has arrived is withdrawn. */
import { expect, type Page } from '@playwright/test'
import { eventually } from '#scripts/testing/wait.ts'
import { countRequests, expectWaiting } from '../actions.ts'
import { test } from '../fixtures.ts'

const RING = '**/api/doorbell/ring/*'

async function pressRing(door: Page): Promise<void> {
  await door.getByRole('button', { name: 'Ring Doorbell' }).click()
  await expect(door.getByText('Slow connection. Still trying…')).toBeVisible()
  // A panel that has just changed ignores presses.
  await expect(door.locator('html')).not.toHaveAttribute('data-dead')
}

async function expectForm(door: Page): Promise<void> {
  await expect(door.getByRole('button', { name: 'Ring Doorbell' })).toBeEnabled()
  await expect(door.getByLabel('Your Name')).toHaveValue('Marcus Bell')
}

test('Cancel by mouse or key ends a ring that is still tried', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  await door.route(RING, (route) => route.abort())
  await door.getByLabel('Your Name').fill('Marcus Bell')
  await door.getByRole('textbox', { name: /^Message/ }).fill('Parcel for 4B')
  await pressRing(door)
  await door.getByRole('button', { name: 'Cancel' }).click()
  await expectForm(door)
  await pressRing(door)
  await door.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expectForm(door)
  expect(await resident.activities()).toEqual([])
})

test('Cancel withdraws a ring that arrived although its answer was lost', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  const rung = countRequests(door, `/api/doorbell/ring/${resident.user.qrCodeId}`)
  await door.route(RING, async (route) => {
    if (rung() === 1) await route.fetch()
    await route.abort()
  })
  await door.getByLabel('Your Name').fill('Marcus Bell')
  await door.getByRole('textbox', { name: /^Message/ }).fill('Parcel for 4B')
  await pressRing(door)
  await door.getByRole('button', { name: 'Cancel' }).click()
  await expectForm(door)
  await eventually('the ring is withdrawn', async () => (await resident.activities())[0]?.outcome === 'cancelled')
  expect(await resident.activities()).toHaveLength(1)
})

test('a ring whose answer was lost is rung once, also after a reload', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door, context } = await openVisitor(resident)
  await door.route(RING, async (route) => {
    await route.fetch()
    await context.clearCookies()
    await route.abort()
  })
  await door.getByLabel('Your Name').fill('Marcus Bell')
  await door.getByRole('textbox', { name: /^Message/ }).fill('Parcel for 4B')
  await pressRing(door)
  await door.unroute(RING)
  await door.reload()
  await expectForm(door)
  await door.getByRole('button', { name: 'Ring Doorbell' }).click()
  await expectWaiting(door)
  expect(await resident.activities()).toHaveLength(1)
})

test('a press without a network and without the live code keeps the page', { tag: '@all' }, async ({ openVisitor, world }) => {
  const { page: door, context } = await openVisitor(await world.resident())
  await door.route(/\/assets\/live-/, (route) => route.abort())
  await door.reload()
  // The page is hydrated.
  await expect(door.locator('form.pane')).toHaveAttribute('novalidate')
  await context.setOffline(true)
  await door.getByRole('button', { name: 'Delivery' }).click()
  await expect(door.getByText('You are offline. Ring again once you are connected.')).toBeVisible()
  await expect(door.getByRole('button', { name: 'Delivery' })).toBeVisible()
})
