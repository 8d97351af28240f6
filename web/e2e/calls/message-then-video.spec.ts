import { expect } from '@playwright/test'
import { answer, chatBox, expectTwoWay, ring, write } from '../actions.ts'
import { test } from '../fixtures.ts'

// covers: S-late-call
test('a conversation becomes a call, and its outcome stays message', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Message')
  await write(home, 'I call you')
  await expect(chatBox(door)).toBeVisible()
  await home.getByRole('button', { name: /^(Video|Video Call)$/ }).click()
  await expect(door.getByText('The resident is calling')).toBeVisible()
  await door.getByRole('button', { name: 'Join' }).click()
  await expectTwoWay(door, home)
  expect((await resident.activities())[0]).toMatchObject({ outcome: 'answered_message' })
})

test('on a phone a scrolled conversation still shows the call', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Message')
  await write(home, 'I call you')
  await write(door, Array.from({ length: 60 }, (_, line) => `Line ${line}`).join('\n'))
  const [own, theirs] = [door.locator('.bub.mine').last(), door.locator('.bub:not(.mine)').first()]
  const looks = (bubble: typeof own) =>
    bubble.evaluate((element) => [getComputedStyle(element).fontSize, getComputedStyle(element).textAlign])
  await expect(theirs).toBeVisible()
  expect(await looks(own)).toEqual(await looks(theirs))
  // The log has scrolled, not the page.
  expect(await door.getByRole('log').evaluate((log) => log.scrollTop)).toBeGreaterThan(400)
  await home.getByRole('button', { name: /^(Video|Video Call)$/ }).click()
  await expect(door.getByText('The resident is calling')).toBeInViewport()
  await expect(door.getByRole('button', { name: 'Join' })).toBeInViewport()
})
