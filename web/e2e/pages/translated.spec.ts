import { expect, type Page } from '@playwright/test'
import { answer, chatBox, expectLine, incoming, ring, write } from '../actions.ts'
import { test } from '../fixtures.ts'
import { addKeys, leaveVisits, pathsOf } from '../screens.ts'
import { pressEverything, refuseChanges, translatePage } from '../translator.ts'
import { visitAll } from '../visit-all.ts'
import { VISITOR_STATES, visitorBundle } from '../visitor-states.ts'

const MAILED = ['verify', 'reset', 'undo', 'sign-in', 'recovery', 'cancel-recovery'].map((kind) => `/auth#${kind}=mailed-token`)

/** Errors of the page, without the browser's own messages about requests that the test refuses. */
const ofThePage = (errors: readonly string[]) => errors.filter((text) => !/Failed to load resource|WebSocket/.test(text))

// covers: W-translated
test('every control of every translated resident page works', { tag: '@all' }, async ({
  browser,
  contexts,
  openResident,
  world,
  consoleErrors,
}) => {
  test.setTimeout(240_000)
  const { context, resident } = await openResident({ premium: true })
  await leaveVisits(world, resident)
  await resident.call('doorbell.add_contact', {
    firstName: 'Priya',
    lastName: 'Nair',
    email: 'priya@example.org',
    phone: '+1 555 010 0143',
  })
  await addKeys(world, resident)
  const counts: Record<string, number> = {}
  const press = async (page: Page, path: string) => {
    page.on('pageerror', (error) => consoleErrors.push(`${path}: ${error.message}`))
    await page.addInitScript(() => Object.assign(window, { print: () => undefined }))
    await refuseChanges(page)
    await translatePage(page)
    // A change of only the fragment would not load the page.
    await page.goto('about:blank')
    await page.goto(`${world.url}${path}`)
    await expect(page.locator('font').filter({ visible: true }).first()).toBeVisible()
    counts[path] = (await pressEverything(page)).length
  }
  await visitAll(context, await pathsOf(resident), press)
  const stranger = await browser.newContext()
  contexts.push(stranger)
  await visitAll(stranger, ['/auth', ...MAILED], press)
  expect(ofThePage(consoleErrors)).toEqual([])
  // A mailed link's page may have one button.
  expect(Object.entries(counts).filter(([path, count]) => count < (path.includes('#') ? 1 : 2))).toEqual([])
})

// covers: W-translated
test('a translated ring is answered and written to on both sides', async ({ openResident, openVisitor, consoleErrors }) => {
  const { page: home, resident } = await openResident()
  await expect(home.getByRole('heading', { name: 'My Digital Doorbell' })).toBeVisible()
  await translatePage(home)
  const { page: door } = await openVisitor(resident)
  await translatePage(door)
  await ring(door)
  await expect(incoming(home)).toBeVisible()
  await answer(home, 'Message')
  await write(home, 'Coming down')
  await expectLine(door, 'Coming down')
  await write(door, 'Thank you')
  await expectLine(home, 'Thank you')
  await expect(chatBox(door)).toBeVisible()
  expect(consoleErrors).toEqual([])
})

// covers: W-translated
test("every control of every translated state of the visitor's page works", { tag: '@all' }, async ({ browser, consoleErrors, world }) => {
  test.setTimeout(240_000)
  const { renderVisitor } = await visitorBundle('en')
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  await visitAll(context, Object.entries(VISITOR_STATES), async (door, [name, state]) => {
    door.on('pageerror', (error) => consoleErrors.push(`${name}: ${error.message}`))
    await refuseChanges(door)
    await door.route('**/api/**', (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()))
    const url = world.url + (state.page === 'invite' ? '/visitor/invite/invite-token' : '/visitor/q')
    await door.route(url, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: renderVisitor(state) }))
    await translatePage(door)
    await door.goto(url)
    await expect(door.locator('font').first()).toBeVisible()
    await pressEverything(door)
    await door.unrouteAll({ behavior: 'ignoreErrors' })
  })
  await context.close()
  expect(ofThePage(consoleErrors)).toEqual([])
})
