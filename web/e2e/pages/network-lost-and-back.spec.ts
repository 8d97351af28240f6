import { expect } from '@playwright/test'
import { answer, chatBox, expectLine, incoming, ring, write } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: S-visitor-away
test('a visitor offline during the answer sees it on reconnect', { tag: '@all' }, async ({ openResident, openVisitor }) => {
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

// covers: S-chat-closed N-offline
test('a message written offline is sent once on reconnect', async ({ openResident, openVisitor }) => {
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

test('a reload keeps what the visitor has typed and not sent', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door, context } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Message')
  await expect(chatBox(door)).toBeVisible()
  const address = door.url()
  await context.setOffline(true)
  await chatBox(door).fill('Sent from nowhere')
  await chatBox(door).press('Enter')
  await chatBox(door).fill('Half a sentence')
  await door.goto('about:blank')
  await context.setOffline(false)
  await door.goto(address)
  await expect(chatBox(door)).toHaveValue('Half a sentence')
  await expect(home.getByText('Sent from nowhere', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expectLine(door, 'Sent from nowhere')
})
