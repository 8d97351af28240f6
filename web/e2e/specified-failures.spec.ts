/** The catalogue's sentences (section 8) on the screen where they belong, each after its own failure. */
import { expect } from '@playwright/test'
import { answer, expectToast, incoming, ring } from './actions.ts'
import { test } from './fixtures.ts'
import { hasNoCamera } from './lesser-browsers.ts'

test('a sign-out that does not arrive is told [T-auth]', async ({ openResident }) => {
  const { page } = await openResident()
  await page.route('**/api/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expectToast(page, 'failure', 'Logout failed', /./)
  await expect(page.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
})

test('the strength meter climbs through its five words as rules are met [T-strength]', async ({ browser, world, contexts }) => {
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

test('a refused microphone says what to allow [T-microphone]', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true, devices: 'denied' })
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Audio Call')
  const sentence = 'Please allow microphone access for audio calls. You can change these permissions in your browser settings.'
  await expect(home.getByText(sentence)).toBeVisible()
})

test('a refused camera is told in the specified words [T-camera]', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true, devices: 'denied' })
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Video Call')
  await expect(home.getByText('Camera access error')).toBeVisible()
  await expect(home.getByText('Unable to access your camera. Please check permissions.')).toBeVisible()
})

test('a browser without camera access is told so [T-camera-unsupported]', async ({
  browser,
  world,
  openResident,
  openVisitor,
  contexts,
}) => {
  const { resident } = await openResident({ premium: true })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  contexts.push(context)
  await context.addInitScript(hasNoCamera)
  await context.addCookies([...resident.client.cookies].map(([name, value]) => ({ name, value, url: world.url, httpOnly: true })))
  const home = await context.newPage()
  await home.goto(`${world.url}/doorbell`)
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Video Call')
  await expect(home.getByText('Camera not supported')).toBeVisible()
  await expect(home.getByText("Your browser doesn't support camera access.")).toBeVisible()
})

test('a ring that does not arrive keeps the form and says so [T-ring-failed]', async ({ openResident, openVisitor }) => {
  const { resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await door.route('**/api/doorbell/ring/*', (route) => route.fulfill({ status: 500, body: '' }))
  await door.getByLabel('Your Name').fill('Vera')
  await door.getByRole('textbox', { name: /^Message/ }).fill('Hello')
  await door.getByRole('button', { name: 'Ring Doorbell' }).click()
  await expect(door.getByText('Doorbell Ring Failed')).toBeVisible()
  await expect(door.getByLabel('Your Name')).toHaveValue('Vera')
})

test('an Ignore that the server refuses is told, and the ring stays [T-dismiss-failed]', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await home.route('**/api/activities/*/handle', (route) => route.fulfill({ status: 500, body: '' }))
  await answer(home, 'Ignore')
  await expectToast(home, 'failure', 'Error', 'Failed to dismiss the call. Please try again.')
  await expect(incoming(home)).toBeVisible()
})

test('activity logs that do not load say so and can be asked for again [T-activities-failed]', async ({ openResident, world }) => {
  const { page } = await openResident()
  await expect(page.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
  await page.route(/\/api\/activities(\?|$)/, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`${world.url}/activity-logs`)
  await expect(page.getByText('Failed to load activities')).toBeVisible()
  await expect(page.getByText('Could not load your activity logs. Please try again.').first()).toBeVisible()
  await page.unroute(/\/api\/activities(\?|$)/)
  await page.getByRole('button', { name: /Try Again|Retry/ }).click()
  await expect(page.getByText('No activity yet')).toBeVisible()
})
