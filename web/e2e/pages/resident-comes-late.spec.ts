import { expect } from '@playwright/test'
import { answer, chatBox, incoming, ring } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: S-modal-poll
test('a resident who opens the page during a ring can answer', { tag: '@all' }, async ({ world, openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ path: '/doorbell' })
  await home.goto('about:blank')
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await home.goto(`${world.url}/subscription`)
  await expect(incoming(home)).toBeVisible()
  await answer(home, 'Message')
  await expect(chatBox(door)).toBeVisible()
})
