import { expect, type Page } from '@playwright/test'
import { TIME } from '#proto/limits.ts'
import { PASSWORD } from '#scripts/testing/people.ts'
import { answer, chatBox, expectToast, incoming } from '../actions.ts'
import { test } from '../fixtures.ts'

/** The titles of all toasts from now on, also of those that close immediately. One may occur twice, because its node is moved. */
const toastsFromNow = (page: Page) =>
  page.evaluateHandle(() => {
    const titles: string[] = []
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node instanceof Element)
          for (const title of node.querySelectorAll('.ant-notification-notice-title')) titles.push(title.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true })
    return titles
  })
/** Milliseconds for which a toast with this title is in the document, from its first occurrence on. */
const lifeOf = (page: Page, title: string) =>
  page.evaluateHandle(
    (wanted) => ({
      life: new Promise<number>((resolve) => {
        let shown: number | undefined
        new MutationObserver(() => {
          const titles = [...document.querySelectorAll('.ant-notification-notice-title')]
          const isShown = titles.some(({ textContent }) => textContent === wanted)
          if (isShown) shown ??= performance.now()
          else if (shown !== undefined) resolve(performance.now() - shown)
        }).observe(document.body, { childList: true, subtree: true, characterData: true })
      }),
    }),
    title,
  )
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

async function signIn(page: Page, username: string, password: string): Promise<void> {
  await field(page, 'Username').fill(username)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

// covers: R-auth R-guard R-loading V-auth-required W-sign-in V-login T-login-failed T-login S-signed-in E-user-data L-toast
test('a signed-out page leads through sign-in to the dashboard', async ({ browser, world, contexts }) => {
  const resident = await world.resident({ firstName: 'Ada' })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  contexts.push(context)
  const page = await context.newPage()
  await page.route('**/api/user', async (route) => {
    await expect(page.getByRole('status')).toBeVisible()
    await route.continue()
  })
  await page.goto(`${world.url}/doorbell`)
  await expect(page).toHaveURL(`${world.url}/auth`)
  await page.unroute('**/api/user')
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
  await expectToast(page, 'failure', 'Authentication Required', 'Please log in to access this feature.')

  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Username is required', { exact: true })).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  await signIn(page, resident.user.username, 'wrong')
  await expectToast(page, 'failure', 'Login failed', 'Invalid username or password')
  await expect(page.locator('.ant-notification-notice')).toHaveCount(1)
  // The sentence stays under the password when the toast has closed, and the next key replaces the password.
  await expect(page.getByRole('main').getByText('Invalid username or password')).toBeVisible()
  await expect(field(page, 'Password')).toBeFocused()
  expect(await field(page, 'Password').evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])).toEqual([0, 5])
  await field(page, 'Password').fill(PASSWORD)
  const toastLife = await lifeOf(page, 'Login successful')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectToast(page, 'success', 'Login successful', 'Welcome back, Ada!')
  // A busy machine closes it later; it counts from a render shortly before it is in the document.
  expect(await toastLife.evaluate(({ life }) => life)).toBeGreaterThan(TIME.toast - 200)
  await expect(page).toHaveURL(`${world.url}/doorbell`)
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('userData') ?? '{}'))).toEqual({
    id: resident.user.id,
    subscriptionTier: 'free',
  })
})

// covers: W-register W-toggle V-register T-registration T-registration-failed R-sign-out T-logout S-log-out E-user-data
test('registration validates each field on blur and ends on the dashboard', async ({ browser, world, contexts }) => {
  const taken = await world.resident()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  contexts.push(context)
  const page = await context.newPage()
  await page.goto(`${world.url}/auth`)
  await expect(page.getByText("Don't have an account?")).toBeVisible()
  await signIn(page, taken.user.username, 'wrong')
  await expectToast(page, 'failure', 'Login failed', 'Invalid username or password')
  await page.getByRole('button', { name: 'Sign up' }).click()
  // The toasts of the other form close long before their 5 s.
  await expect(page.locator('.ant-notification-notice')).toHaveCount(0, { timeout: 2_000 })
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expect(page.getByText('Already have an account?')).toBeVisible()
  await field(page, 'Email').fill('nobody')
  await expect(page.getByText('Invalid email address')).toBeHidden()
  await field(page, 'Email').blur()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()

  const username = `account-${Date.now().toString(36)}`
  const values = { 'First name': 'Ada', 'Last name': 'Reed', Email: `${username}@example.org`, Username: taken.user.username }
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
  for (const label of ['Password', 'Confirm password']) await field(page, label).fill(PASSWORD)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/register')) sent.push(request.url())
  })
  const toasts = await toastsFromNow(page)
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/register', async (route) => {
    await answered.promise
    await route.continue()
  })
  // Submitted twice before the page can draw the effect of the first press.
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit()
    form.requestSubmit()
  })
  // The button shows that the request is pending.
  await expect(page.locator('form').getByRole('button', { name: 'Creating Account' })).toBeVisible()
  answered.resolve()
  await expectToast(page, 'failure', 'Registration failed', 'This username is already taken')
  expect(sent).toHaveLength(1)
  await page.unroute('**/api/register')
  await field(page, 'Username').fill(username)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectToast(page, 'success', 'Registration successful', 'Welcome, Ada! Your doorbell is ready.')
  // No toast appeared before the request had succeeded.
  expect([...new Set(await toasts.jsonValue())]).toEqual(['Registration failed', 'Registration successful'])
  await expect(page).toHaveURL(`${world.url}/doorbell`)

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${world.url}/auth`)
  await expectToast(page, 'success', 'Logged out', 'You have been successfully logged out.')
  expect(await page.evaluate(() => localStorage.getItem('userData'))).toBeNull()
})

// covers: W-registration-closed
test('where registration is closed, the sign-in page says so in place of the form', async ({ page, world }) => {
  await page.route('**/api/registration', (route) => route.fulfill({ json: { open: false } }))
  await page.goto(`${world.url}/auth`)
  await expect(page.getByText('Registration is closed on this server.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign up' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
})

for (const path of ['/', '/auth']) {
  // covers: R-home R-redirect R-auth-known L-redirect
  test(`signed in, ${path} redirects to the dashboard after 100 ms`, async ({ openResident, world }) => {
    const { page } = await openResident()
    await expect(page.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
    // From here on the test controls the page's timers.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.goto(`${world.url}${path}`)
    const redirecting = page.getByText('Redirecting to dashboard...')
    await expect(async () => {
      await page.clock.runFor(1)
      expect(await redirecting.isVisible()).toBe(true)
    }).toPass({ intervals: [20] })
    await page.clock.runFor(50)
    await expect(redirecting).toBeVisible()
    await page.clock.runFor(60)
    await expect(page).toHaveURL(`${world.url}/doorbell`)
  })
}

test('a device that was signed out elsewhere reads that, also when it is opened later', { tag: '@all' }, async ({
  openResident,
  openDevice,
  world,
}) => {
  const { resident } = await openResident()
  const { page } = await openDevice(resident)
  const { page: closed } = await openDevice(resident)
  await expect(closed.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
  await closed.goto('about:blank')
  await resident.call('auth.revoke_other_sessions', {})
  const text = 'Your doorbell does not ring on this device until you sign in again.'
  await expectToast(page, 'success', 'You have been signed out', text)
  await expect(page.getByText('Authentication Required')).toHaveCount(0)
  await closed.goto(`${world.url}/notifications`)
  await expectToast(closed, 'success', 'You have been signed out', text)
  await page.goto(`${world.url}/notifications`)
  await expectToast(page, 'failure', 'Authentication Required', 'Please log in to access this feature.')
})

// covers: R-not-found
test('an unknown page says so', { tag: '@all' }, async ({ openResident, world }) => {
  const { page } = await openResident()
  await page.goto(`${world.url}/nowhere/at/all`)
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible()
})

// covers: R-error
test('a page that fails to render says why, and the rest works', async ({ openResident, world }) => {
  const { page } = await openResident()
  await expect(page.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
  await page.route('**/assets/subscription-page-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Subscription' }).click()
  await expect(page.getByRole('alert')).toContainText('This page could not be shown')
  await expect(page.getByRole('alert')).toContainText('subscription-page')
  await page.unroute('**/assets/subscription-page-*.js')
  await page.goto(`${world.url}/subscription`)
  await expect(page.getByRole('heading', { name: 'Subscription' })).toBeVisible()
})

// covers: R-error
test('a page whose nodes are gone is mounted anew, under an open ring', { tag: '@all' }, async ({ openResident, world, consoleErrors }) => {
  const { page, resident } = await openResident()
  const heading = (name: string) => page.getByRole('heading', { name, exact: true, includeHidden: true })
  await expect(heading('My Digital Doorbell')).toBeVisible()
  await page.getByRole('link', { name: 'Contacts' }).click()
  await expect(heading('Contacts')).toBeVisible()
  await world.visitor().ring(resident, { visitorName: 'Marcus Bell' })
  await expect(incoming(page)).toBeVisible()
  // A translator or an extension replaces nodes without React, which then fails when it removes them.
  await page.evaluate(() => {
    document.querySelector('main')?.replaceChildren()
    history.back()
  })
  await expect(heading('My Digital Doorbell')).toBeVisible()
  expect(consoleErrors.join()).toContain('removeChild')
  await answer(page, 'Message')
  await expect(chatBox(page)).toBeVisible()
})

// covers: R-root
test('a failure at the root offers a reload', async ({ browser, world, contexts }) => {
  const context = await browser.newContext()
  contexts.push(context)
  const page = await context.newPage()
  await page.addInitScript(() => {
    MediaQueryList.prototype.addEventListener = () => {
      throw new Error('a browser that breaks its own promises')
    }
  })
  await page.goto(`${world.url}/auth`)
  await expect(page.getByRole('alert')).toHaveText('Something went wrong')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload page' }).click()
  await reloaded
})
