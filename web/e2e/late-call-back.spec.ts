import { expect } from '@playwright/test'
import { answer, chatBox, expectToast, expectTwoWay, incoming, ring } from './actions.ts'
import { test } from './fixtures.ts'

test('a missed visitor who is still there is called back and joins [S-late-call]', async ({ openResident, openVisitor }) => {
  test.setTimeout(180_000)
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
  await expect(door.getByText('No one answered')).toBeVisible({ timeout: 50_000 })
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

test('a visitor who stays in the chat leaves the resident in it, who is told so', async ({ openResident, openVisitor }) => {
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
