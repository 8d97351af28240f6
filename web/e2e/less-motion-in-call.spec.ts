import { expect } from '@playwright/test'
import { expectTwoWay, startVideoCall } from './actions.ts'
import { test } from './fixtures.ts'

test('a system that turns to less motion or to dark in a call leaves the call as it is', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, home)
  const video = await home.locator('#remote-video').elementHandle()
  await home.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  await expectTwoWay(door, home)
  expect(await video?.evaluate((element) => element.isConnected)).toBe(true)
})

test('controls have the colours of a changed theme at once, like the page', async ({ openResident }) => {
  const { page } = await openResident({ path: '/contacts' })
  const button = page.getByRole('button', { name: 'Add Your First Contact' })
  const colour = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
  const light = await colour()
  // It listens before the theme changes; the answer stands inside an object, so that this does not wait for it.
  const listening = await button.evaluateHandle((element) => ({
    painted: new Promise<string>((resolve) => {
      const read = () => resolve(getComputedStyle(element).backgroundColor)
      const onChange = () => requestAnimationFrame(() => requestAnimationFrame(read))
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', onChange, { once: true })
    }),
  }))
  await page.emulateMedia({ colorScheme: 'dark' })
  const first = await listening.evaluate(({ painted }) => painted)
  await page.reload()
  expect(first).toBe(await colour())
  expect(first).not.toBe(light)
})
