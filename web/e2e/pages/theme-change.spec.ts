import { expect } from '@playwright/test'
import { test } from '../fixtures.ts'

test('controls take a changed theme’s colours together with the page', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident({ path: '/contacts' })
  const button = page.getByRole('button', { name: 'Add Your First Contact' })
  const colour = () => button.evaluate((element) => getComputedStyle(element).backgroundColor)
  const light = await colour()
  // Listens before the theme changes. The promise is inside an object, because evaluateHandle would await a bare promise.
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
