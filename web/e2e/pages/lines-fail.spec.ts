import { expect } from '@playwright/test'
import { subjects } from '#proto/subjects.ts'
import { receivesFrame, ring, runAhead } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: T-connected T-notified
test('the visitor reads that the ring was sent and is connected', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  await door.clock.install()
  await ring(door)
  // Each toast stays for five seconds of the page's clock.
  await runAhead(door, door.getByText('Doorbell notification sent'))
  await runAhead(door, door.getByText('Connected to doorbell'))
})

// covers: T-communication
test('a server error is shown on the visitor’s page', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  const registered = receivesFrame(door, 'register_success')
  await ring(door)
  await registered
  const [activity] = await resident.activities()
  const error = { type: 'error', code: 'unavailable', message: 'The line is down.', activityId: activity?.id } as const
  world.bus.live(subjects.liveVisit(activity?.id ?? 0), error)
  await expect(door.getByText('Communication Error')).toBeVisible()
  await expect(door.getByText('The line is down.')).toBeVisible()
})
