import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import sharp, { type Sharp } from 'sharp'
import { PICTURE_BYTES } from '#proto/limits.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: Stack
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorbell-pictures-'))
  world = await startStack({ services: ['auth', 'doorbell', 'billing', 'security', 'gateway'], envOf: { auth: { FILES_DIR: folder } } })
})
afterAll(async () => {
  await world.stop()
  await rm(folder, { recursive: true, force: true })
})

const put = (person: Resident, body: Uint8Array, type = 'image/jpeg') =>
  person.http('/api/user/picture', { method: 'PUT', body, headers: { 'content-type': type } })
const addressOf = async (person: Resident) => (await person.call('auth.user', {})).pictureUrl
/** As an `<img>` requests it. */
const show = (person: Resident, path: string | null, headers: Record<string, string> = {}) =>
  fetch(new URL(path ?? '/none', world.url), { headers: { cookie: person.client.cookieHeader, ...headers } })
const stored = () => {
  const pictures = join(folder, 'pictures')
  return existsSync(pictures) ? readdirSync(pictures).filter((name) => !name.endsWith('.json')) : []
}
const RED = '#ff0000'
const BLUE = '#0000ff'
/** Rotated by EXIF, with a location in its metadata; red in the middle square. */
const photo = async (width = 1600, height = 900) => {
  const middle = await sharp({ create: { width: height - 40, height: height - 40, channels: 3, background: RED } })
    .png()
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: BLUE } })
    .composite([{ input: middle, gravity: 'centre' }])
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}
const png = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 4, background: '#00ff0000' } })
    .png()
    .toBuffer()

// covers: C-picture auth.put_picture
test('a picture becomes a square of 512 px without metadata', async () => {
  const person = await world.resident()
  expect(await addressOf(person)).toBeNull()
  expect((await put(person, await photo())).status).toBe(204)
  const pictureUrl = await addressOf(person)
  expect(pictureUrl).toMatch(/^\/api\/user\/picture\?v=\w{8}$/)
  const answer = await show(person, pictureUrl)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/jpeg')
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  expect(answer.headers.get('content-disposition')).toBe('inline; filename="picture.jpg"')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.includes('secret place')).toBe(false)
  const facts = await sharp(bytes).metadata()
  expect(facts).toMatchObject({ format: 'jpeg', width: 512, height: 512 })
  expect([facts.exif, facts.orientation]).toEqual([undefined, undefined])
  const corner = await sharp(bytes).extract({ left: 20, top: 20, width: 8, height: 8 }).raw().toBuffer()
  expect(corner[0]).toBeGreaterThan(200)
  const again = await show(person, pictureUrl, { 'if-none-match': answer.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expect((await again.arrayBuffer()).byteLength).toBe(0)
})

// covers: picture_invalid
test.each([
  ['an interlaced PNG of 16 bits', (plain: Sharp) => plain.toColourspace('rgb16').png({ progressive: true }), 2_400],
  ['a PNG of 25 megapixels', (plain: Sharp) => plain.png(), 5_000],
])('%s is refused before it is decoded @all', async (_what, encode, side) => {
  const person = await world.resident()
  const bytes = await encode(sharp({ create: { width: side, height: side, channels: 3, background: RED } })).toBuffer()
  expect(await put(person, bytes, 'image/png')).toMatchObject({ status: 400, body: { code: 'picture_invalid' } })
})

// covers: auth.remove_picture
test('replacing or removing a picture deletes the previous file', async () => {
  const person = await world.resident()
  const before = stored().length
  await put(person, await photo())
  const first = await addressOf(person)
  expect((await put(person, await png(300), 'image/png')).status).toBe(204)
  const second = await addressOf(person)
  expect(second).not.toBe(first)
  expect(stored()).toHaveLength(before + 1)
  const small = Buffer.from(await (await show(person, second)).arrayBuffer())
  expect(await sharp(small).metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 300 })
  for (const _ of [1, 2]) expect((await person.http('/api/user/picture', { method: 'DELETE' })).status).toBe(204)
  expect(await addressOf(person)).toBeNull()
  expect((await person.http('/api/user/picture')).status).toBe(404)
  expect(stored()).toHaveLength(before)
})

// covers: C-picture auth.picture
test('a picture is visible to its owner alone', async () => {
  const [owner, other] = [await world.resident(), await world.resident()]
  await put(owner, await photo())
  const pictureUrl = await addressOf(owner)
  expect((await show(other, pictureUrl)).status).toBe(404)
  expect((await fetch(`${world.url}${pictureUrl}`)).status).toBe(401)
  expect((await fetch(`${world.url}/api/user/picture`, { method: 'DELETE' })).status).toBe(401)
})

// covers: picture_invalid
test('a file that is not a JPEG or PNG, or is too large, changes nothing @all', async () => {
  const person = await world.resident()
  await put(person, await photo())
  const pictureUrl = await addressOf(person)
  const text = Buffer.from('not a picture')
  const picture = await photo()
  const gif = await sharp(picture).gif().toBuffer()
  const cases = [
    [text, 'image/jpeg', 400, 'picture_invalid'],
    [gif, 'image/png', 400, 'picture_invalid'],
    [picture.subarray(0, 2_000), 'image/jpeg', 400, 'picture_invalid'],
    [Buffer.alloc(0), 'image/jpeg', 400, 'picture_invalid'],
    [gif, 'image/gif', 415, 'media_type'],
    [text, 'text/plain', 415, 'media_type'],
    [Buffer.concat([picture, Buffer.alloc(PICTURE_BYTES - picture.length + 1)]), 'image/jpeg', 413, 'too_large'],
  ] as const
  for (const [bytes, type, status, code] of cases) {
    const answer = await put(person, bytes, type)
    expect(answer).toMatchObject({ status, body: { code } })
  }
  expect((await put(person, Buffer.concat([picture, Buffer.alloc(PICTURE_BYTES - picture.length)]))).status).toBe(204)
  expect(await addressOf(person)).not.toBe(pictureUrl)
})

test('a file that no account names is deleted after a day @all', async () => {
  const person = await world.resident()
  await put(person, await photo())
  const orphan = join(folder, 'pictures', 'a'.repeat(32))
  const young = join(folder, 'pictures', 'b'.repeat(32))
  for (const path of [orphan, young]) await writeFile(path, 'x')
  const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000)
  const kept = stored().filter((name) => !name.startsWith('aaaa'))
  for (const name of stored().filter((one) => !one.startsWith('bbbb'))) await utimes(join(folder, 'pictures', name), twoDaysAgo, twoDaysAgo)
  await world.kill('auth')
  await world.restart('auth')
  await eventually('the orphan to go', () => !existsSync(orphan))
  expect(stored().sort()).toEqual(kept.sort())
  expect((await person.http('/api/user/picture')).status).toBe(200)
})

/** Uploads whose last byte is sent at the same moment, so that they overlap on a slow machine too. @returns their statuses */
function putAtOnce(person: Resident, bytes: Buffer, count: number): Promise<number | undefined>[] {
  const ends: (() => void)[] = []
  const headers = { cookie: person.client.cookieHeader, origin: world.url, 'content-type': 'image/jpeg', 'content-length': bytes.length }
  return Array.from({ length: count }, () => {
    const upload = request(new URL('/api/user/picture', world.url), { method: 'PUT', headers })
    upload.write(bytes.subarray(0, -1), () => {
      ends.push(() => upload.end(bytes.subarray(-1)))
      if (ends.length === count) for (const end of ends) end()
    })
    return new Promise((resolve, reject) => {
      upload.once('error', reject).once('response', (answer) => resolve(answer.resume().statusCode))
    })
  })
}

test("nine pictures of one account do not block another account's @all", async () => {
  const [many, one] = [await world.resident(), await world.resident()]
  const heavy = await photo(5_000, 3_500)
  const flood = putAtOnce(many, heavy, 9)
  const small = photo(300, 200)
  await Promise.race(flood)
  expect((await put(one, await small)).status).toBe(204)
  expect(await Promise.all(flood)).toContain(429)
})

test('of many slow pictures the oldest are refused, and another account’s is taken @all', async () => {
  const [many, one] = [await world.resident(), await world.resident()]
  const begun = Array.from({ length: 14 }, () => {
    const headers = { cookie: many.client.cookieHeader, 'content-type': 'image/jpeg', 'content-length': PICTURE_BYTES }
    const upload = request(new URL('/api/user/picture', world.url), { method: 'PUT', headers })
    upload.write(Buffer.alloc(PICTURE_BYTES - 1))
    const answer = new Promise<(number | string | undefined)[]>((resolve, reject) => {
      upload.once('response', (answered) => resolve([answered.resume().statusCode, answered.headers['retry-after']]))
      upload.once('error', reject)
    })
    return { upload, answer }
  })
  expect(await Promise.race(begun.map(({ answer }) => answer))).toEqual([503, '5'])
  expect((await put(one, await photo(300, 200))).status).toBe(204)
  for (const { upload } of begun) upload.on('error', () => undefined).destroy()
  await Promise.allSettled(begun.map(({ answer }) => answer))
})
