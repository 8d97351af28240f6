import { expect } from '@playwright/test'
import { answer, chatBox, incoming, ring } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'

// covers: W-axe
test('axe finds nothing on the visitor, dashboard, ring and plan pages', { tag: '@all' }, async ({ openResident, openVisitor, world }) => {
  const { page: home, resident } = await openResident()
  await expect(home.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
  await expectNone(home)
  await home.goto(`${world.url}/subscription`)
  await expect(home.getByRole('heading', { name: 'Premium', exact: true })).toBeVisible()
  await expectNone(home)
  const { page: door } = await openVisitor(resident)
  await expectNone(door)
  await ring(door)
  await expect(incoming(home)).toBeVisible()
  await expectNone(door)
  await expectNone(home)
  await answer(home, 'Message')
  await expect(chatBox(door)).toBeVisible()
  await expectNone(door)
  await expectNone(home)
})

// covers: W-axe
test('axe finds nothing on the auth forms, their errors and final pages', { tag: '@all' }, async ({
  browser,
  contexts,
  openResident,
  openVisitor,
  world,
}) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Ignore')
  await expect(door.getByRole('heading', { name: 'Call Declined', exact: true })).toBeVisible()
  await expectNone(door)
  for (const path of ['/visitor', '/visitor/nobody']) {
    await door.goto(world.url + path)
    await expect(door.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNone(door)
  }
  await home.goto(`${world.url}/nowhere`)
  await expect(home.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
  await expectNone(home)

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  contexts.push(context)
  const page = await context.newPage()
  await page.goto(`${world.url}/auth`)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Username is required')).toBeVisible()
  await expectNone(page)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByLabel('Password', { exact: true }).fill('Correct-')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expectNone(page)
})

// covers: W-axe
test('axe finds nothing on the doors and their sign', { tag: '@all' }, async ({ openResident, world }) => {
  const { page, resident } = await openResident({ premium: true, path: '/settings/doors' })
  const [door] = await resident.call('doorbell.doors', {})
  await page.getByRole('button', { name: /^Edit / }).click()
  await page.getByRole('switch', { name: 'Show opening hours' }).click()
  await page.getByRole('button', { name: 'Add a line' }).click()
  await expectNone(page)
  await page.getByRole('button', { name: 'Replace code' }).click()
  await expectNone(page)
  await page.goto(`${world.url}/settings/doors/${door?.id}/sign`)
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expectNone(page)
})

// covers: W-axe
test('axe finds nothing on the notifications page and its settings', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident({ path: '/notifications' })
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident)
  await visitor.call('doorbell.cancel', { id })
  await expect(home.getByRole('listitem').filter({ hasText: 'rang and left' })).toBeVisible()
  await expect(incoming(home)).toHaveCount(0)
  await expectNone(home)
  await home.getByRole('button', { name: 'Edit quiet hours' }).click()
  await home.getByText('Choose how each alert reaches you').click()
  await expect(home.getByRole('table')).toBeVisible()
  await expectNone(home)
})

// covers: W-axe
test('axe finds nothing on the settings', { tag: '@all' }, async ({ openResident }) => {
  const { page } = await openResident({ premium: true, path: '/settings' })
  await page.getByRole('textbox', { name: 'First name' }).fill('A')
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Invalid email address.')).toBeVisible()
  await expectNone(page)
  await page.getByRole('combobox', { name: 'Time zone' }).fill('ber')
  await expect(page.locator('.ant-select-item-option').first()).toBeVisible()
  await expectNone(page)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Doorbell' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Doors' })).toBeVisible()
  await expectNone(page)
})
