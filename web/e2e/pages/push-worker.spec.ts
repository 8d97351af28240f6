import { expect } from '@playwright/test'
import { eventually } from '#scripts/testing/wait.ts'
import { incoming, ring } from '../actions.ts'
import { notificationsOf } from '../push-browser.ts'
import { test } from '../push-fixtures.ts'

// covers: S-push-shown
test('a push is shown once, and reported as shown', async ({ openDeviceWithPush, openVisitor }) => {
  const device = await openDeviceWithPush()
  const { page, resident } = device
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Ana Lima', 'A parcel')
  await device.receive()
  await expect.poll(() => notificationsOf(page)).toMatchObject([{ title: 'Ana Lima is at the door', body: 'A parcel' }])
  await device.receive()
  await eventually('the report', async () => (await resident.call('notify.devices', {}))[0]?.lastShownAt ?? undefined)
  expect(await notificationsOf(page)).toHaveLength(1)
  await expect(incoming(page)).toBeVisible()
})
