import { expect } from '@playwright/test'
import { expectEnded, hangUp, startVideoCall } from '../actions.ts'
import { test } from '../fixtures.ts'

test('an End pressed offline ends the call on reconnect', { tag: '@all' }, async ({ openResident, openVisitor }) => {
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

test('the dashboard says Offline within seconds of the browser', { tag: '@all' }, async ({ openResident }) => {
  const { page: home, context } = await openResident()
  const state = home.getByRole('status').filter({ hasText: /^(Live|Offline)$/ })
  await expect(state).toHaveText('Live')
  await context.setOffline(true)
  await expect(state).toHaveText('Offline', { timeout: 3_000 })
  await context.setOffline(false)
  await expect(state).toHaveText('Live')
})
