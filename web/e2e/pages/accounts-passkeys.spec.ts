import { expect, type Page } from '@playwright/test'
import { TIME } from '#proto/limits.ts'
import { withAuthenticator } from '#scripts/testing/virtual-authenticator.ts'
import { countRequests, expectSpoken, expectToast, pressTwice } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'
import { totp } from '../totp.ts'

const BEGIN = '/api/login/passkey/begin'
const card = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

async function addPasskey(page: Page): Promise<void> {
  await card(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expectSpoken(page, 'Passkey added')
}

/** @param suggests enables the browser's suggestions; by default only the button asks, because the simulated device answers suggestions */
async function signOut(page: Page, url: string, suggests = false): Promise<void> {
  await page.context().clearCookies()
  if (!suggests)
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    })
  await page.goto(`${url}/auth`)
}

// covers: W-passkeys
test('a passkey is added, named, used to sign in and removed', { tag: '@all' }, async ({ openResident, world }) => {
  const { page } = await openResident({ path: '/security' })
  await withAuthenticator(page)
  await expectNone(page)
  await addPasskey(page)
  await expect(card(page).getByText('Not used yet', { exact: false })).toBeVisible()
  const rename = card(page).getByRole('button', { name: /^Rename/ })
  await rename.click()
  await card(page).getByLabel('Name').fill('Not this')
  await page.keyboard.press('Escape')
  await expect(rename).toBeFocused()
  await rename.click()
  await card(page).getByLabel('Name').fill('Laptop')
  await page.keyboard.press('Enter')
  await expect(card(page).getByText('Laptop', { exact: true })).toBeVisible()
  await expectNone(page)

  await signOut(page, world.url)
  await expectNone(page)
  await passkeyButton(page).click()
  await expect(page).toHaveURL(`${world.url}/doorbell`)
  await page.goto(`${world.url}/security`)
  await expect(card(page).getByText('Last used', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'View recent logins' }).click()
  const logins = page.getByRole('dialog', { name: 'Recent Logins' })
  await expect(logins.getByText('with a passkey', { exact: false })).toHaveCount(1)
  await logins.getByRole('button', { name: 'Close' }).click()

  await card(page).getByRole('button', { name: 'Remove Laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectSpoken(page, 'Passkey removed')
  await expect(card(page).getByText('Laptop', { exact: true })).toBeHidden()
  await signOut(page, world.url)
  await passkeyButton(page).click()
  await expectToast(page, 'failure', 'Login failed', 'This passkey is not accepted here.')
})

test('a double click on "Add a passkey" asks for one passkey', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident({ path: '/security' })
  await withAuthenticator(page)
  const begun = countRequests(page, '/api/user/passkeys/begin')
  await pressTwice(card(page).getByRole('button', { name: 'Add a passkey' }))
  await expectSpoken(page, 'Passkey added')
  expect(begun()).toBe(1)
})

test('with two-factor on, a passkey signs in without a code', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident({ path: '/security' })
  await withAuthenticator(page)
  await addPasskey(page)
  const { secret } = await resident.call('auth.enrol_two_factor', {})
  await resident.call('auth.confirm_two_factor', { code: totp(secret, Date.now()) })
  await signOut(page, world.url)
  await passkeyButton(page).click()
  await expect(page).toHaveURL(`${world.url}/doorbell`)
})

test('a passkey that the browser suggests for the username signs in', { tag: '@all' }, async ({ openResident, world }) => {
  const { page } = await openResident({ path: '/security' })
  const { attend } = await withAuthenticator(page)
  await addPasskey(page)
  await attend(false)
  await page.clock.install()
  let begun = 0
  page.on('request', (request) => {
    if (request.url().endsWith(BEGIN)) begun += 1
  })
  const passMinutesUntil = (check: () => Promise<void> | void) =>
    expect(async () => {
      await page.clock.runFor(60_000)
      await check()
    }).toPass({ intervals: [200], timeout: 30_000 })
  await signOut(page, world.url, true)
  await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username webauthn')
  await expectNone(page)
  // A challenge is renewed before it expires.
  await passMinutesUntil(() => expect(begun).toBeGreaterThan(1))
  await expect(page).toHaveURL(`${world.url}/auth`)
  await attend(true)
  await passMinutesUntil(() => expect(page).toHaveURL(`${world.url}/doorbell`, { timeout: 1_000 }))
})

test('a device that does not verify its user leaves the sign-in as it was', { tag: '@all' }, async ({ openResident, world }) => {
  const { page } = await openResident({ path: '/security' })
  const { unlock } = await withAuthenticator(page)
  await addPasskey(page)
  await signOut(page, world.url)
  await unlock(false)
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(`**${BEGIN}`, (route) => seen.then(() => route.continue()))
  await passkeyButton(page).click()
  await expect(page.getByRole('button', { name: 'Waiting for your device' })).toBeVisible()
  await expect(page.getByLabel('Username')).toBeFocused()
  // The passkey prompt of a real browser takes the focus from the window, and so from the field.
  await page.getByLabel('Username').evaluate((field) => {
    document.hasFocus = () => false
    field.blur()
  })
  goOn()
  // The browser reports a failure like a person's cancelling: no error is shown, and the button is back.
  await expect(passkeyButton(page)).toBeVisible()
  await expect(page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: /./ })).toHaveCount(0)
  await expect(page).toHaveURL(`${world.url}/auth`)
  await unlock(true)
  await passkeyButton(page).click()
  await expect(page).toHaveURL(`${world.url}/doorbell`)
})

test('a passkey confirms who it is instead of the password', { tag: '@all' }, async ({ openResident, passTime }) => {
  const { page } = await openResident({ path: '/security' })
  await withAuthenticator(page)
  await addPasskey(page)
  await passTime(TIME.passwordFresh + 1_000)
  await card(page)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  const confirm = page.getByRole('dialog', { name: "Confirm it's you" })
  await expect(confirm).toHaveAccessibleDescription('Please enter your password or use a passkey to go on.')
  await confirm.getByRole('button', { name: 'Use a passkey' }).click()
  await expectSpoken(page, 'Passkey removed')
})

test('a page that is opened by an IP address offers no passkeys', { tag: '@all' }, async ({ page, world }) => {
  await page.goto(`${world.url.replace('localhost', '127.0.0.1')}/auth`)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(passkeyButton(page)).toBeHidden()
})
