import { expect } from '@playwright/test'
import { incoming, ring, takesPresses } from './actions.ts'
import { test } from './fixtures.ts'

for (const how of ['Message', 'Video Call'] as const) {
  test(`${how} and Cancel at the same moment: both sides end up with the same truth, and the visitor is in no call [S-cancel-late]`, async ({
    openResident,
    openVisitor,
  }) => {
    const { page: home, resident } = await openResident({ premium: true })
    const { page: door } = await openVisitor(resident)
    await ring(door)
    const pressed = incoming(home).getByRole('button', { name: how })
    const cancel = door.getByRole('button', { name: 'Cancel' })
    await Promise.all([takesPresses(home), cancel.click({ trial: true })])
    // The loser's button may vanish under the press: that is the situation.
    await Promise.allSettled([pressed.click({ timeout: 10_000 }), cancel.click({ timeout: 10_000 })])

    await expect(incoming(home)).toBeHidden({ timeout: 15_000 })
    await expect.poll(async () => (await resident.activities())[0]?.outcome).toMatch(/^(cancelled|answered_(message|video))$/)
    await expect(door.getByRole('button', { name: 'End', exact: true })).toBeHidden()
    const [activity] = await resident.activities()
    if (activity?.outcome === 'cancelled') await expect(door.getByRole('button', { name: 'Ring Doorbell' })).toBeVisible()
    if (activity?.outcome === 'answered_video') await expect.poll(async () => (await resident.activities())[0]?.callSeconds).toBe(0)
  })
}
