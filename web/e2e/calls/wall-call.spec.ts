import { expect } from '@playwright/test'
import { answer, expectEnded, hangUp, ring, turnOnCamera } from '../actions.ts'
import { test } from '../fixtures.ts'
import { expectMedia } from '../media.ts'

// covers: W-wall
test('a wall display answers by video as any device', { tag: '@all' }, async ({
  openResident,
  openDevice,
  openVisitor,
  consoleErrors,
  world,
}) => {
  const { resident } = await openResident({ premium: true })
  const { page: wall, resident: device } = await openDevice(resident)
  await device.call('auth.start_wall', {})
  await wall.goto(`${world.url}/wall`)
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await turnOnCamera(door)
  await answer(wall, 'Video Call')
  await Promise.all([expectMedia(wall, { video: true, audio: true }), expectMedia(door, { video: true, audio: true })])
  await hangUp(wall)
  await Promise.all([expectEnded(wall), expectEnded(door)])
  expect((await resident.activities())[0]).toMatchObject({ outcome: 'answered_video', answeredSession: expect.any(String) })
  expect(consoleErrors).toEqual([])
})
