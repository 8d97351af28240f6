import { expect } from '@playwright/test'
import { subjects } from '#proto/subjects.ts'
import { expectToast, hangUp, ring, startVideoCall } from './actions.ts'
import { test } from './fixtures.ts'

test('the visitor reads that the ring was sent and that the page is connected [T-connected] [T-notified]', async ({
  openResident,
  openVisitor,
}) => {
  const { resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await expect(door.getByText('Doorbell notification sent')).toBeVisible()
  await expect(door.getByText('Connected to doorbell')).toBeVisible({ timeout: 10_000 })
})

test('an end that does not reach the house is told to the resident [T-end-failed]', async ({ openResident, openVisitor }) => {
  const { page: home, resident, context } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await context.setOffline(true)
  // Under the call, where nobody looks now; it says that the socket is known to be lost.
  await expect(home.getByRole('status', { includeHidden: true }).filter({ hasText: /^Offline$/ })).toBeAttached({ timeout: 20_000 })
  await hangUp(home)
  await expectToast(home, 'failure', 'Error', 'Failed to end the call properly. Please refresh the page.')
})

test('an error of the house stands on the visitor’s page in words [T-communication]', async ({ openResident, openVisitor, world }) => {
  const { resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await expect(door.getByText('Connected to doorbell')).toBeVisible({ timeout: 20_000 })
  const [activity] = await resident.activities()
  const error = { type: 'error', code: 'unavailable', message: 'The line is down.', activityId: activity?.id } as const
  world.bus.live(subjects.liveVisit(activity?.id ?? 0), error)
  await expect(door.getByText('Communication Error')).toBeVisible()
  await expect(door.getByText('The line is down.')).toBeVisible()
})
