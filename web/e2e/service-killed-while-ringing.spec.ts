import { expect } from '@playwright/test'
import { ALL_PARTS } from '#scripts/testing/stack.ts'
import { answer, expectLine, incoming, ring, write } from './actions.ts'
import { test } from './fixtures.ts'

for (const part of ALL_PARTS) {
  test(`${part} killed with -9 while it rings: the ring is shown once, goes on by itself, and can be answered`, async ({
    world,
    openResident,
    openVisitor,
  }) => {
    const { page: home, resident } = await openResident()
    const { page: door } = await openVisitor(resident)
    await ring(door, 'Marcus Bell')
    await expect(incoming(home)).toBeVisible()

    await world.kill(part)
    await world.running(part)
    await expect(incoming(home)).toHaveCount(1)
    await answer(home, 'Message')
    await write(home, 'Still here')
    await expect(door.getByText('Still here', { exact: true })).toBeVisible({ timeout: 20_000 })
    await expectLine(door, 'Still here')
    const activities = await resident.activities()
    expect(activities).toHaveLength(1)
    expect(activities[0]).toMatchObject({ visitorName: 'Marcus Bell', outcome: 'answered_message' })
  })
}
