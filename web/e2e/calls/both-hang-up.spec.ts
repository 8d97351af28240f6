import { expect } from '@playwright/test'
import { endButton, expectEnded, startVideoCall } from '../actions.ts'
import { test } from '../fixtures.ts'
import { expectNoTracks } from '../media.ts'

// covers: S-end S-tracks-stop
test('both pressing End at once ends the call once', { tag: '@all' }, async ({ openResident, openVisitor, consoleErrors }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  const [here, there] = await Promise.all([endButton(home), endButton(door)])
  await Promise.all([here.evaluate((button) => button.click()), there.evaluate((button) => button.click())])
  await Promise.all([expectEnded(home), expectEnded(door)])
  await Promise.all([expectNoTracks(home), expectNoTracks(door)])
  await expect.poll(async () => (await resident.activities())[0]?.callSeconds).toBeGreaterThan(0)
  const first = (await resident.activities())[0]
  expect(first).toMatchObject({ outcome: 'answered_video' })
  expect(consoleErrors).toEqual([])
})
