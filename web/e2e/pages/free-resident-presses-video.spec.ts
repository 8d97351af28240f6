import { expect } from '@playwright/test'
import { answer, chatBox, expectLine, expectToast, expectWaiting, incoming, ring, takesPresses, write } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: S-free-modal S-free-answer V-premium-message
test('a free resident is offered Premium while the visitor can chat', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  const places = () =>
    Promise.all([door.getByText('Calling Resident...').boundingBox(), door.getByRole('button', { name: 'Cancel' }).boundingBox()])
  const before = await places()
  await answer(home, 'Video Call')
  const modal = incoming(home)
  await expect(modal.getByRole('heading', { name: 'Premium Subscription Required' })).toBeFocused()
  await expect(modal.getByText('You need a premium subscription to use video call features.')).toBeVisible()
  // The visitor and the countdown are not covered.
  await expect(modal.getByText('Vera Visitor', { exact: true })).toBeInViewport()
  await expect(modal.getByRole('timer')).toBeInViewport()
  // docs/product/decisions.md, 18 and docs/product/states.md: the ring continues, and the visitor is offered the chat field without a
  // reason.
  await expect(chatBox(door)).toBeVisible()
  // The dialog opens by itself, maybe under a thumb, so nothing else may move.
  expect(await places()).toEqual(before)
  expect((await resident.activities())[0]).toMatchObject({ outcome: null, isHandled: false })
  await expect(door.getByText(/premium|subscription|upgrade/i)).toHaveCount(0)

  await modal.getByRole('button', { name: 'Not Now' }).click()
  await expect(modal.getByRole('button', { name: 'Ignore' })).toBeVisible()
  await answer(home, 'Audio Call')
  await expect(modal.getByText(/^You need a premium subscription to use audio calls/)).toBeVisible()
  await takesPresses(home)
  await modal.getByRole('button', { name: 'Message Vera Visitor' }).click()
  await write(home, "I'm on my way")
  await expectLine(door, "I'm on my way")
  // The sentence is not repeated after the ring. Checked once, because a toast closes by itself.
  expect(await home.getByText('Premium Subscription Required').count()).toBe(0)
  await home.getByRole('button', { name: /^(Video|Video Call)$/ }).click()
  await expectToast(home, 'failure', 'Premium Subscription Required', 'You need a premium subscription to use video call features.')
})

// covers: P-free-no-call
test('the server refuses a free resident’s call whatever the page sends', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  const [live] = await resident.activities()
  await expect(resident.call('doorbell.handle', { id: live?.id ?? 0, handledType: 'video_call' })).rejects.toMatchObject({
    status: 403,
    code: 'subscription_required',
  })
  await expectWaiting(door)
})
