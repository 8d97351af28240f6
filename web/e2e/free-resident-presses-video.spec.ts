import { expect } from '@playwright/test'
import { answer, chatBox, expectLine, expectWaiting, incoming, ring, takesPresses, write } from './actions.ts'
import { test } from './fixtures.ts'

test('a free resident is told about Premium over the live ring, the visitor hears nothing of plans and can chat [S-free-modal] [S-free-answer] [V-premium-message]', async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Video Call')
  const modal = incoming(home)
  await expect(modal.getByRole('heading', { name: 'Premium Subscription Required' })).toBeFocused()
  await expect(modal.getByText('You need a premium subscription to use video call features.')).toBeVisible()
  // Who stands there, and for how long still, is not covered.
  await expect(modal.getByText('Vera Visitor', { exact: true })).toBeInViewport()
  await expect(modal.getByRole('timer')).toBeInViewport()
  // Decision 18 and states.md: the ring goes on, and the visitor is offered the chat field, with no word of why.
  await expect(chatBox(door)).toBeVisible()
  expect((await resident.activities())[0]).toMatchObject({ outcome: null, isHandled: false })
  await expect(door.getByText(/premium|subscription|upgrade/i)).toHaveCount(0)

  await modal.getByRole('button', { name: 'Not Now' }).click()
  await expect(modal.getByRole('button', { name: 'Ignore' })).toBeVisible()
  await answer(home, 'Audio Call')
  await expect(modal.getByText(/^You need a premium subscription to use audio calls/)).toBeVisible()
  await takesPresses(home)
  await modal.getByRole('button', { name: 'Message Vera Visitor' }).click()
  await write(home, 'I am on my way')
  await expectLine(door, 'I am on my way')
  // What was said over the ring is not said again after it. Asked once: a toast goes by itself.
  expect(await home.getByText('Premium Subscription Required').count()).toBe(0)
})

test('the server refuses a call to a free resident whatever the page does [P-free-no-call]', async ({ openResident, openVisitor }) => {
  const { resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  const [live] = await resident.activities()
  await expect(resident.call('doorbell.handle', { id: live?.id ?? 0, handledType: 'video_call' })).rejects.toMatchObject({
    status: 403,
    code: 'subscription_required',
  })
  await expectWaiting(door)
})
