import { expect } from '@playwright/test'
import { answer, expectLine, incoming, ring, write } from '../actions.ts'
import { test } from '../fixtures.ts'

/** The services that a ring passes through; a wire test kills the others (gateway/test/killed-while-ringing). */
const PARTS = ['gateway', 'doorbell', 'signaling'] as const

for (const part of PARTS) {
  test(`a ring survives ${part} being killed and can be answered`, { tag: '@all' }, async ({ world, openResident, openVisitor }) => {
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
