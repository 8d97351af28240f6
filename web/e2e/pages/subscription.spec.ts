/** A resident pays, records a call, sees invoices, changes the card, fails to pay, downgrades and comes back, on our pages and Stripe's. */
import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import type { Resident } from '#scripts/testing/people.ts'
import { expectEnded, expectToast, hangUp, pressTwice, runAhead, startVideoCall } from '../actions.ts'
import { test } from '../fixtures.ts'
import { expectRecordedSeconds, playFilm, record } from '../recording.ts'

test.use({ payments: true })

const chosen = (page: Page, plan: RegExp) => page.getByRole('radio', { name: plan })
const banner = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text })
const historyRows = (page: Page) => page.getByRole('region', { name: 'Billing history' }).getByRole('row')

/** Goes from the plans to Stripe's page. */
async function toCheckout(page: Page): Promise<void> {
  await chosen(page, /^Premium/).check({ force: true })
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
}

async function pay(page: Page): Promise<void> {
  await toCheckout(page)
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expectToast(page, 'success', 'Subscription Successful', 'Your premium subscription has been activated.')
}

/** Opens Stripe's portal, presses a button there, and returns. */
async function inPortal(page: Page, button: string, press: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('button', { name: press, exact: true }).click()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Subscription', level: 1 })).toBeVisible()
}

async function sideGate(resident: Resident): Promise<string> {
  await resident.call('doorbell.change_preferences', { switches: { allowMultipleQRCodes: true } })
  return (await resident.call('doorbell.add_door', { label: 'Side gate' })).qrCodeId
}

// covers: S-checkout W-billing-history P-billing-history
test('a resident pays after a declined card, and sees the invoice', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, context, resident } = await openResident({ path: '/subscription' })
  const dashboard = await context.newPage()
  await dashboard.goto(`${world.url}/doorbell`)
  await expect(dashboard.getByText('Free Plan').first()).toBeVisible()

  await toCheckout(page)
  await page.getByRole('button', { name: 'Declined card' }).click()
  await expect(page.getByRole('alert')).toContainText('Your card was declined')
  await page.getByRole('link', { name: 'Back without paying' }).click()
  await expectToast(page, 'success', 'Subscription Canceled', 'You have canceled the subscription process.')
  await expect(page.getByText('Free Plan').first()).toBeVisible()
  await pay(page)
  // The page shows it without a reload.
  await expect(dashboard.getByText('Premium Plan').first()).toBeVisible()

  await expect(historyRows(page)).toHaveCount(2)
  await expect(historyRows(page).nth(1)).toContainText(/\$9\.99.*Card ending 4242.*Paid/)
  const [invoice] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: /^Invoice of/ }).click()])
  await expect(invoice.getByText(resident.user.email)).toBeVisible()
})

test('a resident records a call, downgrades and comes back', { tag: '@all' }, async ({ openResident, openVisitor, world }) => {
  test.slow()
  const { page, context, resident } = await openResident({ path: '/subscription' })
  const dashboard = await context.newPage()
  await dashboard.goto(`${world.url}/doorbell`)
  await pay(page)
  await expect(dashboard.getByText('Premium Plan').first()).toBeVisible()

  const { page: door } = await openVisitor(resident)
  await startVideoCall(door, dashboard)
  await record(dashboard, door)
  await expectRecordedSeconds(dashboard, 2)
  await hangUp(dashboard)
  await expectEnded(door)
  await playFilm(dashboard, world.url)
  await dashboard.close()

  await inPortal(page, 'Payment method', 'Next month’s payment fails')
  await expect(banner(page, /did not go through/)).toBeVisible()
  await expect(page.getByText('Premium Plan').first()).toBeVisible()
  await expect(historyRows(page).nth(1)).toContainText('Due')
  const lately = await context.newPage()
  await lately.goto(`${world.url}/doorbell`)
  await expect(banner(lately, /did not go through/)).toBeVisible()
  await inPortal(page, 'Update card', 'Update card')
  await expect(banner(lately, /did not go through/)).toHaveCount(0)
  await lately.close()
  await expect(banner(page, /did not go through/)).toHaveCount(0)
  await expect(historyRows(page).nth(1)).toContainText(/Card ending 4444.*Paid/)

  const code = await sideGate(resident)
  const rings = async () => (await world.visitor().http(`/api/doorbell/doors/${code}`)).status
  expect(await rings()).toBe(200)
  await page.reload()
  await chosen(page, /^Free/).check({ force: true })
  await expect(banner(page, /You keep Premium until/)).toContainText('These doors stop ringing then: Side gate.')
  await page.getByRole('button', { name: 'Confirm change' }).click()
  await expectToast(page, 'success', 'Subscription Updated', /^You are on the Premium plan until \w+ \d+, \d+\.$/)
  await banner(page, /Premium ends on/)
    .getByRole('button', { name: 'Keep Premium' })
    .click()
  await expect(banner(page, /Premium ends on/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Confirm change' })).toHaveCount(0)
  await inPortal(page, 'Payment method', 'Cancel at period end')
  await expect(banner(page, /Premium ends on/)).toBeVisible()
  await inPortal(page, 'Payment method', 'Next month')
  await expect(page.getByText('Free Plan').first()).toBeVisible()
  expect(await rings()).toBe(404)
  await expect(historyRows(page)).toHaveCount(3)

  await pay(page)
  expect(await rings()).toBe(200)
})

test('a plan that ends unpaid says why, until it is paid again', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident({ path: '/subscription' })
  await pay(page)
  await inPortal(page, 'Payment method', 'Next month’s payment fails')
  await expect(banner(page, /did not go through/)).toBeVisible()
  await page.getByRole('button', { name: 'Payment method' }).click()
  const [again, over] = [page.getByRole('button', { name: 'The next try fails, too' }), page.getByText('No subscription.')]
  await expect(again).toBeVisible()
  while (await again.isVisible()) {
    await again.click()
    await expect(again.or(over)).toBeVisible()
  }
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByText('Free Plan').first()).toBeVisible()
  await expect(banner(page, /Premium has ended because the last payment did not go through/)).toBeVisible()
  await pay(page)
  await expect(banner(page, /Premium has ended/)).toHaveCount(0)
})

// covers: T-checkout-failed T-download-failed
test('what cannot be opened says so, and the page stays', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, context } = await openResident({ path: '/subscription' })
  await chosen(page, /^Premium/).check({ force: true })
  await context.route('**/api/stripe/create-checkout-session', (route) => route.abort())
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await expectToast(page, 'failure', 'Checkout Failed', 'Failed to start the checkout process. Please try again.')
  await context.unroute('**/api/stripe/create-checkout-session')
  await pay(page)
  await context.route('**/api/invoices/**', (route) => route.abort())
  await page.getByRole('link', { name: /^Invoice of/ }).click()
  await expectToast(page, 'failure', 'Download Failed', 'Failed to download invoice. Please try again.')
  await expect.poll(() => context.pages().length).toBe(1)
  await expect(page).toHaveURL(`${world.url}/subscription`)
})

test('a double press opens one checkout', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident({ path: '/subscription' })
  await chosen(page, /^Premium/).check({ force: true })
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/create-checkout-session')) asked += 1
  })
  await pressTwice(page.getByRole('button', { name: 'Continue to payment' }))
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
  expect(asked).toBe(1)
})

test('a payment that Stripe has not reported yet is waited for', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident({ path: '/subscription' })
  await toCheckout(page)
  // While another connection holds the customer's lock, billing stores nothing about the customer.
  const held = new pg.Client(world.databaseUrl('billing'))
  await held.connect()
  const lock = "SELECT pg_advisory_lock(hashtextextended('customer ' || stripe_customer_id, 0)) FROM customers WHERE user_id = $1"
  await held.query(lock, [resident.user.id])
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  const banner = page.getByRole('status').filter({ hasText: 'Your payment is being confirmed.' })
  await expect(banner).toBeVisible()
  // The spinner stays beside the text.
  await expect(banner.locator('> :first-child')).toHaveCSS('width', '28px')
  await expect(page.getByText('Subscription Successful')).toHaveCount(0)
  await held.end()
  await expectToast(page, 'success', 'Subscription Successful', 'Your premium subscription has been activated.')
  await expect(page).toHaveURL(`${world.url}/subscription`)
})

test('a payment that does not arrive is not promised for ever', { tag: '@all' }, async ({ openResident, world }) => {
  const { page } = await openResident()
  await page.clock.install()
  await page.goto(`${world.url}/subscription?success=true`)
  await expect(page.getByText('Your payment is being confirmed.')).toBeVisible()
  await runAhead(page, page.getByText('Your payment is not confirmed yet.'))
  await expect(page.getByText('Your payment is being confirmed.')).toHaveCount(0)
})
