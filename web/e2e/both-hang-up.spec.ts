import { expect } from '@playwright/test'
import { endButton, expectEnded, startVideoCall } from './actions.ts'
import { test } from './fixtures.ts'
import { expectNoTracks } from './media.ts'

test('both press End at once: one end, written once, nothing left open [S-end] [S-tracks-stop]', async ({
  openResident,
  openVisitor,
  consoleErrors,
}) => {
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
