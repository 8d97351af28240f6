/** The operator's legal links in a browser; which pages have them is tested in services/gateway/test/status-page.test.ts. */
import { expect, type Page } from '@playwright/test'
import { LANGUAGES } from '#proto/languages.ts'
import type { LegalLinks } from '#proto/legal-links.ts'
import { expectNone } from '../axe.ts'
import { test } from '../fixtures.ts'
import { VISITOR_STATES, visitorBundle } from '../visitor-states.ts'

const LEGAL = { imprint: 'https://op.example/imprint', privacy: 'https://op.example/privacy', terms: 'https://op.example/terms' }
const TEXTS = { en: ['Imprint', 'Privacy', 'Terms'], de: ['Impressum', 'Datenschutz', 'Nutzungsbedingungen'] } as const
const linksOf = (page: Page) => page.getByRole('navigation', { name: /^(Legal information|Rechtliches)$/ }).getByRole('link')

for (const language of LANGUAGES) {
  test(`the operator's links move no button, and open beside the visitor's page, in "${language}"`, { tag: '@all' }, async ({
    browser,
    contexts,
    world,
  }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
    contexts.push(context)
    const door = await context.newPage()
    const { form } = VISITOR_STATES
    const { renderVisitor } = await visitorBundle(language)
    if (!form) throw new Error('no form')
    await door.route('**/api/**', (route) => route.abort())
    await context.route('https://op.example/**', (route) => route.fulfill({ body: 'The imprint' }))
    const url = `${world.url}/visitor/q`
    const ringButton = async (legal: LegalLinks) => {
      await door.route(url, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: renderVisitor(form, legal) }))
      await door.goto(url)
      await expect(door.locator('.door-panel time')).not.toBeEmpty()
      return await door.locator('.bar .go').boundingBox()
    }
    const without = await ringButton({})
    await expect(linksOf(door)).toHaveCount(0)
    expect(await ringButton(LEGAL)).toEqual(without)
    await expect(linksOf(door)).toHaveText([...TEXTS[language]])
    await expectNone(door)
    expect(await door.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    const opened = context.waitForEvent('page')
    await linksOf(door).first().click()
    await expect((await opened).getByText('The imprint')).toBeVisible()
    await expect(door).toHaveURL(url)
  })
}

/** What the gateway writes into the head. */
const metas = Object.entries(LEGAL).map(([name, link]) => `<meta name="legal-${name}" content="${link}">`)

test('the sign-in page and the settings have the operator’s links', { tag: '@all' }, async ({ browser, contexts, openResident, world }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  contexts.push(context)
  const page = await context.newPage()
  await page.route(`${world.url}/**`, async (route) => {
    if (!route.request().isNavigationRequest()) return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('</title>', `</title>${metas.join('')}`) })
  })
  for (const path of ['/auth', '/nowhere']) {
    await page.goto(world.url + path)
    await expect(linksOf(page)).toHaveText([...TEXTS.en])
    await expectNone(page)
  }
  const { page: home } = await openResident({ path: '/settings' })
  await expect(home.getByRole('tab', { name: 'Profile' })).toBeVisible()
  await home.evaluate((html) => document.head.insertAdjacentHTML('beforeend', html), metas.join(''))
  await home.getByRole('tab', { name: 'Security' }).click()
  await expect(linksOf(home)).toHaveText([...TEXTS.en])
  await expectNone(home)
})
