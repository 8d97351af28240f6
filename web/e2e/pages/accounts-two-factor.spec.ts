import { type BrowserContext, expect, type Page } from '@playwright/test'
import { TIME } from '#proto/limits.ts'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { countRequests, expectSpoken, expectToast, pressTwice } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'
import { mailedLink } from '../mailbox.ts'
import { totp } from '../totp.ts'

const CODES = 10
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const two = (page: Page) => page.getByRole('switch', { name: 'Two-Factor Authentication', exact: true })

/** Turns two-factor on by the API. */
async function enrol(resident: Resident): Promise<{ readonly secret: string; readonly recoveryCodes: readonly string[] }> {
  const { secret } = await resident.call('auth.enrol_two_factor', {})
  const { recoveryCodes } = await resident.call('auth.confirm_two_factor', { code: totp(secret, Date.now()) })
  return { secret, recoveryCodes }
}

async function confirmAddress(resident: Resident, world: Stack): Promise<void> {
  const link = await mailedLink(world, resident.user.email, 'verify')
  await resident.call('auth.verify_email', { token: link.split('verify=')[1] ?? '' })
}

async function signIn(context: BrowserContext, world: Stack, { user }: Resident): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${world.url}/auth`)
  await field(page, 'Username').fill(user.username)
  await field(page, 'Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  return page
}

// covers: W-security W-two-factor
test('two-factor is turned on in three steps, and sign-in then asks for a code', { tag: '@all' }, async ({
  openResident,
  browser,
  contexts,
  world,
}) => {
  const { page, resident } = await openResident({ path: '/security' })
  await two(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Scan the QR code' })).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await dialog.getByText("Can't scan it?").click()
  const secret = ((await dialog.locator('code').innerText()).split(':')[1] ?? '').replaceAll(/\s/g, '')
  await expectNone(page)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(field(page, 'Code')).toHaveAttribute('autocomplete', 'one-time-code')
  await field(page, 'Code').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('This code is not correct.')).toBeVisible()
  await field(page, 'Code').fill(totp(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(CODES)
  const [recoveryCode = ''] = await codes.allInnerTexts()
  // The codes are shown only once, so neither Escape nor a hasty press closes the dialog.
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled()
  await expectNone(page)
  await dialog.getByLabel('I have stored them').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectSpoken(page, 'Two-factor authentication is on')
  await expect(two(page)).toBeChecked()
  await expect(page.getByText('10 recovery codes left.', { exact: false })).toBeVisible()

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
  contexts.push(phone)
  const second = await signIn(phone, world, resident)
  await expect(second.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  expect(await second.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))).not.toContain(PASSWORD)
  await expectNone(second)
  await field(second, 'Code').fill('000000')
  await second.getByRole('button', { name: /Sign In$/ }).click()
  await expect(second.getByText('This code is not correct.')).toBeVisible()
  // The code that turned it on is spent; the next one is accepted a step early.
  await field(second, 'Code').fill(totp(secret, Date.now(), 1))
  await second.getByRole('button', { name: /Sign In$/ }).click()
  await expect(second).toHaveURL(`${world.url}/doorbell`)

  const lost = await browser.newContext()
  contexts.push(lost)
  const third = await signIn(lost, world, resident)
  await third.getByRole('button', { name: 'Use a recovery code' }).click()
  await field(third, 'Recovery code').fill(recoveryCode)
  await third.getByRole('button', { name: /Sign In$/ }).click()
  await expect(third).toHaveURL(`${world.url}/doorbell`)
  await third.goto(`${world.url}/security`)
  await expect(third.getByText('9 recovery codes left.', { exact: false })).toBeVisible()
})

test('turning two-factor off needs the password again and a code', { tag: '@all' }, async ({ openResident, passTime, world }) => {
  const { page, resident } = await openResident()
  const { secret } = await enrol(resident)
  await page.goto(`${world.url}/security`)
  const later = TIME.passwordFresh + 1_000
  await passTime(later)
  await two(page).click()
  await page
    .getByRole('dialog', { name: 'Turn off two-factor authentication?' })
    .getByLabel('Code')
    .fill(totp(secret, Date.now() + later))
  await page.getByRole('button', { name: 'Turn off' }).click()
  const confirm = page.getByRole('dialog', { name: "Confirm it's you" })
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  await expectSpoken(page, 'Two-factor authentication is off')
  await expect(two(page)).not.toBeChecked()
})

test('without phone and codes a wait begins, which every device can cancel', { tag: '@all' }, async ({
  openResident,
  browser,
  contexts,
  world,
}) => {
  const { page: home, resident } = await openResident()
  await confirmAddress(resident, world)
  await enrol(resident)
  const context = await browser.newContext()
  contexts.push(context)
  const page = await signIn(context, world, resident)
  await page.getByRole('button', { name: 'Lost your phone and codes?' }).click()
  await expectNone(page)
  const requests = countRequests(page, '/api/two-factor-recovery')
  await pressTwice(page.getByRole('button', { name: 'Email me the link' }))
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(requests()).toBe(1)
  await page.goto(await mailedLink(world, resident.user.email, 'recovery'))
  await page.getByRole('button', { name: 'Begin the wait' }).click()
  await expect(page.getByRole('heading', { name: 'The wait has begun' })).toBeVisible()
  await home.goto(`${world.url}/contacts`)
  const banner = home.getByRole('status').filter({ hasText: 'Two-factor authentication will be turned off on' })
  await expect(banner).toBeVisible()
  await expectNone(home)
  await banner.getByRole('button', { name: 'Cancel' }).click()
  await expectToast(home, 'success', 'Two-factor authentication stays on', /change your password now/)
  await expect(banner).toBeHidden()
})

test('a throttled account is entered by a mailed link', { tag: '@all' }, async ({ browser, contexts, world }) => {
  const resident = await world.resident()
  await confirmAddress(resident, world)
  const { username, email } = resident.user
  const attempt = () =>
    world
      .visitor()
      .call('auth.login', { username, password: 'Wrong-Word-1' })
      .catch((error: { code?: string }) => error.code)
  await expect.poll(attempt, { intervals: [10] }).toBe('limited')
  // Adds so many failures that the wait outlasts the test.
  const copied = 'username_key, address, network, device_hash, device_known, at'
  const more = `INSERT INTO login_failures (${copied}) SELECT ${copied} FROM login_failures, generate_series(1, 5) WHERE username_key = $1`
  await world.postgres('auth', more, [username.toLowerCase()])
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  contexts.push(context)
  const page = await signIn(context, world, resident)
  await expect(page.getByRole('region', { name: 'Too many failed sign-ins' })).toBeVisible()
  await expectNone(page)
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await page.goto(await mailedLink(world, email, 'sign-in'))
  await expect(page.getByRole('heading', { name: 'Sign in with this link?' })).toBeVisible()
  await expectNone(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${world.url}/doorbell`)
})
