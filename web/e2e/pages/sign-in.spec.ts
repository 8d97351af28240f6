/** /auth on the way to something else: a page, a mailed link, an expiring session. */
import { expect, type Page } from '@playwright/test'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { hasNoStorage } from '../degraded-browsers.ts'
import { test } from '../fixtures.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function signIn(page: Page, { user }: Resident): Promise<void> {
  await field(page, 'Username').fill(user.username)
  await field(page, 'Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

async function mailedLink(world: Stack, { user }: Resident): Promise<string> {
  const mails = await world.rpc('auth.dev_mails', {})
  return mails.find(({ to }) => to === user.email)?.text.match(/\S+#verify=\S+/)?.[0] ?? ''
}

/** The path and fragment of a link, to be opened at the address of this product. */
const linkPath = (link: string) => new URL(link).pathname + new URL(link).hash

test('signing in returns to the requested page, also after a reload', { tag: '@all' }, async ({ browser, world, contexts }) => {
  const resident = await world.resident()
  const context = await browser.newContext()
  contexts.push(context)
  const page = await context.newPage()
  await page.goto(`${world.url}/settings?tab=doorbell`)
  await expect(page).toHaveURL(`${world.url}/auth`)
  await page.reload()
  await signIn(page, resident)
  await expect(page).toHaveURL(`${world.url}/settings?tab=doorbell`)
})

test('signing in after a sign-out leads to the dashboard', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident({ path: '/settings' })
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${world.url}/auth`)
  await signIn(page, resident)
  await expect(page).toHaveURL(`${world.url}/doorbell`)
})

// covers: W-mailed-link
test('a mailed link names the account and confirms only on press', async ({ browser, world, contexts }) => {
  const resident = await world.resident()
  const context = await browser.newContext()
  contexts.push(context)
  const page = await context.newPage()
  await page.goto(`${world.url}${linkPath(await mailedLink(world, resident))}`)
  await expect(page.getByRole('heading', { name: 'Is this your account?' })).toBeVisible()
  await expect(page.getByText(`“${resident.user.username}” wants to use ${resident.user.email}`)).toBeVisible()
  await expect(page).toHaveURL(`${world.url}/auth`)
  expect((await resident.call('auth.user', {})).emailVerified).toBe(false)
  await page.getByRole('button', { name: "Yes, it's me" }).click()
  await expect(page.getByRole('status')).toContainText(`${resident.user.email} is now confirmed.`)
  expect((await resident.call('auth.user', {})).emailVerified).toBe(true)
  await page.getByRole('button', { name: 'Go to sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
})

test('Not me invalidates the link', { tag: '@all' }, async ({ browser, world, contexts }) => {
  const resident = await world.resident()
  const context = await browser.newContext()
  contexts.push(context)
  const page = await context.newPage()
  const link = `${world.url}${linkPath(await mailedLink(world, resident))}`
  await page.goto(link)
  await page.getByRole('button', { name: 'Not me' }).click()
  await expect(page.getByRole('status')).toContainText('This account will not use your email address.')
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This link is no longer valid.')
})

test('a session in its last 14 days shows its end and a sign-in link', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  await expect(page.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
  await expect(page.getByText('You will be signed out on')).toBeHidden()
  await world.postgres('auth', "UPDATE sessions SET created_at = created_at - interval '355 days' WHERE user_id = $1", [resident.user.id])
  await page.reload()
  await expect(page.getByText(/You will be signed out on \w+ \d+, \d{4}\./)).toBeVisible()
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await signIn(page, resident)
  await expect(page.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
  await expect(page.getByText('You will be signed out on')).toBeHidden()
})

test('the first field is focused at sign-in and registration', { tag: '@all' }, async ({ browser, world, contexts }) => {
  const context = await browser.newContext()
  contexts.push(context)
  const page = await context.newPage()
  await page.goto(`${world.url}/auth`)
  await expect(field(page, 'Username')).toBeFocused()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(field(page, 'First name')).toBeFocused()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(field(page, 'Username')).toBeFocused()
})

test('/auth violates no content security policy', { tag: '@all' }, async ({ browser, world, contexts }) => {
  const context = await browser.newContext()
  contexts.push(context)
  const page = await context.newPage()
  await page.addInitScript(() => {
    const broken: string[] = []
    Object.assign(window, { broken })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => broken.push(violatedDirective))
  })
  await page.goto(`${world.url}/auth`)
  await field(page, 'Username').fill('nobody')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Password is required')).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toEqual([])
})

test('without storage signing in works, without cookies it says what is missing', { tag: '@all' }, async ({ browser, world, contexts }) => {
  const resident = await world.resident()
  const context = await browser.newContext()
  contexts.push(context)
  await context.addInitScript(hasNoStorage)
  const page = await context.newPage()
  await page.goto(`${world.url}/auth`)
  await page.route('**/api/login', async (route) => {
    const answer = await route.fetch()
    // Removed before the page gets the answer, because it then immediately requests who is signed in.
    await context.clearCookies()
    await route.fulfill({ json: await answer.json(), headers: { 'content-type': 'application/json' } })
  })
  await signIn(page, resident)
  await expect(page.getByText('Signing in needs a cookie.')).toBeVisible()
  await expect(page).toHaveURL(`${world.url}/auth`)
  await page.unroute('**/api/login')
  await signIn(page, resident)
  await expect(page).toHaveURL(`${world.url}/doorbell`)
})
