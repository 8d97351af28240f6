import { expect } from '@playwright/test'
import { eventually } from '#scripts/testing/wait.ts'
import { expectWaiting, ring } from '../actions.ts'
import { hasNoCamera } from '../degraded-browsers.ts'
import { test } from '../fixtures.ts'

const RING_LIFE = 31_000

// covers: W-photo T-photo
test('a photo is previewed, cancelled, captured and sent with the ring', async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  await door.getByRole('button', { name: 'Take a photo' }).click()
  await expect(door.getByLabel('Camera preview')).toBeVisible()
  await door.getByRole('button', { name: 'Cancel' }).click()
  await expect(door.getByLabel('Camera preview')).toBeHidden()
  await door.getByRole('button', { name: 'Take a photo' }).click()
  await door.getByRole('button', { name: 'Capture Photo' }).click()
  await expect(door.getByText('Photo captured')).toBeVisible()
  await ring(door)
  await eventually('the photo', async () => (await resident.activities())[0]?.photoUrl)
})

// covers: W-photo W-message-photo
test('without camera access the phone’s own camera takes the photo', { tag: '@all' }, async ({ openVisitor, passTime, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident, { degraded: [hasNoCamera] })
  const choosing = door.waitForEvent('filechooser')
  await door.getByRole('button', { name: 'Take a photo' }).click()
  expect(await (await choosing).element().getAttribute('capture')).toBe('environment')
  await door.getByRole('button', { name: 'Guest' }).click()
  await expectWaiting(door)
  await passTime(RING_LIFE)
  await expect(door.getByText('No one answered')).toBeVisible()
  await door.getByRole('button', { name: 'Leave a message' }).click()
  const choosingAgain = door.waitForEvent('filechooser')
  await door.getByRole('button', { name: 'Take a photo' }).click()
  const picture = await door.screenshot({ type: 'jpeg' })
  await (await choosingAgain).setFiles({ name: 'parcel.jpg', mimeType: 'image/jpeg', buffer: picture })
  await eventually('the photo', async () => (await resident.activities())[0]?.photoUrl)
  await door.getByPlaceholder('Type your message...').fill('Parcel is at the side')
  await door.getByRole('button', { name: 'Send' }).click()
  await expect(door.getByText('Request Sent!')).toBeVisible()
  await expect(door.getByRole('link', { name: 'See and delete what I left here' })).toBeVisible()
})

test('a photo that was refused says so, and Retry sends it', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  const photo = '**/api/doorbell/visits/*/photo'
  await door.route(photo, (route) => route.fulfill({ status: 400, body: '' }))
  await door.getByRole('button', { name: 'Take a photo' }).click()
  await door.getByRole('button', { name: 'Capture Photo' }).click()
  await expect(door.getByText('Photo captured')).toBeVisible()
  await ring(door)
  const note = door.getByRole('alert').filter({ hasText: 'Photo not sent' })
  await expect(note).toBeVisible()
  await door.unroute(photo)
  await note.getByRole('button', { name: 'Retry' }).click()
  await expect(note).toBeHidden()
  await eventually('the photo', async () => (await resident.activities())[0]?.photoUrl)
})
