/** The delays of section 9, measured with a controlled browser clock. */
import { expect, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'

/** How many requests of one path the page has sent since. */
function countRequests(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

/** Loads a page under a clock that moves only by `runFor` from here on. */
async function underClock(page: Page, ready: () => Promise<void>): Promise<void> {
  await page.clock.install()
  await page.reload()
  await ready()
  await page.clock.pauseAt(Date.now() + 5_000)
}

/** In steps of a second at most, between which answers and pongs arrive: a jump would look like a lost connection. */
async function advance(page: Page, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 1_000) await page.clock.runFor(Math.min(left, 1_000))
}

/** Advances the page's clock until it sends a request of this path, and waits for the answer. @returns milliseconds of that clock */
async function untilRequest(page: Page, path: string): Promise<number> {
  const step = 500
  let advanced = 0
  let answered = false
  const answer = page
    .waitForResponse((response) => new URL(response.url()).pathname === path)
    .then(() => {
      answered = true
    })
  for (; !answered && advanced < 10_000; advanced += step) {
    const asked = countRequests(page, path)
    await advance(page, step)
    if (asked() > 0) await answer
  }
  return advanced
}

// covers: L-activities-poll
test('the dashboard polls activities every five seconds', async ({ openResident }) => {
  const { page } = await openResident()
  await underClock(page, () => expect(page.getByText('No one has rung yet')).toBeVisible())
  await untilRequest(page, '/api/activities')
  for (let poll = 0; poll < 3; poll += 1) {
    const waited = await untilRequest(page, '/api/activities')
    expect(waited).toBeGreaterThanOrEqual(4_500)
    expect(waited).toBeLessThanOrEqual(6_000)
  }
})

// covers: L-copied
test('a copied indicator lasts two seconds', async ({ openResident, world }) => {
  const { page, context } = await openResident()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: world.url })
  const share = page.getByRole('button', { name: 'Share Link' })
  await underClock(page, () => expect(share).toBeVisible())
  await share.click()
  const copied = page.getByRole('button', { name: 'Text Copied!', exact: true })
  await expect(copied).toBeVisible()
  await advance(page, 1_900)
  await expect(copied).toBeVisible()
  await advance(page, 200)
  await expect(share).toBeVisible()
})

/** Leaves a page that shows a list, and comes back before and after the list's cache is over. */
async function expectCached(page: Page, path: string, operation: string, cachedMs: number): Promise<void> {
  const link = page.locator(`a[href="${path}"]`).first()
  await underClock(page, () => expect(page.getByRole('heading', { level: 1 })).toBeVisible())
  const asked = countRequests(page, operation)
  const leaveFor = async (milliseconds: number) => {
    await page.getByRole('link', { name: 'Subscription', exact: true }).dispatchEvent('click')
    await expect(page.getByRole('heading', { level: 1, name: 'Subscription' })).toBeVisible()
    await advance(page, milliseconds)
    const before = asked()
    await link.dispatchEvent('click')
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await advance(page, 100)
    return asked() - before
  }
  expect(await leaveFor(cachedMs / 2)).toBe(0)
  expect(await leaveFor(cachedMs)).toBeGreaterThan(0)
}

// covers: L-notifications-cache
test('notifications are cached for a minute', async ({ openResident }) => {
  const { page } = await openResident({ path: '/notifications' })
  await expectCached(page, '/notifications', '/api/notifications', 60_000)
})

// covers: L-contacts-cache
test('contacts are cached for five minutes', async ({ openResident }) => {
  const { page } = await openResident({ path: '/contacts' })
  await expectCached(page, '/contacts', '/api/contacts', 300_000)
})

// covers: L-visitor-clock
test('the clock on the visitor’s page updates every minute', async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page } = await openVisitor(resident)
  const time = page.locator('.door-panel time')
  await underClock(page, () => expect(time).toBeVisible())
  const shown = await time.textContent()
  await advance(page, 61_000)
  await expect(time).not.toHaveText(shown ?? '')
})
