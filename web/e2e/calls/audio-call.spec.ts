import { expect } from '@playwright/test'
import { answer, chatBox, expectEnded, hangUp, ring, turnOnCamera } from '../actions.ts'
import { test } from '../fixtures.ts'
import { expectMedia, received } from '../media.ts'

// covers: S-audio-call T-call-ended
test('an audio call carries both voices and no video', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await turnOnCamera(door)
  await answer(home, 'Audio Call')
  await expect(home.getByText('Audio call in progress...')).toBeVisible()
  await Promise.all([expectMedia(home, { video: false, audio: true }), expectMedia(door, { video: false, audio: true })])
  expect((await received(home)).framesDecoded).toBe(0)

  await home.getByRole('button', { name: 'Chat', exact: true }).click()
  await expect(chatBox(home)).toBeFocused()
  await home.keyboard.press('Escape')
  await expect(chatBox(home)).toBeHidden()
  await expect(home.getByRole('button', { name: 'Chat', exact: true })).toBeFocused()

  // The end is also announced over an open chat, which stays open.
  await home.keyboard.press('Enter')
  await expect(chatBox(home)).toBeFocused()
  await hangUp(door)
  await Promise.all([expectEnded(home), expectEnded(door)])
  await expect(chatBox(home)).toBeVisible()
  expect((await resident.activities())[0]).toMatchObject({ outcome: 'answered_audio' })
})

test('an ended audio call no longer says it was accepted', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Audio Call')
  await expect(door.getByText('Call Accepted!')).toBeVisible()
  await hangUp(home)
  await expect(door.getByRole('heading', { name: 'Call Ended', exact: true })).toBeVisible()
  // Checked once, because the toast closes by itself.
  expect(await door.getByText('Call Accepted!').count()).toBe(0)
})
