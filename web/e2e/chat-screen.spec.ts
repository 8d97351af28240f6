import { expect, type Page } from '@playwright/test'
import { answer, chatBox, expectLine, ring, write } from './actions.ts'
import { expectNone } from './axe.ts'
import { test } from './fixtures.ts'

/** Nothing of the last message lies below the log's lower edge. */
const isAtEnd = (page: Page) => page.getByRole('log').evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight < 2)

test('the newest message stays in sight when a keyboard takes half of the phone', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await home.setViewportSize({ width: 390, height: 844 })
  await ring(door)
  await answer(home, 'Message')
  await write(home, Array.from({ length: 30 }, (_, line) => `Line ${line}`).join('\n'))
  await write(home, 'The last one')
  await expect.poll(() => isAtEnd(home)).toBe(true)
  await home.setViewportSize({ width: 390, height: 340 })
  await expect.poll(() => isAtEnd(home)).toBe(true)
  await expect(home.getByText('The last one', { exact: true })).toBeInViewport({ ratio: 1 })
})

test('at 1280 px the chat shows the whole name, and is the page’s own heading and main part', async ({ openResident, openVisitor }) => {
  const { page: home, resident } = await openResident({ premium: true })
  const { page: door } = await openVisitor(resident)
  await home.setViewportSize({ width: 1280, height: 800 })
  await ring(door, 'Alexandra Montgomery')
  await answer(home, 'Message')
  const heading = home.getByRole('heading', { level: 1, name: 'Chat with Alexandra Montgomery' })
  await expect(heading).toBeVisible()
  expect(await heading.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  await expect(home.getByRole('button', { name: 'Video Call' })).toBeVisible()
  await home.getByRole('link', { name: 'Skip to content' }).focus()
  await home.keyboard.press('Enter')
  await expect(home.getByRole('main')).toBeFocused()
  await expectNone(home)
})

test('the chat of a ring that is over says once when it rang', async ({ openResident, openVisitor, world }) => {
  const { page: home, resident } = await openResident()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Ignore')
  await home.goto(`${world.url}/visitors-page`)
  await home.getByRole('button', { name: /^View Details/ }).click()
  await home.getByRole('button', { name: 'Open chat' }).click()
  await expect(chatBox(home)).toBeVisible()
  await expect(home.getByText(/Rang at/)).toHaveCount(1)
  await expect(home.getByRole('status').filter({ hasText: /^Dismissed · Today/ })).toBeVisible()
  await expectLine(home, 'Hello, I am at the door.')
})

test('Back closes the chat and leaves the page as it was, and Forward opens it again', async ({ openResident, openVisitor, world }) => {
  const { page: home, resident } = await openResident({ path: '/contacts' })
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Message')
  await expect(chatBox(home)).toBeVisible()
  await home.goBack()
  await expect(chatBox(home)).toHaveCount(0)
  await expect(home.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()
  await expect(home).toHaveURL(`${world.url}/contacts`)
  await home.goForward()
  await expect(chatBox(home)).toBeVisible()
})

test('the button that closes the chat leaves no entry in the history', async ({ openResident, openVisitor, world }) => {
  const { page: home, resident } = await openResident()
  await home.getByRole('link', { name: 'Contacts' }).first().click()
  await expect(home.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()
  const { page: door } = await openVisitor(resident)
  await ring(door)
  await answer(home, 'Message')
  await home.getByRole('main').getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(home.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()
  await expect.poll(() => home.evaluate(() => history.state?.usr?.chat)).toBeUndefined()
  await home.goBack()
  await expect(home).toHaveURL(`${world.url}/doorbell`)
})
