import { expect, type Page } from '@playwright/test'
import { LANGUAGES } from '#proto/languages.ts'
import { FIELD } from '#proto/limits.ts'
import { test } from '../fixtures.ts'
import { addKeys, leaveVisits, pathsOf } from '../screens.ts'
import { visitAll } from '../visit-all.ts'
import { VISITOR_STATES, visitorBundle } from '../visitor-states.ts'

const NARROW = { width: 320, height: 640 }
/** The longest possible name, without a place to break it. */
const NAME = `Marcus${'Wolfeschlegelstein'.repeat(6)}`.slice(0, FIELD.visitorName)

/** What makes the page wider than its window, by class and words: an empty list where nothing has to be scrolled sideways (WCAG 1.4.10). */
async function tooWide(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return []
    const beyond = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > window.innerWidth)
    const names = beyond.map((element) => `${element.tagName} ${element.getAttribute('class')} ${element.textContent.slice(0, 30)}`)
    return [`${document.documentElement.scrollWidth} px`, ...names]
  })
}

/** Fields with texts that people write; all are set to the name above. */
const WRITTEN = ['visitorName', 'label', 'message', 'unitNumber']
const withLongTexts = <State extends { readonly failure: unknown }>(state: State): State => ({
  ...JSON.parse(JSON.stringify(state), (key, value: unknown) =>
    WRITTEN.includes(key) && typeof value === 'string' && value ? NAME : value,
  ),
  failure: state.failure,
})

for (const locale of ['en-US', 'de-DE'] as const) {
  // covers: W-axe
  test(`at 320 px no resident page scrolls sideways, ${locale}`, { tag: '@all' }, async ({ openResident, world }) => {
    const { page: home, context, resident } = await openResident({ premium: true, locale })
    const visitor = world.visitor()
    const { id } = await visitor.ring(resident, { visitorName: NAME })
    await home.setViewportSize(NARROW)
    const wide: Record<string, string[]> = {}
    await expect(home.getByRole('alertdialog')).toBeVisible()
    wide.incoming = await tooWide(home)
    await visitor.call('doorbell.cancel', { id })
    await expect(home.getByRole('alertdialog')).toHaveCount(0)
    await leaveVisits(world, resident, NAME)
    await addKeys(world, resident)
    await visitAll(context, await pathsOf(resident), async (page, path) => {
      await page.setViewportSize(NARROW)
      await page.goto(`${world.url}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (path === '/activity-logs' || path === '/visitors-page') await expect(page.getByText(NAME).first()).toBeVisible()
      if (path === '/security') await expect(page.getByText(/New device signed in|mit einem neuen Gerät/)).toBeVisible()
      await page.waitForLoadState('networkidle')
      for (const fold of await page.locator('summary').all()) await fold.click()
      wide[path] = await tooWide(page)
    })
    expect(Object.entries(wide).filter(([, found]) => found.length > 0)).toEqual([])
  })
}

// covers: W-axe
test('at 320 px no state of the visitor page scrolls sideways without script', { tag: '@all' }, async ({ browser }) => {
  const context = await browser.newContext({ viewport: NARROW, javaScriptEnabled: false })
  const page = await context.newPage()
  const wide: Record<string, string[]> = {}
  for (const language of LANGUAGES) {
    const { renderVisitor } = await visitorBundle(language)
    for (const [name, state] of Object.entries(VISITOR_STATES)) {
      for (const [kind, shown] of Object.entries({ usual: state, long: withLongTexts(state) })) {
        // The refresh would reload the page meanwhile.
        await page.setContent(renderVisitor(shown).replace(/<meta http-equiv="refresh"[^>]*>/g, ''))
        wide[`${name}, ${language}, ${kind}`] = await tooWide(page)
      }
    }
  }
  await context.close()
  expect(Object.entries(wide).filter(([, found]) => found.length > 0)).toEqual([])
})

test('at 320 px every German chip fits its text', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page: door } = await openVisitor(resident, { locale: 'de-DE' })
  await door.setViewportSize(NARROW)
  /** Words whose end is so near to the chip's edge that its round corner cuts them. */
  const cut = () =>
    door.locator('.chip').evaluateAll((chips) =>
      chips.flatMap((chip) => {
        const words = document.createRange()
        words.selectNodeContents(chip)
        return chip.getBoundingClientRect().right - words.getBoundingClientRect().right < 5 ? [chip.textContent] : []
      }),
    )
  await expect(door.getByRole('button', { name: 'Sonstiges' })).toBeVisible()
  expect(await cut()).toEqual([])
})
