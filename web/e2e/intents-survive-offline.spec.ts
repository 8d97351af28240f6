import { expect } from '@playwright/test'
import { answer, expectEnded, hangUp, incoming, ring, startVideoCall } from './actions.ts'
import { test } from './fixtures.ts'

test('an End pressed without network ends the call on both sides on return', async ({ openResident, openVisitor }) => {
  const { page: home, resident, context } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  await context.setOffline(true)
  await hangUp(home)
  await expect(home.getByText('No connection. The call ends as soon as you are back online.')).toBeVisible({ timeout: 20_000 })
  await expect(home.getByText('Call Ended')).toHaveCount(0)
  await context.setOffline(false)
  await expectEnded(home)
  await expectEnded(door)
  await expect(home.getByText(/^No connection/)).toHaveCount(0)
  await expect(home.getByRole('button', { name: 'Return to the call' })).toHaveCount(0)
})

test('an Ignore pressed without network is taken on return', async ({ openResident, openVisitor }) => {
  const { page: home, resident, context } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await expect(incoming(home)).toBeVisible()
  await context.setOffline(true)
  await expect(incoming(home).getByText('You are offline. Your answer is sent when you are back.')).toBeVisible()
  await answer(home, 'Ignore')
  await expect(incoming(home).getByRole('button', { name: 'Ignore' })).toHaveAttribute('aria-busy', 'true')
  await context.setOffline(false)
  await expect(door.getByText('Call Declined')).toBeVisible()
  expect((await resident.activities())[0]).toMatchObject({ outcome: 'dismissed' })
})

test('the dashboard says Offline within a second of the browser', async ({ openResident }) => {
  const { page: home, context } = await openResident()
  const state = home.getByRole('status').filter({ hasText: /^(Live|Offline)$/ })
  await expect(state).toHaveText('Live')
  await context.setOffline(true)
  await expect(state).toHaveText('Offline', { timeout: 1_000 })
  await context.setOffline(false)
  await expect(state).toHaveText('Live')
})
