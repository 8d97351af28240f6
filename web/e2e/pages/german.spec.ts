import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { takesPresses } from '../actions.ts'
import { test } from '../fixtures.ts'
import { SCREENS } from '../screens.ts'

/** English texts that no German page may show. */
const ENGLISH = new RegExp(
  `\\b(${[
    'Ring|Your|Message|Please|Sign|Visitor|Dashboard|Settings|Recent|Today|Yesterday|Doors|Add|Share|Link Copied',
    'Plan|Calling|Resident|Type|Send|Answer|Notifications|Search|the|and|with|has',
  ].join('|')})\\b`,
)

/** The texts and accessible names of a page, without the product's name and users' input. */
async function wordsOf(page: Page): Promise<string> {
  const said = await page.locator('body').evaluate((body) => {
    const labels = [...body.querySelectorAll('[aria-label], [placeholder], [alt], [title]')].flatMap((element) =>
      ['aria-label', 'placeholder', 'alt', 'title'].flatMap((name) => element.getAttribute(name) ?? []),
    )
    return [(body as HTMLElement).innerText, ...labels].join('\n')
  })
  return said.replaceAll('Digital Doorbell', '').replaceAll(/https?:\S+/g, '')
}

test('a German browser shows no English text from ring to chat', { tag: '@all' }, async ({ openResident, openVisitor, consoleErrors }) => {
  const { page: home, resident } = await openResident({ locale: 'de-DE' })
  await expect(home).toHaveTitle(/Meine Klingel/)
  await expect(home.getByText('Noch hat niemand geklingelt')).toBeVisible()
  expect(await home.locator('html').getAttribute('lang')).toBe('de')
  expect(await wordsOf(home)).not.toMatch(ENGLISH)

  const { page: door } = await openVisitor(resident, { locale: 'de-DE' })
  await expect(door.getByRole('button', { name: 'Klingeln' })).toBeEnabled()
  expect(await wordsOf(door)).not.toMatch(ENGLISH)
  await door.getByRole('button', { name: 'Klingeln' }).click()
  await expect(door.getByText('Bitte geben Sie einen Namen an')).toBeVisible()
  await door.getByLabel('Ihr Name').fill('Frieda Klein')
  await door.getByRole('textbox', { name: /^Nachricht/ }).fill('Paket für 4B')
  await door.getByRole('button', { name: 'Klingeln' }).click()
  await expect(door.getByText('Es klingelt …')).toBeVisible()
  expect(await wordsOf(door)).not.toMatch(ENGLISH)

  const modal = home.getByRole('alertdialog', { name: 'Besuch an der Tür' })
  await expect(modal).toContainText('Frieda Klein')
  expect(await wordsOf(home)).not.toMatch(ENGLISH)
  await takesPresses(home, modal)
  await modal.getByRole('button', { name: 'Nachricht' }).click()
  await home.getByPlaceholder('Nachricht schreiben …').fill('Ich komme')
  await home.getByPlaceholder('Nachricht schreiben …').press('Enter')
  await expect(door.getByText('Ich komme', { exact: true })).toHaveCount(1)
  expect(await wordsOf(door)).not.toMatch(ENGLISH)
  expect(await wordsOf(home)).not.toMatch(ENGLISH)
  expect((await new AxeBuilder({ page: door }).analyze()).violations).toEqual([])

  for (const { path } of SCREENS) {
    await home.goto(new URL(path, home.url()).href)
    await expect(home.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(home.getByText('Wird geladen')).toHaveCount(0)
    expect([path, await wordsOf(home)]).toEqual([path, expect.not.stringMatching(ENGLISH)])
  }
  expect(consoleErrors).toEqual([])
})

test('the language link changes the language for good', { tag: '@all' }, async ({ openVisitor, world }) => {
  const resident = await world.resident()
  const { page } = await openVisitor(resident)
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await expect(page.getByRole('button', { name: 'Klingeln' })).toBeVisible()
  await page.goto(`${world.url}/auth`)
  await expect(page.getByRole('heading', { name: 'Bei Ihrem Konto anmelden' })).toBeVisible()
  expect(await wordsOf(page)).not.toMatch(ENGLISH)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByText('Bitte geben Sie Ihr Passwort ein')).toBeVisible()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to your account' })).toBeVisible()
})
