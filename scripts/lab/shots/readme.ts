/** The README's pictures: which screen, how large, and small files. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { pageShots } from './page-shots.ts'
import { residentShots } from './resident-shots.ts'
import type { Shot } from './shot.ts'
import { visitorShots } from './visitor-shots.ts'

/** A public address: with one of this machine alone, the page would show a warning beside the code. */
export const PUBLIC_URL = 'https://bell.example'
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
const SETTLE_MS = 600
/** The width at which a README shows a picture. Two hundred colours show every screen without loss, in a third of the bytes. */
const WIDEST = 1080
const PNG = { palette: true, colours: 200, dither: 0.4, effort: 10, compressionLevel: 9 } as const

type Picture = { readonly shot: Shot; readonly keep: (page: Page) => Promise<void> }

function picture(file: string, from: readonly Shot[], name: string, viewport: { width: number; height: number }): Picture {
  const shot = from.find((candidate) => candidate.name === name)
  if (!shot) throw new Error(`no shot is named ${name}`)
  const keep = async (page: Page) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.waitForTimeout(SETTLE_MS)
    await sharp(await page.screenshot())
      .resize({ width: WIDEST, withoutEnlargement: true })
      .png(PNG)
      .toFile(join(ROOT, 'docs', 'images', `${file}.png`))
  }
  return { shot, keep }
}

export const README: readonly Picture[] = [
  picture('visitor', visitorShots, 'visitor-form', PHONE),
  picture('waiting', visitorShots, 'visitor-waiting', PHONE),
  picture('visitor-call', visitorShots, 'visitor-call', PHONE),
  picture('incoming', residentShots, 'incoming', DESKTOP),
  picture('call', residentShots, 'call', DESKTOP),
  picture('dashboard', pageShots, 'dashboard-demo', DESKTOP),
]
