import { expect, type Page } from '@playwright/test'
import { answer, chatBox, expectLine, write } from '../actions.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'

/** Whether the log is scrolled to its end. */
const isAtEnd = (page: Page) => page.getByRole('log').evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight < 2)

test('the newest message stays visible when a keyboard opens', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident()
  await home.setViewportSize({ width: 390, height: 844 })
  await world.visitor().ring(resident)
  await answer(home, 'Message')
  await write(home, Array.from({ length: 30 }, (_, line) => `Line ${line}`).join('\n'))
  await write(home, 'The last one')
  await expect.poll(() => isAtEnd(home)).toBe(true)
  await home.setViewportSize({ width: 390, height: 340 })
  await expect.poll(() => isAtEnd(home)).toBe(true)
  await expect(home.getByText('The last one', { exact: true })).toBeInViewport({ ratio: 1 })
})

test('at 1280 px the chat shows the full name and its own landmarks', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident({ premium: true })
  await home.setViewportSize({ width: 1280, height: 800 })
  await world.visitor().ring(resident, { visitorName: 'Alexandra Montgomery' })
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

test('the chat of an ended ring says once when it rang', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident()
  await world.visitor().ring(resident)
  await answer(home, 'Ignore')
  await expect.poll(async () => (await resident.call('doorbell.activities', {})).map(({ outcome }) => outcome)).toEqual(['dismissed'])
  await home.goto(`${world.url}/visitors-page`)
  await home.getByRole('button', { name: /^View Details/ }).click()
  await home.getByRole('button', { name: 'Open chat' }).click()
  await expect(chatBox(home)).toBeVisible()
  await expect(home.getByText(/Rang at/)).toHaveCount(1)
  await expect(home.getByRole('status').filter({ hasText: /^Dismissed · Today/ })).toBeVisible()
  await expectLine(home, 'Hello, I am at the door.')
})

test('Back closes the chat and Forward opens it again', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident({ path: '/contacts' })
  await world.visitor().ring(resident)
  await answer(home, 'Message')
  await expect(chatBox(home)).toBeVisible()
  await home.goBack()
  await expect(chatBox(home)).toHaveCount(0)
  await expect(home.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()
  await expect(home).toHaveURL(`${world.url}/contacts`)
  await home.goForward()
  await expect(chatBox(home)).toBeVisible()
})

test('closing the chat by its button leaves no history entry', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident()
  await home.getByRole('link', { name: 'Contacts' }).first().click()
  await expect(home.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()
  await world.visitor().ring(resident)
  await answer(home, 'Message')
  await home.getByRole('main').getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(home.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()
  await expect.poll(() => home.evaluate(() => history.state?.usr?.chat)).toBeUndefined()
  await home.goBack()
  await expect(home).toHaveURL(`${world.url}/doorbell`)
})

test('a half-written message is there again after a reload, until it is sent', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident()
  await world.visitor().ring(resident)
  await answer(home, 'Message')
  await chatBox(home).fill('I am com')
  await home.reload()
  const openChat = async () => {
    await home.goto(`${world.url}/visitors-page`)
    await home.getByRole('button', { name: /^View Details/ }).click()
    await home.getByRole('button', { name: 'Open chat' }).click()
  }
  await openChat()
  await expect(chatBox(home)).toHaveValue('I am com')
  await write(home, 'I am coming')
  await home.reload()
  await openChat()
  await expectLine(home, 'I am coming')
  await expect(chatBox(home)).toHaveValue('')
})
