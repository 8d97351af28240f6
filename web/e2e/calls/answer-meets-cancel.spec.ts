import { expect } from '@playwright/test'
import { hangUp, incoming, ring, takesPresses } from '../actions.ts'
import { test } from '../fixtures.ts'

for (const how of ['Message', 'Video Call'] as const) {
  // covers: S-cancel-late
  test(`${how} and Cancel at once leave both sides with one outcome`, { tag: '@all' }, async ({ openResident, openVisitor }) => {
    const { page: home, resident } = await openResident({ premium: true })
    const { page: door } = await openVisitor(resident)
    await ring(door)
    const pressed = incoming(home).getByRole('button', { name: how })
    const cancel = door.getByRole('button', { name: 'Cancel' })
    await Promise.all([takesPresses(home), cancel.click({ trial: true })])
    // Both are found before either is pressed, so that neither has disappeared.
    const buttons = await Promise.all([pressed.elementHandle(), cancel.elementHandle()])
    const [, wasThere] = await Promise.all(
      buttons.map((button) =>
        button?.evaluate((element: HTMLElement) => {
          const isThere = element.isConnected
          element.click()
          return isThere
        }),
      ),
    )
    // On a slow machine the answer may have replaced Cancel: then this visitor is in a call and ends it.
    if (!wasThere && how === 'Video Call') await hangUp(door)

    await expect(incoming(home)).toBeHidden({ timeout: 15_000 })
    await expect.poll(async () => (await resident.activities())[0]?.outcome).toMatch(/^(cancelled|answered_(message|video))$/)
    await expect(door.getByRole('button', { name: 'End', exact: true })).toBeHidden()
    const [activity] = await resident.activities()
    if (activity?.outcome === 'cancelled') await expect(door.getByRole('button', { name: 'Ring Doorbell' })).toBeVisible()
    if (activity?.outcome === 'answered_video')
      await expect.poll(async () => (await resident.activities())[0]?.callSeconds).toEqual(wasThere ? 0 : expect.any(Number))
  })
}
