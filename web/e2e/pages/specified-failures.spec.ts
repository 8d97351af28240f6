/** Each specified error text (docs/product/specification.md, 8) appears after its failure. */
import { expect } from '@playwright/test'
import { answer, expectToast, incoming } from '../actions.ts'
import { hasNoCamera } from '../degraded-browsers.ts'
import { test } from '../fixtures.ts'

// covers: T-auth
test('a failed sign-out is reported', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident()
  await page.route('**/api/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expectToast(page, 'failure', 'Logout failed', /./)
  await expect(page.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
})

// covers: T-strength
test('the strength meter shows its five levels as rules are met', { tag: '@all' }, async ({ browser, world, contexts }) => {
  const context = await browser.newContext()
  contexts.push(context)
  const page = await context.newPage()
  await page.goto(`${world.url}/auth`)
  await page.getByRole('button', { name: 'Sign up' }).click()
  const password = page.getByLabel('Password', { exact: true })
  const steps = { a: 'Very weak', abcdefgh: 'Weak', abcdefg1: 'Medium', Abcdefg1: 'Strong', 'Abcdefg1!': 'Very strong' }
  for (const [typed, word] of Object.entries(steps)) {
    await password.fill(typed)
    await expect(page.getByText(`Password strength: ${word}`, { exact: true })).toBeVisible()
  }
})

// covers: T-microphone
test('a denied microphone says what to allow', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident({ premium: true, devices: 'denied' })
  await world.visitor().ring(resident)
  await answer(home, 'Audio Call')
  const sentence = 'Please allow microphone access for audio calls. You can change these permissions in your browser settings.'
  await expect(home.getByText(sentence)).toBeVisible()
})

// covers: T-camera
test('a denied camera shows the specified text', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident({ premium: true, devices: 'denied' })
  await world.visitor().ring(resident)
  await answer(home, 'Video Call')
  await expect(home.getByText('Camera access error')).toBeVisible()
  await expect(home.getByText('Unable to access your camera. Please check permissions.')).toBeVisible()
})

// covers: T-camera-unsupported
test('a browser without camera access shows an error', { tag: '@all' }, async ({ browser, world, contexts }) => {
  const resident = await world.resident({ premium: true })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  contexts.push(context)
  await context.addInitScript(hasNoCamera)
  await context.addCookies([...resident.client.cookies].map(([name, value]) => ({ name, value, url: world.url, httpOnly: true })))
  const home = await context.newPage()
  await home.goto(`${world.url}/doorbell`)
  await world.visitor().ring(resident)
  await answer(home, 'Video Call')
  await expect(home.getByText('Camera not supported')).toBeVisible()
  await expect(home.getByText("Your browser doesn't support camera access.")).toBeVisible()
})

// covers: T-ring-failed
test('a failed ring keeps the form and says so', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  // 400, because the page retries errors that may be temporary, such as 500 and 502.
  await door.route('**/api/doorbell/ring/*', (route) => route.fulfill({ status: 400, body: '' }))
  await door.getByLabel('Your Name').fill('Vera')
  await door.getByRole('textbox', { name: /^Message/ }).fill('Hello')
  await door.getByRole('button', { name: 'Ring Doorbell' }).click()
  await expect(door.getByText('Doorbell Ring Failed')).toBeVisible()
  await expect(door.getByLabel('Your Name')).toHaveValue('Vera')
})

// covers: T-dismiss-failed
test('a refused Ignore is reported, and the ring stays', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident()
  await world.visitor().ring(resident)
  await home.route('**/api/activities/*/handle', (route) => route.fulfill({ status: 400, body: '' }))
  await answer(home, 'Ignore')
  await expectToast(home, 'failure', 'Error', 'Failed to dismiss the call. Please try again.')
  await expect(incoming(home)).toBeVisible()
})

// covers: T-activities-failed
test('activity logs that fail to load offer Retry', { tag: '@all' }, async ({ openResident, world }) => {
  const { page } = await openResident()
  await expect(page.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
  await page.route(/\/api\/activities(\?|$)/, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`${world.url}/activity-logs`)
  // A replaced toast is still in the page while it fades.
  await expect(page.getByText('Failed to load activities').first()).toBeVisible()
  await expect(page.getByText('Could not load your activity logs. Please try again.').first()).toBeVisible()
  await page.unroute(/\/api\/activities(\?|$)/)
  await page.getByRole('button', { name: /Try Again|Retry/ }).click()
  await expect(page.getByText('No activity yet')).toBeVisible()
})
