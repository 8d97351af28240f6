import { expect } from '@playwright/test'
import { expectTwoWay, startVideoCall } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: S-interrupted
test('a call survives a lost socket and shows that it reconnects', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door, context } = await openVisitor(resident)
  await startVideoCall(door, home)
  await context.setOffline(true)
  await expect(door.getByText(/^Reconnecting/).first()).toBeVisible({ timeout: 15_000 })
  // An offline browser still answers the server's pings here; what the other side sees is tested over the wire (settle, call-status).
  await context.setOffline(false)
  for (const page of [door, home]) await expect(page.getByText(/^Reconnecting/)).toHaveCount(0, { timeout: 20_000 })
  await expectTwoWay(door, home)
})
