import { expect, type Locator, type Page, type WebSocketRoute } from '@playwright/test'
import { create } from 'qrcode'
import { ERRORS } from '#proto/errors.ts'
import { TIME } from '#proto/limits.ts'
import { answer, expectToast, incoming, takesPayments } from '../actions.ts'
import { test } from '../fixtures.ts'

/** The title of the page and of its browser tab. */
async function expectNamed(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${title} `))
}
const upgrades = (page: Page) => page.getByRole('button', { name: /^Upgrade/ })
const now = (page: Page) => page.evaluate(() => performance.now())
const height = async (shown: Locator) => (await shown.boundingBox())?.height ?? 0
const RING_LIFE = 31_000
const UNAVAILABLE = { code: 'unavailable', message: ERRORS.unavailable.message }

/** The clipboard's text, pasted into a field, because the page's permissions policy forbids scripts to read it. */
async function pasted(page: Page): Promise<string> {
  await page.evaluate(() => {
    const field = document.createElement('textarea')
    field.id = 'pasted'
    document.body.append(field)
    field.focus()
  })
  await page.keyboard.press('Control+V')
  return page.locator('#pasted').evaluate((field: HTMLTextAreaElement) => {
    field.remove()
    return field.value
  })
}

// covers: R-doorbell W-door-card L-qr L-base T-copied W-recent W-promo
test('the door card shows code and link and shares both', async ({ openResident, world }) => {
  const { page, context, resident } = await openResident()
  await context.grantPermissions(['clipboard-write'], { origin: world.url })
  const link = `${world.url}/visitor/${resident.user.qrCodeId}`
  const card = page
    .getByRole('region', { name: 'Your doorbell' })
    .or(page.getByLabel('Your doorbell', { exact: true }))
    .first()
  const code = card
    .locator('svg')
    .filter({ has: page.locator('title') })
    .first()
  await expectNamed(page, 'My Digital Doorbell')
  const shown = card.getByRole('link', { name: /^Link to your doorbell/ })
  await expect(shown).toHaveAttribute('href', link)
  await expect(shown).toHaveText(link.replace(/^https?:\/\//, ''))

  // Error correction level H: the code has as many modules as that level needs for this link.
  const modules = create(link, { errorCorrectionLevel: 'H' }).modules.size
  expect(await code.getAttribute('viewBox')).toBe(`0 0 ${modules} ${modules}`)
  expect((await code.locator('path').last().getAttribute('fill'))?.toLowerCase()).toBe('#2196f3')
  const width = async () => (await code.boundingBox())?.width
  expect(await width()).toBe(160)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(width).toBe(120)
  await page.setViewportSize({ width: 1440, height: 900 })

  await card.getByRole('button', { name: 'Share Link' }).click()
  await expect(card.getByRole('button', { name: 'Text Copied!', exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Share Link' })).toBeVisible({ timeout: 4_000 })
  expect(await pasted(page)).toBe(`Please use this link to ring my digital doorbell: ${link}`)
  await card.getByRole('button', { name: 'Copy link' }).click()
  await expect(card.getByRole('status').getByText('Link Copied!', { exact: true })).toBeVisible()
  expect(await pasted(page)).toBe(link)
  // The button's confirmation is not repeated as a toast.
  await expect(page.locator('.ant-notification-notice')).toHaveCount(0)

  const recent = page.getByLabel('Recent Activity', { exact: true })
  await recent.getByRole('button', { name: 'Ring my door' }).click()
  await expect(incoming(page).getByText('Test ring')).toBeVisible()
  await answer(page, 'Message')
  await expect(incoming(page).getByText('It works')).toBeVisible()
  // A press at the moment when the button appears is ignored, because it may have been meant for the answer button.
  await expect(async () => {
    await incoming(page).getByRole('button', { name: 'Done' }).click()
    await expect(incoming(page)).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await expect(recent.getByText('No one has rung yet')).toBeVisible()
  for (const name of ['Marcus Bell', 'Nina North']) {
    const visitor = world.visitor()
    const { id } = await visitor.ring(resident, { visitorName: name })
    await visitor.call('doorbell.cancel', { id })
  }
  await expect(recent.getByRole('listitem')).toHaveCount(2)
  await expect(recent.getByRole('button', { name: 'Ring my door' })).toHaveCount(0)
  await expect(recent.getByRole('listitem').first()).toContainText('Nina North')
  await expect(recent.getByRole('listitem').first()).toContainText('Today, ')
  await page.goto(`${world.url}/settings/doors`)
  await page.getByRole('button', { name: 'Ring my door' }).click()
  await expect(incoming(page).getByText('Test ring')).toBeVisible()
})

test('a dashboard that fails to load offers Retry in each card', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident()
  await expect(page.getByText('No one has rung yet')).toBeVisible()
  const calls = /\/api\/(doors|activities|preferences|subscription|visit-requests)(\?|$)/
  await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }))
  await page.reload()
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const failures = {
    'Your doorbell': 'Your doorbell could not be loaded. Please try again.',
    'Visit requests': 'Visit requests could not be loaded. Please try again.',
    'Recent Activity': 'Could not load your activity logs. Please try again.',
  }
  for (const [name, sentence] of Object.entries(failures)) await expect(card(name).getByRole('alert')).toContainText(sentence)
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  const doorbell = card('Your doorbell')
  expect((await height(doorbell)) - (await height(doorbell.getByRole('alert')))).toBeLessThan(40)

  await page.unroute(calls)
  await doorbell.getByRole('button', { name: 'Retry' }).click()
  await expect(doorbell.getByRole('link', { name: /^Link to your doorbell/ })).toBeVisible()
  await card('Visit requests').getByRole('button', { name: 'Retry' }).click()
  await expect(card('Visit requests')).toHaveCount(0)
  // The page polls every five seconds, so the list appears without a press on Retry.
  await expect(page.getByText('No one has rung yet')).toBeVisible()
})

test('the visit requests card stays hidden when empty and refetching fails', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident()
  const sockets: WebSocketRoute[] = []
  await page.routeWebSocket(/\/ws/, (socket) => {
    socket.connectToServer()
    sockets.push(socket)
  })
  await page.reload()
  await expect(page.getByText('No one has rung yet')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Live$/ })).toBeVisible()
  await page.route('**/api/visit-requests?*', (route) => route.abort())
  // Each new socket makes the page request it again; by the second failure the first one has been drawn.
  for (const _failure of ['first', 'second']) {
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/visit-requests?status=pending'))
    await sockets.at(-1)?.close()
    await failed
  }
  await expect(page.getByRole('region', { name: 'Visit requests' })).toHaveCount(0)
})

// covers: W-recent
test('the Recent Activity list is 400 px high, 300 on a phone', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident)
  await visitor.call('doorbell.cancel', { id })
  const list = page.getByLabel('Recent Activity', { exact: true }).getByRole('list')
  for (const [size, high] of [
    [{ width: 1440, height: 900 }, 400],
    [{ width: 390, height: 844 }, 300],
  ] as const) {
    await page.setViewportSize(size)
    await expect.poll(() => height(list)).toBe(high)
  }
})

test('a missed visit shows the visitor’s message', { tag: '@all' }, async ({ openResident, passTime, world }) => {
  const { page, resident } = await openResident()
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident, { visitorName: 'Marcus Bell', message: 'Guest at the door.' })
  await passTime(RING_LIFE)
  const row = page.getByRole('listitem').filter({ hasText: 'Marcus Bell' })
  await expect(row).toContainText('Missed')
  await expect(row).toContainText('Guest at the door.')
  await visitor.call('doorbell.write_as_visitor', { id, message: 'Parcel is at the side' })
  await expect(row).toContainText('Parcel is at the side')
  await page.reload()
  await expect(row).toContainText('Parcel is at the side')
})

test('a payment that failed stands above the doorbell, on a phone too', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident({ premium: true })
  await page.route('**/api/subscription', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), source: 'stripe', status: 'past_due' } })
  })
  await page.reload()
  const notice = page.getByText('Your last payment did not go through.')
  const top = async (shown: Locator) => (await shown.boundingBox())?.y ?? Number.NaN
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await top(notice)).toBeLessThan(await top(page.getByRole('button', { name: 'Share Link' })))
  }
})

// covers: W-promo
test('without payment the operator is named instead of a button', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  for (const path of ['/doorbell', '/settings?tab=doorbell']) {
    await page.goto(world.url + path)
    await expect(page.getByText("Ask this server's operator for Premium.").first()).toBeVisible()
    await expect(upgrades(page)).toHaveCount(0)
  }
  await resident.call('doorbell.add_contact', { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', phone: '555 123 4567' })
  await page.goto(`${world.url}/contacts`)
  await page.getByRole('button', { name: /Video/ }).click()
  await expectToast(page, 'failure', 'Premium Subscription Required', /Ask this server's operator for Premium\.$/)
  await expect(upgrades(page)).toHaveCount(0)
  await page.goto(`${world.url}/subscription`)
  await expect(page.getByText('Payments are not set up on this server.')).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)

  await takesPayments(page)
  await page.goto(`${world.url}/doorbell`)
  await upgrades(page).click()
  await expect(page).toHaveURL(`${world.url}/subscription?plan=premium`)
  await expect(page.getByRole('radio', { name: /^Premium/ })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Continue to payment' })).toBeVisible()
  await page.goto(`${world.url}/subscription?plan=gold`)
  await expect(page.getByRole('radio', { name: /^Free/ })).toBeChecked()
})

test('while the plan cannot be read nobody is offered or refused a way to pay', { tag: '@all' }, async ({ openResident, world }) => {
  const { page } = await openResident()
  await page.route('**/api/subscription', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`${world.url}/settings?tab=doorbell`)
  await expect(page.getByText('More than one door needs Premium.', { exact: true })).toBeVisible()
  await expect(upgrades(page)).toHaveCount(0)
})

// covers: T-subscription-return
test('a payment return is announced only once the tier is premium', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  await page.goto(`${world.url}/subscription?success=true`)
  await expect(page.getByText('Payments are not set up on this server.')).toBeVisible()
  await expect(page.getByText('Subscription Successful')).toHaveCount(0)
  await world.rpc('billing.grant', { userId: resident.user.id, by: 'test' })
  await expectToast(page, 'success', 'Subscription Successful', 'Your premium subscription has been activated.')
})

// covers: R-subscription W-plans W-promo T-subscription-return T-subscription-updated T-update-failed S-downgrade
test('premium hides the promo, and Free can be chosen', { tag: '@all' }, async ({ openResident, world }) => {
  const { page } = await openResident({ premium: true })
  await expect(page.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
  await expect(page.getByText('Upgrade to Premium')).toHaveCount(0)
  await page.goto(`${world.url}/subscription?plan=premium`)
  await expect(page).toHaveURL(`${world.url}/subscription`)
  await expect(page.getByRole('radio', { name: /^Premium/ })).toBeChecked()
  await page.goto(`${world.url}/subscription?success=true`)
  await expectToast(page, 'success', 'Subscription Successful', 'Your premium subscription has been activated.')
  await expectNamed(page, 'Subscription')
  await page.goto(`${world.url}/subscription?canceled=true`)
  await expectToast(page, 'success', 'Subscription Canceled', 'You have canceled the subscription process.')
  await expect(page.getByRole('button', { name: 'Confirm change' })).toHaveCount(0)
  await page.getByRole('radio', { name: /^Free/ }).check({ force: true })
  await page.route('**/api/users/subscription', (route) => route.fulfill({ status: 503, json: UNAVAILABLE }))
  await page.getByRole('button', { name: 'Confirm change' }).click()
  await expectToast(page, 'failure', 'Update Failed', UNAVAILABLE.message)
  await page.unroute('**/api/users/subscription')
  await page.getByRole('button', { name: 'Confirm change' }).click()
  await expectToast(page, 'success', 'Subscription Updated', 'You are now on the Free plan.')
  await expect(page.getByText('Free Plan').first()).toBeVisible()
})

// covers: R-navigation R-navigation-all
test('the sidebar links every page and slides in on a phone', async ({ openResident, world }) => {
  const { page } = await openResident()
  const nav = page.getByRole('navigation', { name: 'Main' })
  const entries = { Dashboard: '/doorbell', Visitors: '/visitors-page', Security: '/security', Subscription: '/subscription' }
  for (const [name, path] of Object.entries(entries)) {
    await nav.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`${world.url}${path}`)
    await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await expect(page.getByText('Robin Reed').first()).toBeVisible()
  await expect(page.getByText('RR', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Free Plan').first()).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(nav).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(`${world.url}/doorbell`)
  await expect(page.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
})

test('with reduced motion a dark theme applies without transitions', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident()
  await expect(page.getByText('No one has rung yet')).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
  await page.evaluate(() => {
    document.addEventListener('transitionrun', () => document.body.setAttribute('data-moved', ''))
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(14, 16, 18)')
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await expect(page.locator('body')).not.toHaveAttribute('data-moved')
})

// covers: L-tooltip
test('a tooltip opens after a delay, on keyboard focus, never on press', { tag: '@all' }, async ({ openResident }) => {
  const { page: home } = await openResident()
  const tooltip = (text: RegExp) => home.getByRole('tooltip').filter({ hasText: text, visible: true })
  const bell = home.getByRole('link', { name: 'Notifications', exact: true })
  const live = home.getByRole('status').filter({ hasText: /^Live$/ })
  await expect(live).toBeVisible()
  await home.clock.install()
  await home.clock.pauseAt(Date.now() + 5_000)
  await bell.hover()
  await home.clock.runFor(TIME.tooltip - 20)
  await expect(tooltip(/^Notifications$/)).toHaveCount(0)
  await expect(bell).not.toHaveAttribute('aria-describedby')
  await home.clock.runFor(40)
  // The tooltip opens while the page's clock is paused; it is positioned in the frames that follow.
  await expect(bell).toHaveAttribute('aria-describedby')
  await live.hover()
  await expect(live).toHaveAttribute('aria-describedby')
  await home.clock.resume()
  await expect(tooltip(/instantly/)).toBeVisible()
  await home.mouse.move(720, 700)
  await expect(tooltip(/./)).toHaveCount(0)
  const copy = home.getByRole('button', { name: 'Copy link' })
  await copy.click()
  await expect(home.getByText('Link Copied!')).toBeVisible()
  await home.waitForFunction(([from, delay]) => performance.now() - from > delay, [await now(home), 2 * TIME.tooltip] as const)
  await expect(tooltip(/./)).toHaveCount(0)
  await home.getByRole('link', { name: 'Contacts', exact: true }).last().focus()
  await home.keyboard.press('Tab')
  await expect(tooltip(/^Notifications$/)).toBeVisible()
  await home.keyboard.press('Escape')
  await expect(tooltip(/./)).toHaveCount(0)
})
