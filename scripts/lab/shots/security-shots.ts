/** Account security: the Security page and its dialogs, Settings' security tab, and recovering an account. */
import type { Page } from '@playwright/test'
import { codeAt } from '#scripts/testing/authenticator.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { withAuthenticator } from '#scripts/testing/virtual-authenticator.ts'
import { eventually } from '#scripts/testing/wait.ts'
import type { Shot } from './shot.ts'
import { press, see, someone } from './steps.ts'
import type { Studio } from './studio.ts'

/** An account with a second device and its alerts. */
async function seen(studio: Studio): Promise<Resident> {
  const resident = await someone(studio, true)
  await resident.anotherDevice()
  await resident.anotherDevice()
  return resident
}

async function security(studio: Studio, shows = 'New device signed in'): Promise<Page> {
  const page = await studio.home(await seen(studio), { path: '/security' })
  await see(page, new RegExp(shows))
  return page
}

async function auth(studio: Studio): Promise<Page> {
  const page = await studio.stranger({ path: '/auth' })
  await see(page, 'Forgot password?')
  return page
}

async function resetLink(studio: Studio, { user }: Resident): Promise<string> {
  await studio.world.visitor().call('auth.request_password_reset', { email: user.email })
  return eventually('the mail with the link', async () => {
    const mails = await studio.world.rpc('auth.dev_mails', {})
    return mails.find(({ to, text }) => to === user.email && text.includes('#reset='))?.text.match(/#reset=[\w-]+/)?.[0]
  })
}

export const securityShots: readonly Shot[] = [
  { name: 'security', take: (studio) => security(studio) },
  {
    name: 'security-empty',
    take: async (studio) => {
      const page = await studio.home(await someone(studio, true), { path: '/security' })
      await see(page, 'All Clear!')
      return page
    },
  },
  {
    name: 'security-logins',
    take: async (studio) => {
      const page = await security(studio)
      await press(page, 'View recent logins')
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      return page
    },
  },
  {
    name: 'security-password',
    take: async (studio) => {
      const page = await security(studio)
      await press(page, 'Change password')
      await page.getByLabel('New password', { exact: true }).fill('Walnut-')
      await see(page, 'Password strength')
      return page
    },
  },
  {
    name: 'security-sign-out-others',
    take: async (studio) => {
      const page = await security(studio)
      await press(page, 'Sign out all other devices')
      await see(page, 'This device stays signed in.')
      return page
    },
  },
  {
    name: 'settings-security',
    take: async (studio) => {
      const page = await studio.home(await seen(studio), { path: '/settings?tab=security' })
      await see(page, 'This device')
      return page
    },
  },
  {
    name: 'settings-delete',
    take: async (studio) => {
      const page = await studio.home(await someone(studio, true), { path: '/settings' })
      await press(page, 'Delete Account')
      await see(page, 'Delete your account?')
      return page
    },
  },
  {
    name: 'auth-forgot',
    take: async (studio) => {
      const page = await auth(studio)
      await press(page, 'Forgot password?')
      await see(page, 'Reset your password')
      return page
    },
  },
  {
    name: 'auth-reset',
    take: async (studio) => {
      const page = await studio.stranger({ path: `/auth${await resetLink(studio, await someone(studio, false))}` })
      await page.getByLabel('New password', { exact: true }).fill('Walnut-Ladder')
      await see(page, 'Password strength')
      return page
    },
  },
  {
    name: 'security-passkeys',
    take: async (studio) => {
      const page = await studio.home(await someone(studio, true), { path: '/security', before: withAuthenticator })
      await press(page, 'Add a passkey')
      await see(page, 'Not used yet')
      await page.getByRole('region', { name: 'Passkeys' }).scrollIntoViewIfNeeded()
      return page
    },
  },
  {
    name: 'security-recovery-codes',
    take: async (studio) => {
      const page = await security(studio)
      await page.getByRole('switch', { name: 'Two-Factor Authentication' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByText("Can't scan it?").click()
      const secret = ((await dialog.locator('code').innerText()).split(':')[1] ?? '').replaceAll(/\s/g, '')
      await press(page, 'Next')
      await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()))
      await press(page, 'Turn on')
      await see(page, 'I have stored them')
      return page
    },
  },
  {
    name: 'security-two-factor',
    take: async (studio) => {
      const page = await security(studio)
      await page.getByRole('switch', { name: 'Two-Factor Authentication' }).click()
      await see(page, 'Scan the QR code')
      return page
    },
  },
]
