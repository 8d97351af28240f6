import { expect } from '@playwright/test'
import { answer, chatBox, incoming, lockPhone, ring, unlockPhone, write } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: S-visitor-away
test('a ring survives a locked phone, which shows the answer on return', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door, context } = await openVisitor(resident)
  await ring(door, 'Marcus Bell')
  await expect(incoming(home)).toBeVisible()
  await lockPhone(door, context)
  await expect(incoming(home).getByText("Marcus Bell's phone is asleep or offline")).toBeVisible({ timeout: 20_000 })

  await answer(home, 'Message')
  await write(home, 'Wake up')
  await unlockPhone(door, context)
  await expect(chatBox(door)).toBeVisible({ timeout: 15_000 })
  await expect(door.getByText('Wake up', { exact: true })).toBeVisible()
})
