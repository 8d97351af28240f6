import { expect, type Page } from '@playwright/test'
import { TIME } from '#proto/limits.ts'
import { PASSWORD } from '#scripts/testing/people.ts'
import { expectToast } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const PATH = '/security'

// covers: R-security W-security R-navigation-all T-alerts-inline W-axe
test('Security shows its cards, no alerts and this device', async ({ openResident, consoleErrors }) => {
  const { page } = await openResident({ path: PATH })
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  await expect(card(page, 'Security Alerts').getByText('All Clear!')).toBeVisible()
  await expect(card(page, 'Security Alerts').getByText('You have no security alerts at this time.')).toBeVisible()
  await expect(card(page, 'Active Sessions').getByText('This device')).toBeVisible()
  await expect(card(page, 'Active Sessions').getByText('Just now')).toBeVisible()
  await expect(card(page, 'Active Sessions').getByRole('button')).toHaveCount(0)
  for (const name of ['Two-Factor Authentication', 'Security Notifications', 'Activity Logs'])
    await expect(page.getByRole('switch', { name, exact: true })).toBeVisible()
  for (const text of ['Automatic IP Blocking', 'Real-time Security Alerts', 'Session Management'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(entries).toHaveText(['Dashboard', 'Visitors', 'Security', 'Subscription', 'Settings'])
  await expectNone(page)
  await page.getByRole('button', { name: 'View Activity Logs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Activity Logs' })).toBeVisible()
  expect(consoleErrors).toEqual([])
})

// covers: S-alert-read T-alerts L-alert-list
test('a new device raises an alert at once, which is read alone or with all', async ({ openResident }) => {
  const { page, resident } = await openResident({ path: PATH })
  const alerts = card(page, 'Security Alerts')
  await expect(alerts.getByText('All Clear!')).toBeVisible()
  await resident.anotherDevice()
  await expect(alerts.getByText(/New device signed in/)).toBeVisible()
  await expect(
    card(page, 'Active Sessions')
      .getByRole('button', { name: /^Sign out / })
      .first(),
  ).toBeVisible()
  await resident.anotherDevice()
  const unread = alerts.getByRole('button', { name: /^Mark as read/ })
  await expect(unread).toHaveCount(2)
  await expectNone(page)
  await unread.first().click()
  await expect(unread).toHaveCount(1)
  await alerts.getByRole('button', { name: 'Mark all as read' }).click()
  await expectToast(page, 'success', 'All alerts marked as read')
  await expect(unread).toHaveCount(0)
  await page.reload()
  await expect(alerts.getByText(/New device signed in/).first()).toBeVisible()
  await expect(unread).toHaveCount(0)
  const list = alerts.getByRole('log')
  expect(await list.evaluate((element) => getComputedStyle(element).maxHeight)).toBe('400px')
})

// covers: T-alerts T-alerts-inline T-sessions-inline T-sessions
test('what cannot be loaded or saved says so, and Retry loads it', async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  await resident.anotherDevice()
  for (const path of ['**/api/user/security-alerts?*', '**/api/user/sessions']) await page.route(path, (route) => route.abort())
  await page.goto(`${world.url}${PATH}`)
  const alerts = card(page, 'Security Alerts')
  const sessions = card(page, 'Active Sessions')
  await expect(alerts.getByText('Failed to load security alerts. Please try again later.')).toBeVisible()
  await expect(sessions.getByText('Failed to load active sessions. Please try again later.')).toBeVisible()
  await page.unrouteAll()
  await alerts.getByRole('button', { name: 'Retry' }).click()
  await sessions.getByRole('button', { name: 'Retry' }).click()
  await expect(alerts.getByText(/New device signed in/)).toBeVisible()

  await page.route('**/read', (route) => route.abort())
  await page.route('**/read-all', (route) => route.abort())
  await page.route('**/revoke', (route) => route.abort())
  await alerts.getByRole('button', { name: /^Mark as read/ }).click()
  await expectToast(page, 'failure', 'Error', 'Failed to mark alert as read')
  await alerts.getByRole('button', { name: 'Mark all as read' }).click()
  await expectToast(page, 'failure', 'Error', 'Failed to mark alerts as read')
  await sessions.getByRole('button', { name: /^Sign out (?!all)/ }).click()
  await expectToast(page, 'failure', 'Error', 'Failed to sign out device. Please try again.')
})

// covers: S-session-revoked T-sessions
test('signing out another device ends its page, and all others at once', async ({ openResident, openDevice, world }) => {
  const { page, resident } = await openResident({ path: PATH })
  const { page: second } = await openDevice(resident)
  const { page: third } = await openDevice(resident)
  await expect(second.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
  const sessions = card(page, 'Active Sessions')
  const others = sessions.getByRole('button', { name: /^Sign out (?!all)/ })
  await expect(others).toHaveCount(2)
  await others.first().click()
  await expectToast(page, 'success', 'Session Ended', 'The device has been signed out successfully.')
  await expect(others).toHaveCount(1)
  await sessions.getByRole('button', { name: 'Sign out all other devices' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Sign out all other devices?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Sign out others' }).click()
  await expectToast(page, 'success', 'Sessions Ended', 'All other devices have been signed out.')
  for (const other of [second, third]) await expect(other).toHaveURL(`${world.url}/auth`)
  await expect(others).toHaveCount(0)
  await expect(page).toHaveURL(`${world.url}${PATH}`)
})

// covers: S-security-toggles T-settings-updated T-security-settings
test('a privacy switch flips at once, is saved, and flips back on failure', async ({ openResident }) => {
  const { page, resident } = await openResident({ path: PATH })
  const logs = page.getByRole('switch', { name: 'Activity Logs', exact: true })
  await expect(logs).toBeChecked()
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/users/security-settings', async (route) => {
    await answered.promise
    await route.continue()
  })
  await logs.click()
  await expect(logs).not.toBeChecked()
  await expect(logs).toBeDisabled()
  answered.resolve()
  await expectToast(page, 'success', 'Settings updated', 'Your security settings have been saved successfully.')
  await expect(logs).toBeEnabled()
  await expect(page.getByText(/your sign-ins are not recorded/)).toBeVisible()
  expect((await resident.call('auth.user', {})).securitySettings.activityLogsEnabled).toBe(false)
  await page.unrouteAll()
  await page.route('**/api/users/security-settings', (route) => route.abort())
  await logs.click()
  await expectToast(page, 'failure', 'Update failed', 'Failed to update security settings. Please try again.')
  await expect(logs).not.toBeChecked()
})

// covers: L-alerts-poll
test('alerts are fetched again every minute', async ({ openResident, world }) => {
  const { page } = await openResident()
  await page.clock.install()
  let fetched = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/user/security-alerts') fetched += 1
  })
  await page.goto(`${world.url}${PATH}`)
  await expect(card(page, 'Security Alerts').getByText('All Clear!')).toBeVisible()
  await page.clock.runFor(TIME.securityAlertsPoll / 2)
  const before = fetched
  await page.clock.runFor(TIME.securityAlertsPoll)
  await expect.poll(() => fetched).toBe(before + 1)
})

// covers: S-login-history T-login-history
test('Recent Logins is loaded anew each time it opens', async ({ openResident, world }) => {
  const { page, resident } = await openResident({ path: PATH })
  const dialog = page.getByRole('dialog', { name: 'Recent Logins' })
  const open = () => page.getByRole('button', { name: 'View recent logins' }).click()
  await page.route('**/api/users/login-history?*', (route) => route.fulfill({ json: [] }))
  await open()
  await expect(dialog.getByText('No login activity found.')).toBeVisible()
  await expect(dialog).toHaveCSS('width', '560px')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.unrouteAll()
  await page.route('**/api/users/login-history?*', (route) => route.abort())
  await open()
  await expect(dialog.getByText('Failed to load login history. Please try again later.')).toBeVisible()
  await page.unrouteAll()
  await world
    .visitor()
    .call('auth.login', { username: resident.user.username, password: 'Wrong-Word-1' })
    .catch(() => undefined)
  await expect(async () => {
    await dialog
      .getByRole('button', { name: /Try Again|Close/ })
      .last()
      .click()
    if (!(await dialog.isVisible())) await open()
    await expect(dialog.getByText('Failed login attempt detected')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expectNone(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

// covers: V-password-dialog T-password-updated T-password-failed W-security
test('Manage Password checks as it is typed, and changes the password', async ({ openResident, world }) => {
  const { page, resident } = await openResident({ path: PATH })
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Manage Password' })
  await expect(dialog).toHaveCSS('width', '560px')
  const fill = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text)
  const save = dialog.getByRole('button', { name: 'Change password' })
  await save.click()
  for (const text of ['Current password is required', 'Password must be at least 8 characters', 'Please confirm your password'])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await fill('New password', 'Walnut')
  await expect(dialog.getByText('Password strength: Weak')).toBeVisible()
  await expectNone(page)
  await fill('New password', 'Walnut-Ladder-27')
  await expect(dialog.getByText('Password strength: Very strong')).toBeVisible()
  await fill('Confirm password', 'Walnut-Ladder-28')
  await fill('Current password', 'Wrong-Word-1')
  await save.click()
  await expect(dialog.getByText('Passwords do not match')).toBeVisible()
  await fill('Confirm password', 'Walnut-Ladder-27')
  await save.click()
  await expectToast(page, 'failure', 'Failed to update password', 'Please check your current password and try again.')
  await fill('Current password', PASSWORD)
  await save.click()
  await expectToast(page, 'success', 'Password Updated', 'All other devices have been signed out.')
  await expect(dialog).toBeHidden()
  const { username } = resident.user
  await expect(world.visitor().call('auth.login', { username, password: PASSWORD })).rejects.toMatchObject({ code: 'credentials_wrong' })
  await world.visitor().call('auth.login', { username, password: 'Walnut-Ladder-27' })
})
