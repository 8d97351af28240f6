/** What the page says to a person who has to wait because of wrong passwords. */
import { expect, type Page } from '@playwright/test'
import { TIME } from '#proto/limits.ts'
import { nextAddress, PASSWORD } from '#scripts/testing/people.ts'
import { expectToast } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'
import { mailedLink } from '../mailbox.ts'

/** How many failures block an address (LOGIN_BLOCK_AFTER). */
const BLOCKED_AFTER = 20
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

test('five wrong passwords in "Confirm it\'s you" tell how long to wait', { tag: '@all' }, async ({ openResident, passTime }) => {
  const { page } = await openResident({ path: '/security' })
  await passTime(TIME.passwordFresh + 1_000)
  await page.getByRole('switch', { name: 'Two-Factor Authentication', exact: true }).click()
  const confirm = page.getByRole('dialog', { name: "Confirm it's you" })
  for (let wrong = 1; wrong <= 5; wrong += 1) {
    await field(page, 'Password').fill(`Wrong-Word-${wrong}`)
    const answered = page.waitForResponse((response) => response.status() === 403)
    await confirm.getByRole('button', { name: 'Confirm' }).click()
    await answered
  }
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expectToast(page, 'failure', 'Error', 'Too many attempts. Please try again in 15 minutes.')
})

/** Tries other names from this page's address until it is blocked. */
const blockAddress = (page: Page) =>
  page.evaluate(async (most) => {
    for (let tried = 0; tried < most; tried += 1) {
      const body = JSON.stringify({ username: `nobody-${tried}`, password: 'Wrong-Word-1' })
      const { status } = await fetch('/api/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      if (status === 403) return true
    }
    return false
  }, BLOCKED_AFTER + 30)

test('a blocked address reads how long it is blocked, and a mailed link signs in from it', { tag: '@all' }, async ({
  browser,
  contexts,
  world,
}) => {
  const resident = await world.resident()
  const { username, email } = resident.user
  await resident.call('auth.verify_email', { token: (await mailedLink(world, email, 'verify')).split('verify=')[1] ?? '' })
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { 'x-forwarded-for': nextAddress() },
  })
  contexts.push(context)
  const page = await context.newPage()
  await page.goto(`${world.url}/auth`)
  expect(await blockAddress(page)).toBe(true)
  await field(page, 'Username').fill(username)
  await field(page, 'Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectToast(page, 'failure', 'Login failed', 'Too many failed attempts from this address. Please try again in 15 minutes.')
  await expect(page.getByRole('region', { name: 'Too many failed sign-ins' })).toBeVisible()
  await expectNone(page)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto(await mailedLink(world, email, 'sign-in'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${world.url}/doorbell`)
})
