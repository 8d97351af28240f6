import { expect } from '@playwright/test'
import { answer, endRingLife, incoming, ring, runAhead } from '../actions.ts'
import { test } from '../fixtures.ts'

test('an Ignore pressed offline is applied on reconnect', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident, context } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await expect(incoming(home)).toBeVisible()
  await context.setOffline(true)
  await expect(incoming(home).getByText('No connection. Your answer will be sent as soon as there is one.')).toBeVisible()
  await answer(home, 'Ignore')
  await expect(incoming(home).getByRole('button', { name: 'Ignore' })).toHaveAttribute('aria-busy', 'true')
  await context.setOffline(false)
  await expect(door.getByText('Call Declined')).toBeVisible()
  expect((await resident.activities())[0]).toMatchObject({ outcome: 'dismissed' })
})

test('a ring that ends offline says so, and on reconnect how', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident, context } = await openResident()
  await home.clock.install()
  await home.reload()
  await world.visitor().ring(resident, { visitorName: 'Marcus Bell' })
  await expect(incoming(home).getByRole('button', { name: 'Message' })).toBeVisible()
  await context.setOffline(true)
  await runAhead(home, incoming(home).getByText('This ring is probably over.'))
  await expect(incoming(home).getByRole('button')).toHaveText(['Close'])
  await endRingLife(world, resident)
  await context.setOffline(false)
  await runAhead(home, incoming(home).getByText('No one answered in time'))
  await home.clock.runFor(10_000)
  await incoming(home).getByRole('button', { name: 'Close' }).click()
  await expect(incoming(home)).toBeHidden()
})
