import { expect } from '@playwright/test'
import { answer, ring } from './actions.ts'
import { test } from './fixtures.ts'
import { expectMedia } from './media.ts'

test('a visitor who refuses camera and microphone still rings, and sees and hears the resident [S-camera-refused]', async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident, { devices: 'denied' })
  await ring(door, 'Marcus Bell')
  await door.getByRole('button', { name: 'Turn on camera and microphone' }).click()
  await expect(door.getByText('Camera and microphone stay off. The ring goes on.')).toBeVisible()

  await answer(home, 'Video Call')
  await expectMedia(door, { video: true, audio: true })
  await expect(home.getByText('Marcus Bell has not turned on the camera')).toBeVisible()
  await expect(door.getByRole('button', { name: 'Continue with chat' })).toBeVisible()
})

test('a resident who refuses the camera reads what to do and the visitor stays [S-devices-refused]', async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident({ premium: true, devices: 'denied' })
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Video Call')
  await expect(home.getByText('Camera access error')).toBeVisible()
  await expect(home.getByRole('button', { name: 'Try Again' })).toBeVisible()
})
