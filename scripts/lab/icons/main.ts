/**
 * `npm run icons`: the pictures of the installed app and of its notifications, all from the mark (web/public/icons/mark.svg). They are
 * committed, because a browser asks for them by name.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BellIcon, GearSixIcon, type Icon, UsersIcon } from '@phosphor-icons/react'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { ROOT } from '#scripts/bootstrap/launch.mjs'

const FOLDER = join(ROOT, 'web', 'public', 'icons')
const MARK = readFileSync(join(FOLDER, 'mark.svg'), 'utf8')
const PLATE = '#0C447C'

/** The mark's shapes without the `<svg>` element; the mark is 34 wide. */
const SHAPES = MARK.replace(/^.*?<svg[^>]*>|<\/svg>\s*$/gs, '')
const svg = (side: number, content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}">${content}</svg>`

const LINES = SHAPES.replace(/<rect[^>]*rx="10"[^>]*\/>/, '')
/** An icon whose background fills the square: the system cuts its own shape from it. @param side its width; the mark's lines take 27.5 */
const full = (side: number) =>
  svg(
    side,
    `<rect width="${side}" height="${side}" fill="${PLATE}"/><g transform="translate(${side / 2 - 17} ${side / 2 - 17})">${LINES}</g>`,
  )
/** Android may cut a circle of 80 % (W3C, Web Application Manifest: safe zone); iOS only rounds the corners. */
const [FOR_ANDROID, FOR_IOS] = [full(46), full(36)]
/** Android draws the badge in one colour, using only its opacity, so it has only the bell push. */
const BADGE = svg(
  24,
  '<circle cx="12" cy="12" r="9.4" fill="none" stroke="#fff" stroke-width="2.4"/><circle cx="12" cy="12" r="4.4" fill="#fff"/>',
)

const glyph = (icon: Icon) =>
  svg(
    96,
    `<rect width="96" height="96" rx="28" fill="${PLATE}"/><g transform="translate(24 24)">${renderToStaticMarkup(
      createElement(icon, { size: 48, weight: 'fill', color: '#fff' }),
    )}</g>`,
  )

const PICTURES: readonly (readonly [name: string, side: number, content: string])[] = [
  ['mark-192', 192, MARK],
  ['mark-512', 512, MARK],
  ['mark-maskable-192', 192, FOR_ANDROID],
  ['mark-maskable-512', 512, FOR_ANDROID],
  ['apple-touch-icon', 180, FOR_IOS],
  ['notification', 192, MARK],
  ['badge', 96, BADGE],
  ['shortcut-visitors-192', 192, glyph(UsersIcon)],
  ['shortcut-notifications-192', 192, glyph(BellIcon)],
  ['shortcut-settings-192', 192, glyph(GearSixIcon)],
]

for (const [name, side, content] of PICTURES) {
  await sharp(Buffer.from(content), { density: 600 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(FOLDER, `${name}.png`))
  console.log(`web/public/icons/${name}.png`)
}
