import { expect, type Page } from '@playwright/test'
import { TIME } from '#proto/limits.ts'
import { expectToast } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'
import { totp } from '../totp.ts'

/** A device with a screen lock, as Chromium simulates it (CDP, WebAuthn). @returns unlocks or locks it for good */
async function withAuthenticator(page: Page): Promise<(isVerified: boolean) => Promise<void>> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async (isUserVerified) => void (await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }))
}

const card = (page: Page) => page.getByRole('region', { name: 'Passkeys' })
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' })

async function addPasskey(page: Page): Promise<void> {
  await card(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expectToast(page, 'success', 'Passkey added', 'From now on you can sign in with it.')
}

async function signOut(page: Page, url: string): Promise<void> {
  await page.context().clearCookies()
  await page.goto(`${url}/auth`)
}

// covers: W-passkeys
test('a passkey is added, named, used to sign in and removed', async ({ openResident, world }) => {
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
  await expectToast(page, 'success', 'Passkey removed')
  await expect(card(page).getByText('Laptop', { exact: true })).toBeHidden()
  await signOut(page, world.url)
  await passkeyButton(page).click()
  await expectToast(page, 'failure', 'Login failed', 'This passkey is not accepted here.')
})

test('with two-factor on, a passkey signs in without a code', async ({ openResident, world }) => {
  const { page, resident } = await openResident({ path: '/security' })
  await withAuthenticator(page)
  await addPasskey(page)
  const { secret } = await resident.call('auth.enrol_two_factor', {})
  await resident.call('auth.confirm_two_factor', { code: totp(secret, Date.now()) })
  await signOut(page, world.url)
  await passkeyButton(page).click()
  await expect(page).toHaveURL(`${world.url}/doorbell`)
})

test('a device that does not verify its user leaves the sign-in as it was', async ({ openResident, world }) => {
  const { page } = await openResident({ path: '/security' })
  const unlock = await withAuthenticator(page)
  await addPasskey(page)
  await signOut(page, world.url)
  await unlock(false)
  await passkeyButton(page).click()
  // The browser says no as if the person had cancelled: nothing is shown, and the button is back.
  await expect(page.getByRole('button', { name: 'Waiting for your device' })).toBeVisible()
  await expect(passkeyButton(page)).toBeVisible()
  await expect(page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: /./ })).toHaveCount(0)
  await expect(page).toHaveURL(`${world.url}/auth`)
  await unlock(true)
  await passkeyButton(page).click()
  await expect(page).toHaveURL(`${world.url}/doorbell`)
})

test('a passkey confirms who it is instead of the password', async ({ openResident, passTime }) => {
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
  await expectToast(page, 'success', 'Passkey removed')
})

test('a page that is opened by an IP address offers no passkeys', async ({ page, world }) => {
  await page.goto(`${world.url.replace('localhost', '127.0.0.1')}/auth`)
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  await expect(passkeyButton(page)).toBeHidden()
})
