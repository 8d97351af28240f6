import { expect } from '@playwright/test'
import { answer, expectEnded, hangUp, incoming, ring } from '../actions.ts'
import { test } from '../fixtures.ts'

const FAILED = { status: 503, contentType: 'application/json', body: JSON.stringify({ message: 'Not now.', code: 'unavailable' }) }

test('toasts held back during a ring do not appear in the call', { tag: '@all' }, async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true, path: '/contacts' })
  const { page: door } = await openVisitor(resident)
  let fail: () => void = () => {}
  const failed = new Promise<void>((resolve) => {
    fail = resolve
  })
  await home.route('**/api/user', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue()
    await failed
    await route.fulfill(FAILED)
  })
  await home.getByRole('link', { name: 'Settings' }).click()
  await home.getByRole('textbox', { name: 'Last name' }).fill('Lovelace')
  await home.getByRole('button', { name: 'Save Changes' }).click()
  await ring(door)
  await expect(incoming(home)).toBeVisible()
  const answered = home.waitForResponse((response) => response.request().method() === 'PATCH')
  fail()
  await answered
  await answer(home, 'Video Call')
  await expect(home.getByRole('button', { name: 'End', exact: true })).toBeVisible()
  await expect(home.getByText('Failed to update profile. Please try again.')).toHaveCount(0)
  await hangUp(home)
  await expectEnded(home)
  await expect(home.getByText('Failed to update profile. Please try again.')).toHaveCount(0)
})
