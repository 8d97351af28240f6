/** What people do, in the words and roles that they see (interface: names that people look for). */
import { type BrowserContext, type ElementHandle, expect, type Locator, type Page } from '@playwright/test'
import { TIME } from '#proto/limits.ts'
import { expectMedia } from './media.ts'

export type Answer = 'Video Call' | 'Audio Call' | 'Message' | 'Ignore'

/** Types name and message and presses the button; returns once the page says that it rings. */
export async function ring(visitor: Page, name = 'Vera Visitor', message = 'Hello, I am at the door.'): Promise<void> {
  await visitor.getByLabel('Your Name').fill(name)
  await visitor.getByRole('textbox', { name: /^Message/ }).fill(message)
  await visitor.getByRole('button', { name: 'Ring Doorbell' }).click()
  await expectWaiting(visitor)
}

export async function expectWaiting(visitor: Page): Promise<void> {
  await expect(visitor.getByText('Calling Resident...')).toBeVisible()
}

/** The tap of decision 17, before anybody has answered. */
export async function turnOnCamera(visitor: Page): Promise<void> {
  await visitor.getByRole('button', { name: 'Turn on camera and microphone' }).click()
  await expect(visitor.getByRole('button', { name: 'Turn off' })).toBeVisible()
}

/** The modal over every signed-in page. */
export function incoming(resident: Page): Locator {
  return resident.getByRole('alertdialog', { name: 'Incoming Visitor' })
}

/** Presses are not taken while a change of the modal's buttons is younger than TIME.buttonsDead, and no person is that quick. */
export async function takesPresses(resident: Page): Promise<void> {
  await expect(incoming(resident)).toBeVisible()
  const seen = await resident.evaluate(() => performance.now())
  await resident.waitForFunction(([from, dead]) => performance.now() - from > dead, [seen, TIME.buttonsDead] as const)
}

export async function answer(resident: Page, how: Answer): Promise<void> {
  await takesPresses(resident)
  await incoming(resident).getByRole('button', { name: how }).click()
}

/** What a toast says, whole: its title alone, or title and text, and as what it is announced. */
export async function expectToast(
  page: Page,
  kind: 'success' | 'failure',
  title: string,
  text: string | RegExp | null = null,
): Promise<void> {
  const toast = page
    .locator('.ant-notification-notice')
    .filter({ has: page.locator('.ant-notification-notice-title').getByText(title, { exact: true }) })
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

/** One line of chat, shown once: never doubled by a retry, a replay or a second socket. */
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

/** The visitor's panel, or the resident's toast; an older call's may still be going. */
export async function expectEnded(page: Page): Promise<void> {
  const panel = page.getByRole('heading', { name: 'Call Ended', exact: true })
  await expect(panel.or(page.locator('.ant-notification-notice-title').getByText('Call Ended', { exact: true })).first()).toBeVisible()
}

/** Rings, opens the visitor's camera, answers by video, and waits until pictures and voices go both ways. */
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
  // And what comes through is shown.
  await Promise.all([
    expect(resident.locator('#remote-video')).toBeVisible(),
    expect(visitor.getByLabel('Video from the resident')).toBeVisible(),
  ])
}

/** After a reload the browser may want one more press before it lets sound out or the camera open. */
export async function returnIfAsked(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Return to the call' })
  const controls = page.getByRole('button', { name: 'End', exact: true })
  await expect(button.or(controls).first()).toBeVisible({ timeout: 15_000 })
  if (await button.isVisible()) await button.click()
}

/** What a page sees of a locked phone: it is told that it is hidden, then its network is gone. Chromium without a screen hides no page by itself. */
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

/** The server of the tests takes no payments, and Stripe is not in this version: the page is told that payments are set up. */
export const takesPayments = (page: Page): Promise<unknown> =>
  page.route('**/api/subscription', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), billing: 'stripe' } })
  })
