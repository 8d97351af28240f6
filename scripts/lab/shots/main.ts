/**
 * `npm run shots [-- name …]`: every screen of the product in three sizes and both themes, into shots/ (which git ignores). Each shot is
 * one entry of a table and is driven through the real product. `npm run shots -- --readme` remakes the README's pictures, and
 * `npm run shots -- --install` those that a browser shows before it installs the app.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { prepareStack } from '#scripts/testing/run/prepare.ts'
import { devicesShots } from './devices-shots.ts'
import { householdShots } from './household-shots.ts'
import { INSTALL } from './install.ts'
import { pageShots } from './page-shots.ts'
import { pushShots } from './push-shots.ts'
import { PUBLIC_URL, README } from './readme.ts'
import { recordSources } from './readme-sources.ts'
import { recordingShots } from './recording-shots.ts'
import { residentShots } from './resident-shots.ts'
import { securityShots } from './security-shots.ts'
import type { Shot } from './shot.ts'
import { Studio } from './studio.ts'
import { visitShots } from './visit-shots.ts'
import { visitorShots } from './visitor-shots.ts'
import { wallShots } from './wall-shots.ts'

const FOLDER = join(ROOT, 'shots')
const SIZES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1440, height: 900 },
} as const
const THEMES = ['light', 'dark'] as const
/** A change of theme is drawn first; then the page's own fades and slides take at most 320 ms. */
const SETTLE_MS = 600

/**
 * Takes six pictures of one state: size and theme are set in the browser, and the page follows them as it does for a user. Motion is
 * reduced, so that no picture shows a colour in transition.
 */
async function snap(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.waitForTimeout(SETTLE_MS)
      await page.screenshot({ path: join(FOLDER, `${name}-${size}-${colorScheme}.png`) })
    }
    await snapWhole(page, join(FOLDER, `${name}-${size}-full.png`))
  }
}

/** A page longer than the screen, unless a dialog covers it. */
async function snapWhole(page: Page, path: string): Promise<void> {
  const longer = () => !document.querySelector('dialog[open]') && document.documentElement.scrollHeight > window.innerHeight
  if (!(await page.evaluate(longer))) return
  await page.emulateMedia({ colorScheme: 'light' })
  const from = await page.evaluate(() => window.scrollY)
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.waitForTimeout(SETTLE_MS)
  await page.screenshot({ path, fullPage: true })
  await page.evaluate((y) => window.scrollTo(0, y), from)
}

/** @returns whether the picture was taken */
async function take(studio: Studio, shot: Shot, keep: (page: Page) => Promise<void>): Promise<boolean> {
  try {
    await keep(await shot.take(studio))
    console.log(`  ${shot.name}`)
    return true
  } catch (error) {
    console.log(`  ${shot.name} FAILED: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    await studio.lastSeen(join(FOLDER, `failed-${shot.name}`)).catch(() => undefined)
    return false
  } finally {
    await studio.clear()
  }
}

const wanted = process.argv.slice(2)
const [forReadme, forInstall] = [wanted.includes('--readme'), wanted.includes('--install')]
const table = [
  ...visitorShots,
  ...recordingShots,
  ...visitShots,
  ...residentShots,
  ...pageShots,
  ...securityShots,
  ...householdShots,
  ...wallShots,
  ...devicesShots,
  ...pushShots,
]
const shots = [...table.filter((shot) => !shot.shiftsClock), ...table.filter((shot) => shot.shiftsClock)]
const chosen = wanted.length === 0 ? shots : shots.filter(({ name }) => wanted.some((part) => name.includes(part)))

await prepareStack()
await mkdir(FOLDER, { recursive: true })
const studio = await Studio.open(join(FOLDER, 'films'), forReadme || forInstall ? PUBLIC_URL : undefined)
let failed = 0
try {
  for (const { shot, keep } of forReadme ? README : forInstall ? INSTALL : []) failed += (await take(studio, shot, keep)) ? 0 : 1
  if (!forReadme && !forInstall) for (const shot of chosen) failed += (await take(studio, shot, (page) => snap(page, shot.name))) ? 0 : 1
} finally {
  await studio.close()
}
if (forReadme && failed === 0) recordSources(ROOT)
console.log(
  `${forReadme ? 'docs/images' : forInstall ? 'web/public/screenshots' : 'shots/'}: ${failed === 0 ? 'all taken' : `${failed} failed`}`,
)
process.exitCode = failed === 0 ? 0 : 1
