import { expect, type Page } from '@playwright/test'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { countRequests, expectToast, pressTwice } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'
import { mailedLink } from '../mailbox.ts'

const NEXT = 'Walnut-Ladder-27'
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Undoes a change of address, and continues to the form for a new password. */
async function takeBack(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Undo the change' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is back' })).toBeVisible()
  await page.getByRole('button', { name: 'Set a new password' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
}
const tokenOf = (link: string) => link.split('=')[1] ?? ''

/** A thief changes the account's address. @returns the link that undoes it */
async function stealAddress(world: Stack, resident: Resident): Promise<{ readonly link: string; readonly stolen: string }> {
  const { email } = resident.user
  const stolen = `thief-${email}`
  await resident.call('auth.verify_email', { token: tokenOf(await mailedLink(world, email, 'verify')) })
  await resident.call('auth.change_email', { email: stolen, password: PASSWORD })
  await resident.call('auth.verify_email', { token: tokenOf(await mailedLink(world, stolen, 'verify')) })
  return { link: await mailedLink(world, email, 'undo'), stolen }
}

/** Presses the page's button as soon as this heading is shown, as the second press of a double click does. */
const pressOnSight = (page: Page, heading: string) =>
  page.evaluate((text) => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent !== text) return
      observer.disconnect()
      document.querySelector<HTMLElement>('main button')?.click()
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  }, heading)

// covers: W-reset
test('a forgotten password is reset by mail, once', { tag: '@all' }, async ({ openResident, browser, contexts, world }) => {
  const { page: home, resident } = await openResident()
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  contexts.push(context)
  const page = await context.newPage()
  await page.goto(`${world.url}/auth`)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expectNone(page)
  await field(page, 'Email').fill(resident.user.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('If an account has this address, a mail is on its way.', { exact: false })).toBeVisible()

  const link = await mailedLink(world, resident.user.email, 'reset')
  // Opening the link, as a mail scanner does, does not use it up.
  for (let opened = 0; opened < 2; opened += 1) {
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
    await expect(page).toHaveURL(`${world.url}/auth`)
  }
  await expect(page.getByText(resident.user.username, { exact: false })).toBeVisible()
  await expectNone(page)
  await field(page, 'New password').fill('Password1!')
  await field(page, 'Confirm password').fill('Password1!')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('This password is on lists of common passwords.', { exact: false })).toBeVisible()
  await expect(page.getByText('Password strength', { exact: false })).toHaveCount(0)
  await field(page, 'New password').fill(NEXT)
  await field(page, 'Confirm password').fill(NEXT)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
  await expect(home).toHaveURL(`${world.url}/auth`)
  await page.getByRole('button', { name: 'Go to sign in' }).click()
  await field(page, 'Username').fill(resident.user.username)
  await field(page, 'Password').fill(NEXT)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectToast(page, 'success', 'Login successful', `Welcome back, ${resident.user.firstName}!`)
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link did not work' })).toBeVisible()
})

test('the old address takes the account back after a change of email', { tag: '@all' }, async ({
  openResident,
  browser,
  contexts,
  world,
}) => {
  const { page: home, resident } = await openResident()
  const { link, stolen } = await stealAddress(world, resident)
  const context = await browser.newContext()
  contexts.push(context)
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Take your account back?' })).toBeVisible()
  await expect(page.getByText(stolen, { exact: false })).toBeVisible()
  await expectNone(page)
  await takeBack(page)
  await expect(home).toHaveURL(`${world.url}/auth`)
})

test('a browser that is signed in to the account reads that the reset has worked', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  await resident.call('auth.request_password_reset', { email: resident.user.email })
  await page.goto(await mailedLink(world, resident.user.email, 'reset'))
  await field(page, 'New password').fill(NEXT)
  await field(page, 'Confirm password').fill(NEXT)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
  await page.getByRole('button', { name: 'Go to sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
})

test('a browser that is signed in to the account reads that its address is back', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  const { link } = await stealAddress(world, resident)
  await page.goto(link)
  await takeBack(page)
})

test('a page whose session ends elsewhere keeps what was typed', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident()
  await resident.call('auth.request_password_reset', { email: resident.user.email })
  await page.goto(await mailedLink(world, resident.user.email, 'reset'))
  await field(page, 'New password').fill(NEXT)
  const ended = page.waitForResponse((response) => response.url().endsWith('/api/user') && response.status() === 401)
  await resident.call('auth.logout', {})
  await ended
  await field(page, 'Confirm password').fill(NEXT)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible()
})

test('a double click on a mailed link acts once', { tag: '@all' }, async ({ browser, contexts, world }) => {
  const context = await browser.newContext()
  contexts.push(context)
  const page = await context.newPage()
  const resident = await world.resident()
  const confirmations = countRequests(page, '/api/user/verify-email')
  await page.goto(await mailedLink(world, resident.user.email, 'verify'))
  await pressTwice(page.getByRole('button', { name: "Yes, it's me" }))
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  expect(confirmations()).toBe(1)

  const { link } = await stealAddress(world, await world.resident())
  const undos = countRequests(page, '/api/user/email/undo')
  await page.goto('about:blank')
  await page.goto(link)
  await pressTwice(page.getByRole('button', { name: 'Undo the change' }))
  await expect(page.getByRole('heading', { name: 'Your address is back' })).toBeVisible()
  expect(undos()).toBe(1)
})

test('the second half of a double click does not leave what the link has done', { tag: '@all' }, async ({ browser, contexts, world }) => {
  const context = await browser.newContext()
  contexts.push(context)
  const page = await context.newPage()
  const resident = await world.resident()
  await page.goto(await mailedLink(world, resident.user.email, 'verify'))
  const confirm = page.getByRole('button', { name: "Yes, it's me" })
  await expect(confirm).toBeVisible()
  await pressOnSight(page, 'Email confirmed')
  await confirm.click()
  await expect(page.getByRole('heading', { name: 'Email confirmed' })).toBeVisible()
  await page.getByRole('button', { name: 'Go to sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
})
