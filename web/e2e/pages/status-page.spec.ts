import { expect } from '@playwright/test'
import { DAY_MS } from '#proto/durations.ts'
import { STATUS } from '#proto/limits.ts'
import { STATUS_PAGE } from '#proto/pages.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'

const ROW = 'INSERT INTO ring_status (until, since, doors, rings, p50, p95, prompt) VALUES ($1, $2, 63, 1284, 84, 1240, 1278)'

test('the status page reads well in both languages and fits a phone', { tag: '@all' }, async ({ world, openVisitor }) => {
  const until = Math.floor(world.now() / DAY_MS) * DAY_MS - DAY_MS
  // Deletes the counts of earlier tests' rings, which may have been made at a later time of the product's clock.
  await world.postgres('notify', 'DELETE FROM ring_status')
  await world.postgres('notify', ROW, [new Date(until), new Date(until - STATUS.days * DAY_MS)])
  const { page } = await openVisitor(await world.resident(), { phone: true })
  await page.goto(`${world.url}${STATUS_PAGE}`)
  await expect(page.getByRole('heading', { name: 'How fast rings are shown' })).toBeVisible()
  await expect(page.getByText('1,284 rings at 63 doors')).toBeVisible()
  await expectNone(page)
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page.getByRole('heading', { name: 'Wie schnell Klingeln angezeigt wird' })).toBeVisible()
  await expectNone(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
})
