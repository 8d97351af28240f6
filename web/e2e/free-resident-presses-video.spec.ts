import { expect } from '@playwright/test'
import { answer, chatBox, expectLine, expectWaiting, incoming, ring, write } from './actions.ts'
import { test } from './fixtures.ts'

test('a free resident is told about Premium over the live ring, the visitor hears nothing of plans and can chat [S-free-modal] [S-free-answer] [V-premium-message]', async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Video Call')
  await expect(home.getByText('Premium Subscription Required')).toBeVisible()
  // Decision 18 and states.md: the ring goes on, and the visitor is offered the chat field, with no word of why.
  await expect(chatBox(door)).toBeVisible()
  expect((await resident.activities())[0]).toMatchObject({ outcome: null, isHandled: false })
  await expect(door.getByText(/premium|subscription|upgrade/i)).toHaveCount(0)

  await home.getByRole('button', { name: 'Not Now' }).click()
  await expect(incoming(home)).toBeVisible()
  await answer(home, 'Message')
  await write(home, 'I am on my way')
  await expectLine(door, 'I am on my way')
  // Toasts wait while it rings; what was answered with Not Now is not said again after it. Asked once: a toast goes by itself.
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
