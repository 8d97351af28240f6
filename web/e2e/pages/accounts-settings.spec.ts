import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { TIME } from '#proto/limits.ts'
import { PASSWORD } from '#scripts/testing/people.ts'
import { expectToast } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'
import { totp } from '../totp.ts'

// covers: W-settings-security V-settings-password T-password-updated
test('Settings lists the devices and changes the password beside them', { tag: '@all' }, async ({ openResident, world }) => {
  const { page } = await openResident({ path: '/settings?tab=security' })
  await expect(page.getByRole('tab')).toHaveText([/^Profile/, /^Security/, /^Doorbell/, /^Devices/])
  await expect(page.getByRole('region', { name: 'Active Sessions' }).getByText('This device')).toBeVisible()
  const form = page.getByRole('region', { name: 'Change password' })
  await form.getByRole('button', { name: 'Change password' }).click()
  await expect(form.getByText('Password must be at least 8 characters.', { exact: true })).toHaveCount(3)
  await expectNone(page)
  for (const [label, text] of [
    ['Current password', PASSWORD],
    ['New password', 'Walnut-Ladder-27'],
    ['Confirm password', 'Walnut-Ladder-27'],
  ] as const)
    await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByRole('button', { name: 'Show password' }).first().click()
  await expect(form.getByLabel('Current password', { exact: true })).toHaveAttribute('type', 'text')
  await form.getByRole('button', { name: 'Change password' }).click()
  await expectToast(page, 'success', 'Password Updated', 'All other devices have been signed out.')
  await expect(form.getByLabel('New password', { exact: true })).toHaveValue('')

  await page.getByRole('button', { name: 'Sign Out from All Devices' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(`${world.url}/auth`)
  await expectToast(page, 'success', 'Logged out', 'You have been successfully logged out.')
})

// covers: W-delete-account
test('the account is exported and deleted with the password and a code', { tag: '@all' }, async ({ openResident, passTime, world }) => {
  const { page, resident } = await openResident({ path: '/settings' })
  const refused: string[] = []
  page.on('response', (response) => (response.status() === 403 ? refused.push(response.url()) : undefined))
  const { secret } = await resident.call('auth.enrol_two_factor', {})
  const { recoveryCodes } = await resident.call('auth.confirm_two_factor', { code: totp(secret, Date.now()) })
  await page.getByRole('button', { name: 'Delete Account' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectNone(page)
  // The export needs a password check within ten minutes; its dialog opens above this one.
  await passTime(TIME.passwordFresh + 1_000)
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download your data' }).click()
  const confirm = page.getByRole('dialog', { name: "Confirm it's you" })
  await confirm.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await confirm.getByRole('button', { name: 'Confirm' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(resident.user.username)

  expect(refused).toEqual([])

  const remove = dialog.getByRole('button', { name: 'Delete account' })
  await dialog.getByLabel('Your password').fill('Wrong-Word-1')
  await dialog.getByLabel('Code', { exact: true }).fill(recoveryCodes[0] ?? '')
  await remove.click()
  await expect(dialog.getByText('This password is not correct.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await remove.click()
  await expect(page).toHaveURL(`${world.url}/auth`)
  await expectToast(page, 'success', 'Account deleted', 'Your account and its data are being removed.')
  const again = world.visitor().call('auth.login', { username: resident.user.username, password: PASSWORD })
  await expect(again).rejects.toMatchObject({ code: 'credentials_wrong' })
})
