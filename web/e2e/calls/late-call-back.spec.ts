import { expect } from '@playwright/test'
import { answer, chatBox, endRingLife, expectToast, expectTwoWay, incoming, ring } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: S-late-call
test('a missed visitor still on the page is called back and joins', { tag: '@all' }, async ({ openResident, openVisitor, world }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
  await endRingLife(world, resident)
  await expect(door.getByText('No one answered')).toBeVisible()
  await expect(incoming(home)).toBeHidden()

  await home.getByRole('button', { name: 'Open the visit of Marcus Bell' }).click()
  await home.getByRole('button', { name: 'Open chat' }).click()
  await home.getByRole('button', { name: /^(Video|Video Call)$/ }).click()
  await expect(home.getByRole('heading', { name: 'Waiting for Marcus Bell' })).toBeVisible()
  await expect(door.getByText('The resident is calling')).toBeVisible()
  await door.getByRole('button', { name: 'Join' }).click()
  await expectTwoWay(door, home)
  expect((await resident.activities())[0]).toMatchObject({ outcome: 'missed' })
})

test('the resident sees that the visitor stays in the chat', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
  await answer(home, 'Message')
  await home.getByRole('button', { name: 'Video Call' }).click()
  await door.getByRole('button', { name: 'Stay in the chat' }).click()
  await expect(home.locator('.ant-notification-notice')).toBeVisible()
  await expect(chatBox(home)).toBeVisible()
  await expectToast(home, 'success', 'Marcus Bell prefers to write')
})
