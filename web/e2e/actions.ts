/** User actions, located by visible texts and roles (docs/product/interface.md: names that people look for). */
import { type BrowserContext, type ElementHandle, expect, type Locator, type Page } from '@playwright/test'
import type { Resident } from '#scripts/testing/people.ts'
import { untilPressesCount } from '#scripts/testing/presses.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import { expectMedia } from './media.ts'

export type Answer = 'Video Call' | 'Audio Call' | 'Message' | 'Ignore'

/** Fills in name and message and presses the button; returns once the page shows that it rings. */
export async function ring(visitor: Page, name = 'Vera Visitor', message = 'Hello, I am at the door.'): Promise<void> {
  await visitor.getByLabel('Your Name').fill(name)
  await visitor.getByRole('textbox', { name: /^Message/ }).fill(message)
  await visitor.getByRole('button', { name: 'Ring Doorbell' }).click()
  await expectWaiting(visitor)
}

/** Moves the end of the resident's live rings to now or soon, so that no test waits for it: doorbell's job then marks them as missed. */
export async function endRingLife(world: Stack, { user }: Resident, within = 0): Promise<void> {
  const endsAt = new Date(Date.now() + within)
  await world.postgres('doorbell', 'UPDATE activities SET ends_at = $1 WHERE owner_id = $2 AND outcome IS NULL', [endsAt, user.id])
}

/** Advances a page's installed clock second by second until the expected content is shown. */
export async function runAhead(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(1_000)
    expect(await shown.isVisible()).toBe(true)
  }).toPass({ intervals: [50], timeout: 15_000 })
}

/** Resolves when a socket that the page opens from now on receives a frame of this type. */
export async function receivesFrame(page: Page, type: string): Promise<void> {
  const isFrame = ({ payload }: { readonly payload: string | Buffer }) => payload.toString().includes(`"type":"${type}"`)
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived', isFrame)
}

export async function expectWaiting(visitor: Page): Promise<void> {
  await expect(visitor.getByText('Calling Resident...')).toBeVisible()
}

/** The tap of docs/product/decisions.md, 17, before an answer. */
export async function turnOnCamera(visitor: Page): Promise<void> {
  await visitor.getByRole('button', { name: 'Turn on camera and microphone' }).click()
  await expect(visitor.getByRole('button', { name: 'Turn off' })).toBeVisible()
}

/** The modal over every signed-in page. */
export function incoming(resident: Page): Locator {
  return resident.getByRole('alertdialog', { name: 'Incoming Visitor' })
}

export async function takesPresses(resident: Page, modal = incoming(resident)): Promise<void> {
  await expect(modal).toBeVisible()
  await untilPressesCount(resident)
}

/** Two presses without a rendering between them, as in a fast double click. */
export const pressTwice = (button: Locator): Promise<void> =>
  button.evaluate((element: HTMLElement) => {
    element.click()
    element.click()
  })

/** @returns a function that returns how often the page has sent a POST to this path since the call */
export function countRequests(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

export async function answer(resident: Page, how: Answer): Promise<void> {
  await takesPresses(resident)
  await incoming(resident).getByRole('button', { name: how }).click()
}

/** A text for screen readers only, because the screen shows it in another way. */
export async function expectSpoken(page: Page, text: string): Promise<void> {
  await expect(page.locator('.spoken[aria-live="polite"]').filter({ hasText: text })).toHaveCount(1)
}

/** The complete text of a toast, title and optional text, with its role. */
export async function expectToast(
  page: Page,
  kind: 'success' | 'failure',
  title: string,
  text: string | RegExp | null = null,
): Promise<void> {
  const toast = page
    .locator('.ant-notification-notice')
    .filter({ has: page.locator('.ant-notification-notice-title').getByText(title, { exact: true }) })
    // An earlier toast with the same text may still be closing.
    .last()
  await expect(toast).toBeVisible()
  await expect(toast).toHaveRole(kind === 'failure' ? 'alert' : 'status')
  const description = toast.locator('.ant-notification-notice-description')
  if (text === null) await expect(description).toHaveCount(0)
  else await expect(description).toHaveText(text)
}

export function chatBox(page: Page): Locator {
  return page.getByPlaceholder('Type your message...')
}

export async function write(page: Page, text: string): Promise<void> {
  await chatBox(page).fill(text)
  await chatBox(page).press('Enter')
  await expect(chatBox(page)).toHaveValue('')
}

/** A chat message shown exactly once, not doubled by a retry, a replay or a second socket. */
export async function expectLine(page: Page, text: string): Promise<void> {
  await expect(page.getByText(text, { exact: true })).toHaveCount(1)
}

export async function hangUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End', exact: true }).click()
}

/** The button itself, so that two people can press theirs in the same moment. */
export async function endButton(page: Page): Promise<ElementHandle<HTMLElement>> {
  const button = await page.getByRole('button', { name: 'End', exact: true }).elementHandle()
  if (!button) throw new Error('there is no call to end')
  return button as ElementHandle<HTMLElement>
}

/** The visitor's panel or the resident's toast; the toast of an older call may still be closing. */
export async function expectEnded(page: Page): Promise<void> {
  const panel = page.getByRole('heading', { name: 'Call Ended', exact: true })
  await expect(panel.or(page.locator('.ant-notification-notice-title').getByText('Call Ended', { exact: true })).first()).toBeVisible()
}

/** Rings, opens the visitor's camera, answers by video, and waits until media flows both ways. */
export async function startVideoCall(visitor: Page, resident: Page, name = 'Vera Visitor'): Promise<void> {
  await ring(visitor, name)
  await turnOnCamera(visitor)
  await answer(resident, 'Video Call')
  await expectTwoWay(visitor, resident)
}

export async function expectTwoWay(visitor: Page, resident: Page, within = 30_000): Promise<void> {
  await Promise.all([
    expectMedia(resident, { video: true, audio: true }, within),
    expectMedia(visitor, { video: true, audio: true }, within),
  ])
  // The received media is also shown.
  await Promise.all([
    expect(resident.locator('#remote-video')).toBeVisible(),
    expect(visitor.getByLabel('Video from the resident')).toBeVisible(),
  ])
}

/** After a reload the browser may require another press before it plays sound or opens the camera. */
export async function returnIfAsked(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Return to the call' })
  const controls = page.getByRole('button', { name: 'End', exact: true })
  await expect(button.or(controls).first()).toBeVisible({ timeout: 15_000 })
  // The page may return by itself while the button is being pressed.
  if (await button.isVisible()) await button.click({ timeout: 5_000 }).catch(() => expect(controls.first()).toBeVisible())
}

/** Simulates a locked phone: the page becomes hidden, then offline. Headless Chromium never hides a page by itself. */
export async function lockPhone(page: Page, context: BrowserContext): Promise<void> {
  await showPage(page, false)
  await context.setOffline(true)
}

export async function unlockPhone(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(false)
  await showPage(page, true)
}

async function showPage(page: Page, visible: boolean): Promise<void> {
  await page.evaluate((shown) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (shown ? 'visible' : 'hidden') })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => !shown })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visible)
}

/** Makes the page believe that payments are set up, because the tests' server accepts none. */
export const takesPayments = (page: Page): Promise<unknown> =>
  page.route('**/api/subscription', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), billing: 'stripe' } })
  })
