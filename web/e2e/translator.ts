/** A page translator as Chrome and Edge have one, and a user who presses everything. */
import { expect, type Page } from '@playwright/test'

/** Runs in the page: wraps every text in two `<font>`, also those that come later. React still has references to the removed text nodes. */
export function translate(): void {
  const isTranslated = (text: Text) => text.parentElement?.closest('font[data-translated]') !== null
  const isLeftAlone = (text: Text) => {
    const parent = text.parentElement
    return !(parent instanceof HTMLElement) || parent.closest('script, style, textarea, noscript, title') !== null
  }
  const wrap = (root: Node) => {
    const texts: Text[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node: Node | null = root instanceof Text ? root : walker.nextNode(); node; node = walker.nextNode()) texts.push(node as Text)
    for (const text of texts) {
      if (!text.isConnected || !text.data || isTranslated(text) || isLeftAlone(text)) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      outer.dataset.translated = ''
      outer.append(inner)
      inner.append(text.data)
      text.replaceWith(outer)
    }
  }
  wrap(document.body)
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === 'characterData') wrap(target)
      else for (const node of addedNodes) wrap(node)
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}

/** Translates this page and every one that it loads from now on, once its script has rendered something. */
export async function translatePage(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener('load', () => setTimeout(() => (${translate.toString()})(), 300))`)
  if (page.url() !== 'about:blank') await page.evaluate(translate)
}

/** What the pages show in place of what failed. */
const FAILED = /could not be shown|Something went wrong|cannot be shown on this page/

const CONTROLS = [
  'button',
  'summary',
  'select',
  'input[type=checkbox]',
  'input[type=radio]',
  '[role=tab]',
  '[role=switch]',
  '[role=menuitem]',
]

const DIALOGS = 'dialog[open]:not([class*=standby])'

type Presses = { readonly selector: string; readonly dialogSelector: string; readonly pressed: readonly string[]; readonly never: string }

/** Runs in the page: presses the next control that was not pressed yet, in the topmost dialog if there is one. @returns its name */
function pressNext({ selector, dialogSelector, pressed, never }: Presses): string | undefined {
  const dialogs = [...document.querySelectorAll(dialogSelector)]
  const menus = [...document.querySelectorAll('.ant-dropdown:not(.ant-dropdown-hidden)')]
  const place = menus.at(-1) ?? dialogs.at(-1) ?? document.body
  const seen = new Map<string, number>()
  for (const control of place.querySelectorAll<HTMLElement>(selector)) {
    if (!control.checkVisibility() || control.matches(':disabled')) continue
    const text = (control.getAttribute('aria-label') ?? control.textContent ?? '').replace(/\d+/g, '0').trim()
    const count = seen.get(text) ?? 0
    seen.set(text, count + 1)
    const name = `${control.tagName} ${control.getAttribute('role') ?? ''} ${text} ${count}`
    // Only one row of a list is pressed, because the rows are alike.
    const isLikeBefore = count > 1 && control.closest('li, tr, [role=row], [role=listitem]') !== null
    if (pressed.includes(name) || isLikeBefore || new RegExp(never).test(text)) continue
    control.click()
    return name
  }
  return undefined
}

const MOST_PRESSES = 150

/**
 * Presses every control of the page and of the dialogs that open, and expects that nothing fails. If a dialog is open at the start, only
 * its controls are pressed, and it stays open. @returns what was pressed
 */
export async function pressEverything(page: Page, { never = '^$' }: { readonly never?: string } = {}): Promise<readonly string[]> {
  const url = page.url()
  const dialogs = page.locator(DIALOGS)
  const openAtStart = await dialogs.count()
  const pressed: string[] = []
  while (pressed.length < MOST_PRESSES) {
    const name = await page.evaluate(pressNext, { selector: CONTROLS.join(), dialogSelector: DIALOGS, pressed, never })
    if (name) pressed.push(name)
    else if ((await dialogs.count()) > openAtStart) {
      await page.keyboard.press('Escape')
      if ((await dialogs.count()) > openAtStart) await page.goto(url)
    } else break
    await page.waitForTimeout(50)
    expect(await page.locator('body').innerText(), `after ${pressed.at(-1)}`).not.toMatch(FAILED)
    if (new URL(page.url()).pathname !== new URL(url).pathname) await page.goto(url)
  }
  expect(pressed.length, `${url} has more controls than are pressed:\n${pressed.join('\n')}`).toBeLessThan(MOST_PRESSES)
  return pressed
}

/** Refuses every request that would change something, so that pressing every control changes nothing. */
export const refuseChanges = (page: Page): Promise<unknown> =>
  page.route('**/api/**', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({
          status: 503,
          json: { code: 'unavailable', message: 'This part of the doorbell does not answer. Please try again.' },
        }),
  )
