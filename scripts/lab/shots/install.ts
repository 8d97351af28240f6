/** The screenshots that a browser shows before it installs the app (web/build/web-manifest.ts): two screens, two forms, all languages. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { LANGUAGES, type Language } from '#proto/languages.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import type { Shot } from './shot.ts'
import { courierRings, someone } from './steps.ts'
import type { Studio } from './studio.ts'

type Picture = { readonly shot: Shot; readonly keep: (page: Page) => Promise<void> }

const FORMS = {
  narrow: { width: 390, height: 844, deviceScaleFactor: 2 },
  wide: { width: 1440, height: 900, deviceScaleFactor: 1 },
} as const
const LOCALES: Readonly<Record<Language, 'en-US' | 'de-DE'>> = { en: 'en-US', de: 'de-DE' }
const FOLDER = join(ROOT, 'web', 'public', 'screenshots')
const SETTLE_MS = 600

async function keepForm(page: Page, form: keyof typeof FORMS, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await page.setViewportSize(FORMS[form])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await session.send('Emulation.setDeviceMetricsOverride', { ...FORMS[form], mobile: false })
  await page.waitForTimeout(SETTLE_MS)
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' })
  await mkdir(FOLDER, { recursive: true })
  await sharp(Buffer.from(data, 'base64'))
    .webp({ quality: 82, effort: 6 })
    .toFile(join(FOLDER, `${name}.webp`))
  await session.detach()
}

async function dashboard(studio: Studio, language: Language): Promise<Page> {
  const page = await studio.home(await studio.demo(), { locale: LOCALES[language] })
  await page.getByText('14 Maple Lane').first().waitFor()
  await page.getByText('Marcus').first().waitFor()
  return page
}

async function ringing(studio: Studio, language: Language): Promise<Page> {
  const resident = await someone(studio, true)
  const page = await studio.home(resident, { locale: LOCALES[language] })
  await page.getByText('Live').first().waitFor()
  await courierRings(studio, resident)
  await page.getByRole('alertdialog').locator('img').first().waitFor()
  return page
}

const picture = (screen: string, language: Language, take: (studio: Studio, language: Language) => Promise<Page>): Picture => ({
  shot: { name: `${screen}-${language}`, take: (studio) => take(studio, language) },
  keep: async (page) => {
    for (const form of ['narrow', 'wide'] as const) await keepForm(page, form, `${screen}-${form}-${language}`)
  },
})

export const INSTALL: readonly Picture[] = LANGUAGES.flatMap((language) => [
  picture('dashboard', language, dashboard),
  picture('ring', language, ringing),
])
