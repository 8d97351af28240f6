/**
 * The videos of the browsers' fake cameras in screenshots: a courier on the doorstep, a resident in a room. They are drawn here, because a
 * test pattern does not show how a call looks, and a photograph of a person would need that person's consent.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

export type SceneName = 'doorstep' | 'room'

/** As a phone sends it in a small call: two films are decoded, sent and shown concurrently, also on a small machine. */
const WIDTH = 640
const HEIGHT = 480
/** Chromium plays a file of pictures at 30 a second, from the start again at its end: three seconds of breathing and one blink. */
const FRAMES = 90
const BLINK = { from: 60, to: 66 }

type Figure = { readonly skin: string; readonly hair: string; readonly coat: string; readonly collar: string; readonly hat: string }

const COURIER: Figure = { skin: '#e0a27c', hair: '#3b2a22', coat: '#2f6f5e', collar: '#24584a', hat: '#2f6f5e' }
const RESIDENT: Figure = { skin: '#c98d66', hair: '#2b1d18', coat: '#c8694d', collar: '#ad5840', hat: '' }

/** Pixels up or down, for one breath per loop. */
const breath = (frame: number, height: number) => (Math.sin((frame / FRAMES) * 2 * Math.PI) * height).toFixed(2)

function eyes(frame: number): string {
  const shut = frame >= BLINK.from && frame < BLINK.to
  const eye = (x: number) =>
    shut
      ? `<path d="M${x - 11} 300 q11 7 22 0" fill="none" stroke="#33231c" stroke-width="5" stroke-linecap="round"/>`
      : `<ellipse cx="${x}" cy="299" rx="8" ry="10" fill="#33231c"/><circle cx="${x + 3}" cy="295" r="2.6" fill="#fff"/>`
  return eye(440) + eye(520)
}

function face({ skin, hair }: Figure, frame: number): string {
  return `<rect x="446" y="372" width="68" height="120" rx="30" fill="${skin}"/>
    <path d="M446 404 q34 30 68 0 v26 h-68z" fill="#000" opacity=".13"/>
    <ellipse cx="378" cy="308" rx="17" ry="26" fill="${skin}"/><ellipse cx="582" cy="308" rx="17" ry="26" fill="${skin}"/>
    <path d="M382 268 q0-92 98-92 q98 0 98 92 v46 q0 92-98 96 q-98-4-98-96z" fill="${skin}"/>
    <path d="M418 272 q20-13 42-3 M500 269 q22-10 42 3" fill="none" stroke="${hair}" stroke-width="8" stroke-linecap="round"/>${eyes(frame)}
    <path d="M480 306 q-10 28 4 33" fill="none" stroke="#000" stroke-opacity=".22" stroke-width="5" stroke-linecap="round"/>
    <path d="M444 358 q36 34 74 0 q-37 9-74 0z" fill="#fff" stroke="#8d4b3b" stroke-width="4" stroke-linejoin="round"/>
    <circle cx="412" cy="342" r="17" fill="#d8674c" opacity=".2"/><circle cx="550" cy="342" r="17" fill="#d8674c" opacity=".2"/>`
}

function body({ coat, collar }: Figure): string {
  return `<path d="M236 740 q2-216 128-258 l84-26 q32 34 64 0 l84 26 q126 42 128 258z" fill="${coat}"/>
    <path d="M448 454 q32 44 64 0 l22 12 q-20 62-54 66 q-34-4-54-66z" fill="${collar}"/>
    <path d="M480 532 v200" stroke="${collar}" stroke-width="6"/>`
}

const cap = ({ hat, hair }: Figure) =>
  `<path d="M380 266 q-4 30 4 54 l10-2 q-2-34 4-50z M580 266 q4 30-4 54 l-10-2 q2-34-4-50z" fill="${hair}"/>
   <path d="M376 258 q-2-98 104-98 q106 0 104 98 q-52-22-104-22 q-52 0-104 22z" fill="${hat}"/>
   <path d="M372 262 q54-40 108-40 q54 0 108 40 q-54-18-108-18 q-54 0-108 18z" fill="#24584a"/>
   <circle cx="480" cy="200" r="20" fill="#f3d9a4"/>`

const longHair = ({ hair }: Figure) =>
  `<path d="M352 470 q-18-126 8-214 q26-106 120-106 q94 0 120 106 q26 88 8 214 q-18 22-48 14 q34-118 4-206 q-66-14-112-66 q-20 52-56 70
   q-26 92 4 202 q-30 8-48-14z" fill="${hair}"/>`

const parcel = `<rect x="338" y="560" width="284" height="180" rx="10" fill="#cf9f63"/>
   <path d="M338 570 q0-10 10-10 h264 q10 0 10 10 v22 h-284z" fill="#ba8a50"/>
   <rect x="456" y="560" width="48" height="180" fill="#e8cf9f"/><rect x="536" y="640" width="62" height="44" rx="4" fill="#fff"/>
   <path d="M546 654 h42 M546 666 h30" stroke="#8a8f94" stroke-width="5"/>
   <ellipse cx="346" cy="650" rx="30" ry="38" fill="${COURIER.skin}"/><ellipse cx="614" cy="650" rx="30" ry="38" fill="${COURIER.skin}"/>`

/** A street in the evening sun, a hedge, and the frame of the door at both sides. */
const street = `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#a9d0ea"/>
   <stop offset="1" stop-color="#fbe6c8"/></linearGradient></defs>
   <rect width="960" height="720" fill="url(#sky)"/><circle cx="742" cy="150" r="62" fill="#fff3cf" opacity=".9"/>
   <path d="M120 470 v-214 l96-78 96 78 v214z" fill="#d5a58a"/>
   <path d="M100 262 l116-96 116 96" fill="none" stroke="#8f5a47" stroke-width="18" stroke-linejoin="round"/>
   <rect x="172" y="300" width="40" height="54" fill="#fff1d0"/><rect x="232" y="300" width="40" height="54" fill="#fff1d0"/>
   <path d="M640 470 v-170 h190 v170z" fill="#c9b79d"/>
   <rect x="668" y="330" width="44" height="52" fill="#fff1d0"/><rect x="756" y="330" width="44" height="52" fill="#fff1d0"/>
   <rect y="440" width="960" height="280" fill="#b9b2a6"/>
   <path d="M0 520 q40-86 96-40 q44-70 108-24 q52-58 104-8 q60-54 118-8 q54-52 112 0 q58-50 112 4 q62-48 114 14 q62-36 96 30
   q58-24 100 32 v200 h-960z" fill="#5f8d5c"/>
   <path d="M0 590 q80-50 170-20 q120-50 230-8 q130-46 240 6 q110-40 180 4 q80-30 140 18 v130 h-960z" fill="#4d7a4c"/>
   <rect width="58" height="720" fill="#e9e4da"/><rect x="46" width="16" height="720" fill="#cfc8ba"/>
   <rect x="902" width="58" height="720" fill="#e9e4da"/><rect x="896" width="16" height="720" fill="#cfc8ba"/>`

/** A wall, a window, a picture, a plant. */
const indoors = `<rect width="960" height="720" fill="#e7ddcf"/><rect y="600" width="960" height="120" fill="#b98e68"/>
   <rect y="592" width="960" height="14" fill="#f4efe6"/>
   <rect x="70" y="90" width="240" height="300" rx="8" fill="#fff"/><rect x="86" y="106" width="208" height="268" fill="#b5d6ea"/>
   <path d="M86 320 q60-70 110-20 q50-50 98 0 v74 h-208z" fill="#7fa97a"/>
   <path d="M190 106 v268 M86 240 h208" stroke="#fff" stroke-width="10"/>
   <rect x="700" y="110" width="170" height="130" rx="6" fill="#35546f"/><circle cx="760" cy="170" r="26" fill="#f0bc5e"/>
   <path d="M706 234 l54-50 36 30 30-34 38 54z" fill="#7fb0a0"/><path d="M770 720 l-14-150 h130 l-14 150z" fill="#a7533b"/>
   <path d="M820 580 q-90-40-96-150 q74 30 96 150 q-12-130 30-190 q40 80-10 190 q30-90 92-110 q-4 90-92 110z" fill="#4f8557"/>`

const svg = (ground: string, inside: string, frame: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 960 720">${ground}
   <g transform="translate(0 ${breath(frame, 5)})">${inside}</g></svg>`

export type Caller = {
  readonly skin: string
  readonly hair: string
  readonly coat: string
  readonly wears: 'cap' | 'hair'
  readonly parcel: boolean
}

/** Another person on the same doorstep. @returns a small JPEG */
export function doorstepStill({ wears, parcel: brings, ...colours }: Caller): Promise<Buffer> {
  const figure: Figure = { ...colours, collar: '#00000033', hat: colours.coat }
  const inside = body(figure) + face(figure, 0) + (wears === 'cap' ? cap(figure) : longHair(figure)) + (brings ? parcel : '')
  return sharp(Buffer.from(svg(street, inside, 0)))
    .jpeg({ quality: 80 })
    .toBuffer()
}

function picture(scene: SceneName, frame: number): string {
  const figure = scene === 'doorstep' ? COURIER : RESIDENT
  const inside =
    scene === 'doorstep' ? body(figure) + face(figure, frame) + cap(figure) + parcel : body(figure) + face(figure, frame) + longHair(figure)
  const ground = scene === 'doorstep' ? street : indoors
  return svg(ground, inside, frame)
}

/** One picture of a scene, as a visitor's phone would send it. */
export function still(scene: SceneName): Promise<Buffer> {
  return sharp(Buffer.from(picture(scene, 0)))
    .jpeg({ quality: 84 })
    .toBuffer()
}

/** @returns the path of a film that Chromium takes for a camera (`--use-file-for-fake-video-capture`): JPEGs, one after the other */
export async function film(scene: SceneName, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const frames: Buffer[] = []
  for (let frame = 0; frame < FRAMES; frame += 1)
    frames.push(
      await sharp(Buffer.from(picture(scene, frame)))
        .jpeg({ quality: 84 })
        .toBuffer(),
    )
  const path = join(folder, `${scene}.mjpeg`)
  await writeFile(path, Buffer.concat(frames))
  return path
}
