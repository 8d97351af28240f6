import { expect } from '@playwright/test'
import { answer, chatBox, expectLine, expectTwoWay, incoming, ring, startVideoCall, write } from './actions.ts'
import { test } from './fixtures.ts'

test('a visitor without network while it rings sees on return what was answered [S-visitor-away]', async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident()
  const { page: door, context } = await openVisitor(resident)
  await ring(door)
  await expect(incoming(home)).toBeVisible()
  await context.setOffline(true)
  await answer(home, 'Message')
  await write(home, 'Written while you were away')
  await context.setOffline(false)
  await expect(door.getByText('Written while you were away')).toBeVisible({ timeout: 20_000 })
  await expectLine(door, 'Written while you were away')
})

test('a message written without network is sent once when it is back [S-chat-closed]', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door, context } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Message')
  await expect(chatBox(door)).toBeVisible()
  await context.setOffline(true)
  await chatBox(door).fill('Sent from nowhere')
  await chatBox(door).press('Enter')
  await context.setOffline(false)
  await expect(home.getByText('Sent from nowhere', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expectLine(home, 'Sent from nowhere')
})

test('a call outlives a lost socket, and whoever lost it reads that it reconnects [S-interrupted]', async ({
  openResident,
  openVisitor,
}) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door, context } = await openVisitor(resident)
  await startVideoCall(door, home)
  await context.setOffline(true)
  await expect(door.getByText(/^Reconnecting/).first()).toBeVisible({ timeout: 15_000 })
  // Cut off in this way the browser still answers the house's pings: the other side's word is shown over the wire (settle, call-status).
  await context.setOffline(false)
  for (const page of [door, home]) await expect(page.getByText(/^Reconnecting/)).toHaveCount(0, { timeout: 20_000 })
  await expectTwoWay(door, home)
})
