import { expect } from '@playwright/test'
import { answer, expectEnded, expectTwoWay, expectWaiting, hangUp, turnOnCamera } from '../actions.ts'
import { test } from '../fixtures.ts'
import { expectNoTracks } from '../media.ts'

// covers: S-invite R-invite E-activity-video W-invite
test('an invite link works once and joins a call with the owner', async ({ openResident, openVisitor, consoleErrors }) => {
  const { page: home, resident } = await openResident({ premium: true, path: '/contacts' })
  await resident.call('doorbell.add_contact', { firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org', phone: '0301234567' })
  await home.reload()
  await home.getByRole('button', { name: 'Video call with Ada Reed' }).click()
  const dialog = home.getByRole('dialog', { name: 'Invite Ada Reed to a video call' })
  const url = await dialog.getByLabel('Invite link').inputValue()
  await expect(dialog.getByRole('link', { name: 'Email' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:ada@example.org.*${encodeURIComponent(url)}$`),
  )
  await home.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(home.getByRole('button', { name: 'Video call with Ada Reed' })).toBeFocused()

  const { page: guest } = await openVisitor(resident)
  await guest.goto(url)
  await expect(guest.getByRole('heading', { name: 'You are invited to a video call' })).toBeVisible()
  await guest.getByRole('button', { name: 'Join' }).click()
  await expectWaiting(guest)
  await guest.reload()
  await expectWaiting(guest)
  await turnOnCamera(guest)
  await answer(home, 'Video Call')
  await expectTwoWay(guest, home)
  await hangUp(home)
  await Promise.all([expectEnded(home), expectEnded(guest), expectNoTracks(guest)])
  await expect(guest.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
  expect(await resident.activities()).toMatchObject([{ activityType: 'video_call', visitorName: 'Ada Reed', outcome: 'answered_video' }])
  expect(consoleErrors).toEqual([])
})
