import { expect } from '@playwright/test'
import { expectTwoWay, startVideoCall } from '../actions.ts'
import { test } from '../fixtures.ts'

test('changing motion or theme settings does not affect the call', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  const video = await home.locator('#remote-video').elementHandle()
  await home.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  await expectTwoWay(door, home)
  expect(await video?.evaluate((element) => element.isConnected)).toBe(true)
})
