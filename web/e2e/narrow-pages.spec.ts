import { expect, type Page } from '@playwright/test'
import { ring } from './actions.ts'
import { test } from './fixtures.ts'

const NARROW = { width: 320, height: 640 }
const PATHS = [
  '/doorbell',
  '/notifications',
  '/visitors-page',
  '/activity-logs',
  '/contacts',
  '/settings',
  '/settings/doors',
  '/subscription',
] as const

/** What makes the page wider than its window, by class and words: an empty list where nothing has to be scrolled sideways (WCAG 1.4.10). */
async function tooWide(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= window.innerWidth) return []
    const beyond = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > window.innerWidth)
    const names = beyond.map((element) => `${element.tagName} ${element.getAttribute('class')} ${element.textContent.slice(0, 30)}`)
    return [`${document.documentElement.scrollWidth} px`, ...names]
  })
}

for (const locale of ['en-US', 'de-DE'] as const) {
  test(`at 320 px no page of the resident scrolls sideways, ${locale} [W-axe]`, async ({ openResident, openVisitor, world }) => {
    test.setTimeout(90_000)
    const { page: home, resident } = await openResident({ premium: true, locale })
    const { page: door } = await openVisitor(resident)
    await ring(door, 'Marcus Bell')
    await home.setViewportSize(NARROW)
    const wide: Record<string, string[]> = {}
    await expect(home.getByRole('alertdialog')).toBeVisible()
    wide.incoming = await tooWide(home)
    await door.getByRole('button', { name: 'Cancel' }).click()
    await expect(home.getByRole('alertdialog')).toHaveCount(0)
    const date = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10)
    const form = { visitorName: 'Tom Keller', purpose: 'Heating check', date, time: '10:00' }
    await world.visitor().call('doorbell.request_visit', { qrCodeId: resident.user.qrCodeId, ...form })
    const [own] = await resident.call('doorbell.doors', {})
    for (const path of [...PATHS, `/settings/doors/${own?.id}/sign`]) {
      await home.goto(`${world.url}${path}`)
      await expect(home.getByRole('heading', { level: 1 })).toBeVisible()
      if (path === '/activity-logs' || path === '/visitors-page') await expect(home.getByText('Marcus Bell').first()).toBeVisible()
      await home.waitForLoadState('networkidle')
      wide[path] = await tooWide(home)
    }
    expect(Object.entries(wide).filter(([, found]) => found.length > 0)).toEqual([])
  })
}

test('at 320 px every chip of the visitor holds its word, in German', async ({ openResident, openVisitor }) => {
  const { resident } = await openResident()
  const { page: door } = await openVisitor(resident, { locale: 'de-DE' })
  await door.setViewportSize(NARROW)
  /** The words whose end is nearer to the chip's edge than its round corner needs. */
  const cut = () =>
    door.locator('.chip').evaluateAll((chips) =>
      chips.flatMap((chip) => {
        const words = document.createRange()
        words.selectNodeContents(chip)
        return chip.getBoundingClientRect().right - words.getBoundingClientRect().right < 5 ? [chip.textContent] : []
      }),
    )
  await expect(door.getByRole('button', { name: 'Handwerk' })).toBeVisible()
  expect(await cut()).toEqual([])
})
