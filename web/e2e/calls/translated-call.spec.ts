import { expect } from '@playwright/test'
import { answer, expectEnded, hangUp, ring, turnOnCamera } from '../actions.ts'
import { test } from '../fixtures.ts'
import { expectMedia } from '../media.ts'
import { pressEverything, translatePage } from '../translator.ts'

// covers: W-translated
test('translated, both sides go through a video and an audio call', { tag: '@all' }, async ({
  openResident,
  openVisitor,
  consoleErrors,
}) => {
  test.setTimeout(180_000)
  const { page: home, resident } = await openResident({ premium: true })
  await expect(home.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
  await translatePage(home)
  const { page: door } = await openVisitor(resident)
  await translatePage(door)
  for (const how of ['Video Call', 'Audio Call'] as const) {
    await ring(door)
    await turnOnCamera(door)
    await answer(home, how)
    const media = { video: how === 'Video Call', audio: true }
    await Promise.all([expectMedia(home, media), expectMedia(door, media)])
    for (const page of [home, door]) {
      const pressed = await pressEverything(page, { never: '^End$' })
      expect(pressed.length, pressed.join()).toBeGreaterThan(3)
    }
    await hangUp(how === 'Video Call' ? home : door)
    await Promise.all([expectEnded(home), expectEnded(door)])
    await pressEverything(door, { never: 'Try Again' })
    await door.getByRole('button', { name: 'Try Again' }).click()
  }
  expect(consoleErrors).toEqual([])
})
