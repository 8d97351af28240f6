/** The delays of section 9, measured with a controlled browser clock. */
import { expect, type Page } from '@playwright/test'
import { TIME } from '#proto/limits.ts'
import { test } from '../fixtures.ts'

/** @returns a function that returns how many requests to this path the page has sent since the call */
function countRequests(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

type Advance = (milliseconds: number) => Promise<void>

/**
 * Loads a page under a clock that then only moves by the returned function, in steps of at most a second. After each step it waits for the
 * answer to a ping: a page whose clock runs ahead of its pongs takes its connection for lost, reconnects and fetches everything again.
 */
async function underClock(page: Page, ready: () => Promise<void>): Promise<Advance> {
  let unanswered = false
  page.on('websocket', (socket) => {
    unanswered = false
    socket.on('framesent', ({ payload }) => {
      if (payload.toString().includes('"type":"ping"')) unanswered = true
    })
    socket.on('framereceived', ({ payload }) => {
      if (payload.toString().includes('"type":"pong"')) unanswered = false
    })
  })
  await page.clock.install()
  await page.reload()
  await ready()
  await page.clock.pauseAt(Date.now() + 5_000)
  return async (milliseconds) => {
    for (let left = milliseconds; left > 0; left -= 1_000) {
      await page.clock.runFor(Math.min(left, 1_000))
      await expect.poll(() => unanswered, { intervals: [10] }).toBe(false)
    }
  }
}

/** Advances the page's clock until it sends a request to this path, and waits for the answer. @returns milliseconds of that clock */
async function untilRequest(page: Page, advance: Advance, path: string, within: number): Promise<number> {
  const step = 500
  let advanced = 0
  let answered = false
  const answer = page
    .waitForResponse((response) => new URL(response.url()).pathname === path)
    .then(() => {
      answered = true
    })
  for (; !answered && advanced < within; advanced += step) {
    const asked = countRequests(page, path)
    await advance(step)
    if (asked() > 0) await answer
  }
  return advanced
}

// covers: L-activities-poll
test('the dashboard polls activities every five seconds', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident()
  const advance = await underClock(page, () => expect(page.getByText('No one has rung yet')).toBeVisible())
  await untilRequest(page, advance, '/api/activities', 10_000)
  for (let poll = 0; poll < 3; poll += 1) {
    const waited = await untilRequest(page, advance, '/api/activities', 10_000)
    expect(waited).toBeGreaterThanOrEqual(4_500)
    expect(waited).toBeLessThanOrEqual(6_000)
  }
})

// covers: L-alerts-poll
test('alerts are fetched again every minute', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident({ path: '/security' })
  const advance = await underClock(page, () => expect(page.getByText('All Clear!')).toBeVisible())
  const path = '/api/user/security-alerts'
  await untilRequest(page, advance, path, 2 * TIME.securityAlertsPoll)
  const waited = await untilRequest(page, advance, path, 2 * TIME.securityAlertsPoll)
  expect(waited).toBeGreaterThan(TIME.securityAlertsPoll - 2_000)
  expect(waited).toBeLessThan(TIME.securityAlertsPoll + 2_000)
})

// covers: L-copied
test('a copied indicator lasts two seconds', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, context } = await openResident()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.url })
  const share = page.getByRole('button', { name: 'Share Link' })
  const advance = await underClock(page, () => expect(share).toBeVisible())
  await share.click()
  const copied = page.getByRole('button', { name: 'Text Copied!', exact: true })
  await expect(copied).toBeVisible()
  await advance(1_900)
  await expect(copied).toBeVisible()
  await advance(200)
  await expect(share).toBeVisible()
})

/** Leaves a page that shows a list, and returns before and after the list's cache has expired. */
async function expectCached(page: Page, path: string, operation: string, cachedMs: number): Promise<void> {
  const link = page.locator(`a[href="${path}"]`).first()
  const advance = await underClock(page, () => expect(page.getByRole('heading', { level: 1 })).toBeVisible())
  const asked = countRequests(page, operation)
  const leaveFor = async (milliseconds: number) => {
    await page.getByRole('link', { name: 'Subscription', exact: true }).dispatchEvent('click')
    await expect(page.getByRole('heading', { level: 1, name: 'Subscription' })).toBeVisible()
    await advance(milliseconds)
    const before = asked()
    await link.dispatchEvent('click')
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await advance(100)
    return asked() - before
  }
  expect(await leaveFor(cachedMs / 2)).toBe(0)
  expect(await leaveFor(cachedMs)).toBeGreaterThan(0)
}

// covers: L-notifications-cache
test('notifications are cached for a minute', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident({ path: '/notifications' })
  await expectCached(page, '/notifications', '/api/notifications', 60_000)
})

// covers: L-contacts-cache
test('contacts are cached for five minutes', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident({ path: '/contacts' })
  await expectCached(page, '/contacts', '/api/contacts', 300_000)
})

// covers: L-visitor-clock
test('the clock on the visitor’s page updates every minute', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page } = await openVisitor(resident)
  const time = page.locator('.door-panel time')
  const advance = await underClock(page, () => expect(time).toBeVisible())
  const shown = await time.textContent()
  await advance(61_000)
  await expect(time).not.toHaveText(shown ?? '')
})
