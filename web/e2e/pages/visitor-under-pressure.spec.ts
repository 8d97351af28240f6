/**
 * A door with too many rings: the page computes its proof of work and rings without another press
 * (docs/product/decisions.md, 11; record 0042).
 */
import { expect } from '@playwright/test'
import { DOOR_FACTOR, LIMITS } from '#proto/limits.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { report } from '#scripts/testing/report.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { expectWaiting } from '../actions.ts'
import { test } from '../fixtures.ts'

/** Sends more rings in a minute than the door's limit; each is counted, then refused because its form is empty. */
async function press(world: Stack, { user }: Resident): Promise<void> {
  const ringAll = async () => {
    const person = world.person()
    for (let rung = 0; rung < LIMITS.ring.max; rung += 1)
      await person.http(`/api/doorbell/ring/${user.qrCodeId}`, { method: 'POST', body: {} })
    await person.leave()
  }
  await Promise.all(Array.from({ length: DOOR_FACTOR + 1 }, ringAll))
}

// covers: X-ring-proof
test('a slow phone rings by itself while many ring', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door, context } = await openVisitor(resident)
  await press(world, resident)
  // Slows the page, not its worker.
  await (await context.newCDPSession(door)).send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const began = performance.now()
  await door.getByRole('button', { name: 'Delivery' }).click()
  await expectWaiting(door)
  report(`a ring under pressure in a throttled page: ${(performance.now() - began).toFixed(0)} ms`)
  expect((await resident.activities())[0]).toMatchObject({ purpose: 'delivery', outcome: null })
})

test('the page says that many ring, and Cancel ends the wait', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  await press(world, resident)
  // The worker never starts.
  await door.route(/ring-proof-worker/, () => undefined)
  await door.getByRole('button', { name: 'Delivery' }).click()
  await expect(door.getByText('Many people are ringing here. One moment…')).toBeVisible()
  await door.getByRole('button', { name: 'Cancel' }).click()
  await expect(door.getByRole('button', { name: 'Ring Doorbell' })).toBeEnabled()
  expect(await resident.activities()).toEqual([])
})

test('a form posted before the live code makes its proof too', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  await door.route(/\/assets\/live-/, (route) => route.abort())
  await door.reload()
  await press(world, resident)
  await door.getByRole('button', { name: 'Delivery' }).click()
  await door.unroute(/\/assets\/live-/)
  await expectWaiting(door)
})
