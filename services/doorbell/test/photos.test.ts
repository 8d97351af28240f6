import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { CALLER_HEADER, signBytesRequest } from '#kit/bytes.ts'
import type { Caller } from '#proto/envelope.ts'
import type { OperationName } from '#proto/operations/index.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { device, openDoor, residentFrames, ring, visitorFrames } from './people.ts'

const INTERNAL_KEY = 'a key between the services of the test'
let world: Stack
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorbell-photos-'))
  world = await startStack({ services: ['doorbell'], envOf: { doorbell: { INTERNAL_KEY, FILES_DIR: folder } } })
})
afterAll(async () => {
  await world.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Acts as the gateway: sends bytes to the service, with the caller in a signed header. */
function bytes(operation: OperationName, id: number, caller: Partial<Caller>, body?: Buffer | string, type = 'image/jpeg') {
  const full = { requestId: 'test', address: '127.0.0.1', userAgent: 'jest', visits: [], ...caller } as Caller
  const header = signBytesRequest(INTERNAL_KEY, operation, { id }, full, new Date())
  return fetch(`${world.service('doorbell').http}/bytes/${operation}`, {
    method: body === undefined ? 'GET' : 'PUT',
    headers: { [CALLER_HEADER]: header, ...(body === undefined ? {} : { 'content-type': type }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
}
const put = (id: number, caller: Partial<Caller>, body: Buffer | string, type?: string) =>
  bytes('doorbell.put_photo', id, caller, body, type)
const get = (id: number, caller: Partial<Caller>) => bytes('doorbell.photo', id, caller)
/** With an EXIF rotation and a GPS position. */
const picture = (width = 2000, height = 1000) =>
  sharp({ create: { width, height, channels: 3, background: '#2196F3' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
const stored = () =>
  ['photos', 'raw'].flatMap((kind) => {
    const names = existsSync(join(folder, kind)) ? readdirSync(join(folder, kind)) : []
    return names.filter((name) => !name.endsWith('.json')).map((name) => join(kind, name))
  })

// covers: E-activity-photo doorbell.photo
test('a photo is re-encoded and visible to owner and visitor only', async () => {
  const [door, other] = [await openDoor(world), await openDoor(world)]
  const { id, caller } = await ring(world, door)
  const stranger = await ring(world, door)
  const [resident, visitor] = [await residentFrames(world, door), await visitorFrames(world, id)]
  expect((await get(id, caller)).status).toBe(404)
  expect((await put(id, caller, await picture())).status).toBe(204)
  const photoUrl = `/api/activities/${id}/photo`
  expect(await resident.next('activity_changed')).toMatchObject({ activity: { id, photoUrl } })
  expect(await visitor.next('visit_changed')).toMatchObject({ visit: { photoUrl } })
  const answer = await get(id, device(door))
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/jpeg',
    'private, no-store',
  ])
  expect(answer.headers.get('content-disposition')).toBe('inline; filename="photo.jpg"')
  const jpeg = Buffer.from(await answer.arrayBuffer())
  const facts = await sharp(jpeg).metadata()
  expect([facts.format, facts.width, facts.height, facts.orientation, facts.exif]).toEqual(['jpeg', 640, 1280, undefined, undefined])
  expect(jpeg.includes('secret place')).toBe(false)
  expect((await get(id, caller)).status).toBe(200)
  for (const nosy of [device(other), stranger.caller, {}]) expect((await get(id, nosy)).status).toBe(404)
})

test('a second upload does not replace the photo', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const visitor = await visitorFrames(world, id)
  await put(id, caller, await picture(100, 50))
  await visitor.next('visit_changed')
  await eventually('the original to go', () => !stored().includes(join('raw', String(id))))
  const before = stored().length
  expect((await put(id, caller, await picture(60, 60))).status).toBe(204)
  expect(stored()).toHaveLength(before)
})

// covers: X-photo too_large media_type doorbell.put_photo photo_invalid
test.each([
  ['no JPEG', () => Buffer.from('GIF89a and more'), 'image/jpeg', 400, 'photo_invalid'],
  ['another type', () => picture(), 'image/png', 415, 'media_type'],
  ['too many bytes', () => Buffer.alloc(1_000_001, 0xff), 'image/jpeg', 400, 'photo_invalid'],
  ['nothing', () => Buffer.alloc(0), 'image/jpeg', 400, 'photo_invalid'],
] as const)('%s is refused before decoding', async (_name, body, type, status, code) => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const answer = await put(id, caller, Buffer.from(await body()), type)
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code])
})

test('after an undecodable upload another photo can be sent', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(2_000, 7)])
  expect((await put(id, caller, broken)).status).toBe(204)
  await eventually('the broken picture to be dropped', () => !stored().includes(join('raw', String(id))))
  expect((await get(id, caller)).status).toBe(404)
  const visitor = await visitorFrames(world, id)
  await put(id, caller, await picture(100, 50))
  expect(await visitor.next('visit_changed')).toMatchObject({ visit: { photoUrl: `/api/activities/${id}/photo` } })
})

test('a photo for a dismissed or another’s ring is refused', async () => {
  const door = await openDoor(world)
  const [mine, theirs] = [await ring(world, door), await ring(world, door)]
  expect((await put(mine.id, theirs.caller, await picture())).status).toBe(404)
  await world.rpc('doorbell.handle', { id: mine.id, handledType: 'dismissed' }, device(door))
  expect((await put(mine.id, mine.caller, await picture())).status).toBe(409)
})

test('a photo uploaded before a crash is processed after it @all', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const photos = Array.from({ length: 4 }, () => picture(2400, 1800))
  const rings = await Promise.all(photos.map(() => ring(world, door)))
  await Promise.all(rings.map(async (one, index) => put(one.id, one.caller, (await photos[index]) ?? Buffer.alloc(0))))
  expect((await put(id, caller, await picture())).status).toBe(204)
  await world.kill('doorbell')
  await world.restart('doorbell')
  await eventually('the photo', async () => (await get(id, caller)).status === 200, 20_000)
})

test('an unsigned internal header is refused', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const forged = signBytesRequest('another key of some length', 'doorbell.photo', { id }, caller as Caller, new Date())
  const answer = await fetch(`${world.service('doorbell').http}/bytes/doorbell.photo`, { headers: { [CALLER_HEADER]: forged } })
  expect(answer.status).toBe(404)
})

test('only orphaned files are deleted after a day @all', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const visitor = await visitorFrames(world, id)
  await put(id, caller, await picture(100, 50))
  await visitor.next('visit_changed')
  const [row] = await world.postgres<{ photo: string }>('doorbell', 'SELECT photo FROM activities WHERE id = $1', [id])
  const kept = join('photos', row?.photo ?? 'none')
  const files = { orphan: join('photos', 'Z'.repeat(32)), young: join('photos', 'Y'.repeat(32)), part: join('.parts', 'abcdefgh') }
  for (const file of Object.values(files)) await writeFile(join(folder, file), 'x')
  const long = new Date(Date.now() - 25 * 3_600_000)
  for (const file of [kept, files.orphan, files.part]) await utimes(join(folder, file), long, long)
  await world.kill('doorbell')
  await world.restart('doorbell')
  const isThere = (file: string) => existsSync(join(folder, file))
  await eventually('the orphans to be gone', () => !isThere(files.orphan) && !isThere(files.part), 30_000)
  expect([isThere(kept), isThere(files.young)]).toEqual([true, true])
})

test('a photo is deleted when its ring expires @all', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const visitor = await visitorFrames(world, id)
  await put(id, caller, await picture(100, 50))
  await visitor.next('visit_changed')
  const [row] = await world.postgres<{ photo: string }>('doorbell', 'SELECT photo FROM activities WHERE id = $1', [id])
  const isKept = () => stored().some((name) => name.includes(row?.photo ?? 'no photo'))
  expect(isKept()).toBe(true)
  await world.postgres('doorbell', `UPDATE activities SET expires_at = timestamp, outcome = 'missed' WHERE id = $1`, [id])
  await world.kill('doorbell', 'SIGTERM')
  // A copy that an earlier test killed during the job would keep its lease for a minute.
  await world.postgres('doorbell', 'DELETE FROM leases')
  await world.restart('doorbell')
  await eventually('the picture to be gone', () => !isKept(), 40_000)
})

// Last: the photos that it leaves waiting would delay other tests.
test('many large photos from one address do not delay another’s @all', async () => {
  const door = await openDoor(world)
  const large = await sharp({ create: { width: 5_000, height: 3_900, channels: 3, background: '#2196F3' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const rings = await Promise.all(Array.from({ length: 20 }, () => ring(world, door)))
  const honest = await ring(world, door)
  const { frames, next } = await residentFrames(world, door)
  for (const { id, caller } of rings) expect((await put(id, { ...caller, address: '127.6.6.6' }, large)).status).toBe(204)
  expect((await put(honest.id, { ...honest.caller, address: '127.6.6.7' }, await picture(100, 50))).status).toBe(204)
  const shown = () => frames.flatMap((frame) => (frame.type === 'activity_changed' && frame.activity.photoUrl ? [frame.activity.id] : []))
  const before = shown().length
  await next('activity_changed', ({ activity }) => activity.id === honest.id && activity.photoUrl !== null)
  // The current photo, the next in turn, and perhaps one whose frame was on its way.
  expect(shown().indexOf(honest.id)).toBeLessThanOrEqual(before + 3)
  expect(shown().length).toBeLessThan(20)
})
