import { expect, type Page } from '@playwright/test'
import { LANGUAGES } from '#proto/languages.ts'
import type { DoorState, InviteState } from '#proto/visitor-page.ts'
import { expectWaiting } from '../actions.ts'
import { test } from '../fixtures.ts'
import { VISITOR_STATES, visitorBundle } from '../visitor-states.ts'

/** A picture of one pixel. */
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** React's errors, by number, about markup that differs from what it rendered. */
const recovered = (errors: readonly string[]) => errors.filter((text) => /Minified React error|[Hh]ydrat/.test(text))

/** What a page translator does to every text of the page: other words, wrapped. */
const translated = (html: string) =>
  html.replace(/(<div id="app"[\s\S]*?)(<svg width="0")/, (_all, app: string, rest: string) => {
    return app.replace(/>([^<>]+)</g, '><font style="vertical-align: inherit;"><font>$1 ·</font></font><') + rest
  })

async function show(door: Page, url: string, html: string): Promise<void> {
  await door.route(url, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
  await door.goto(url)
  // The header shows a time only after React has hydrated or re-rendered the page; a call's view appears later still.
  await door.waitForFunction(() => document.querySelector('.stage') !== null || document.querySelector('.door-panel time')?.textContent)
}

const pathOf = (state: DoorState | InviteState) => (state.page === 'invite' ? '/visitor/invite/invite-token' : '/visitor/q')

for (const language of LANGUAGES) {
  const tag = language === 'en' ? [] : '@all'
  // covers: W-hydration
  test(`every state of the visitor's page hydrates as it was rendered, in "${language}"`, { tag }, async ({
    browser,
    consoleErrors,
    world,
  }) => {
    const { renderVisitor } = await visitorBundle(language)
    // A time zone that no server has, so that a time formatted by the server would be noticed.
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, timezoneId: 'Pacific/Chatham' })
    const door = await context.newPage()
    door.on('console', (message) => {
      if (message.type() === 'error') consoleErrors.push(message.text())
    })
    // The visit exists only in the page, so requests about it would fail.
    await door.route('**/api/**', (route) => route.abort())
    for (const [name, state] of Object.entries(VISITOR_STATES)) {
      await show(door, world.url + pathOf(state), renderVisitor(state))
      expect([name, recovered(consoleErrors)]).toEqual([name, []])
    }
    await context.close()
  })
}

test('a page that was translated before its script keeps text, photo and caret, and rings', { tag: '@all' }, async ({
  openVisitor,
  world,
}) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  const url = door.url()
  const html = translated(await (await door.context().request.get(url)).text())
  expect(html).toContain('<font')
  // The script waits until something was typed.
  const { promise: typed, resolve: release } = Promise.withResolvers<void>()
  await door.route('**/assets/visitor-*.js', async (route) => {
    await typed
    await route.continue()
  })
  await door.route(url, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
  await door.goto(url, { waitUntil: 'commit' })
  await door.getByLabel('Your Name').fill('Marcus Bell')
  const message = door.getByRole('textbox', { name: /^Message/ })
  await message.fill('Parcel for 4B')
  await door.locator('input[type=file]').setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: PIXEL })
  await message.focus()
  await message.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(6, 6))
  release()
  await expect(door.locator('.door-panel time')).not.toBeEmpty()
  await expect(door.locator('font')).toHaveCount(0)
  await expect(door.getByLabel('Your Name')).toHaveValue('Marcus Bell')
  await expect(message).toHaveValue('Parcel for 4B')
  expect(await message.evaluate((field: HTMLTextAreaElement) => [document.activeElement === field, field.selectionStart])).toEqual([
    true,
    6,
  ])
  await expect(door.getByText('Photo captured')).toBeVisible()
  await door.getByRole('button', { name: 'Ring Doorbell' }).click()
  await expectWaiting(door)
})

test('a press before the live code has loaded posts the form', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident)
  await door.route('**/assets/live-*.js', (route) => route.abort())
  await door.reload()
  await expect(door.locator('.door-panel time')).not.toBeEmpty()
  await door.getByRole('button', { name: 'Ring Doorbell' }).click()
  await expect(door.getByText('Name is required')).toBeVisible()
  await door.getByLabel('Your Name').fill('Marcus Bell')
  await door.getByRole('textbox', { name: /^Message/ }).fill('Parcel for 4B')
  const posted = door.waitForRequest((request) => request.method() === 'POST' && request.url() === door.url())
  await door.getByRole('button', { name: 'Ring Doorbell' }).click()
  await posted
  await expectWaiting(door)
  expect(await resident.activities()).toMatchObject([{ visitorName: 'Marcus Bell', message: 'Parcel for 4B' }])
})
