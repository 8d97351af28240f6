import { expect } from '@playwright/test'
import { answer, ring } from '../actions.ts'
import { test } from '../fixtures.ts'
import { expectMedia } from '../media.ts'

// covers: S-camera-refused
test('a visitor who denies camera and microphone still sees and hears the resident', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident, { devices: 'denied' })
  await ring(door, 'Marcus Bell')
  await door.getByRole('button', { name: 'Turn on camera and microphone' }).click()
  await expect(door.getByText('Camera and microphone stay off. Your ring continues.')).toBeVisible()

  await answer(home, 'Video Call')
  await expectMedia(door, { video: true, audio: true })
  await expect(home.getByText('Marcus Bell has not turned on the camera')).toBeVisible()
  await expect(door.getByRole('button', { name: 'Continue with chat' })).toBeVisible()
})

// covers: S-devices-refused
test('a resident who denies the camera reads what to do', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident({ premium: true, devices: 'denied' })
  await world.visitor().ring(resident)
  await answer(home, 'Video Call')
  await expect(home.getByText('Camera access error')).toBeVisible()
  await expect(home.getByRole('button', { name: 'Try Again' })).toBeVisible()
})
