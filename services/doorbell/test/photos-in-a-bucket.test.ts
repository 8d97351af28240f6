// @all: another store of the files of photos.test.ts
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { CALLER_HEADER, signBytesRequest } from '#kit/bytes.ts'
import type { Caller } from '#proto/envelope.ts'
import { type S3Server, startVersitygw } from '#scripts/servers/versitygw.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { device, openDoor, ring, visitorFrames } from './people.ts'

const INTERNAL_KEY = 'a key between the services of the test'
let world: Stack
let store: S3Server
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doorbell-bucket-'))
  store = await startVersitygw({ dir: folder })
  const { url, bucket, accessKey, secretKey } = store
  const bucketEnv = { FILES: 's3', S3_ENDPOINT: url, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey }
  world = await startStack({ services: ['doorbell'], envOf: { doorbell: { INTERNAL_KEY, ...bucketEnv } } })
}, 900_000)
afterAll(async () => {
  await world?.stop()
  await store?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Acts as the gateway: sends bytes to the service, with the caller in a signed header. */
function bytes(operation: 'doorbell.photo' | 'doorbell.put_photo', id: number, caller: Partial<Caller>, body?: Buffer) {
  const full = { requestId: 'test', address: '127.0.0.1', userAgent: 'jest', visits: [], ...caller } as Caller
  return fetch(`${world.service('doorbell').http}/bytes/${operation}`, {
    method: body ? 'PUT' : 'GET',
    headers: { [CALLER_HEADER]: signBytesRequest(INTERNAL_KEY, operation, { id }, full, new Date()), 'content-type': 'image/jpeg' },
    ...(body ? { body: new Uint8Array(body) } : {}),
  })
}
const picture = () =>
  sharp({ create: { width: 400, height: 200, channels: 3, background: '#2196F3' } })
    .jpeg()
    .toBuffer()
const kept = async (kind: string) => readdir(join(folder, 'store', store.bucket, kind)).catch(() => [])

test('photos in a bucket are readable only through the gateway', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const visitor = await visitorFrames(world, id)
  expect((await bytes('doorbell.put_photo', id, caller, await picture())).status).toBe(204)
  await visitor.next('visit_changed')
  const answer = await bytes('doorbell.photo', id, device(door))
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(400)
  expect(await kept('photos')).toHaveLength(1)
  await eventually('the original to go', async () => (await kept('raw')).length === 0)
})

test('a ring works while the file store is down', async () => {
  const door = await openDoor(world)
  await store.kill()
  const { visit, id, caller } = await ring(world, door)
  expect(visit.outcome).toBeNull()
  const refused = await bytes('doorbell.put_photo', id, caller, await picture())
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([503, 'unavailable'])
  await store.resume()
  const visitor = await visitorFrames(world, id)
  expect((await bytes('doorbell.put_photo', id, caller, await picture())).status).toBe(204)
  expect(await visitor.next('visit_changed')).toMatchObject({ visit: { photoUrl: `/api/activities/${id}/photo` } })
})

test('a service starts without the file store and reconnects', async () => {
  const door = await openDoor(world)
  await store.kill()
  await world.kill('doorbell', 'SIGTERM')
  await world.restart('doorbell')
  const { id, caller } = await ring(world, door)
  await store.resume()
  expect((await bytes('doorbell.put_photo', id, caller, await picture())).status).toBe(204)
  await eventually('the picture', async () => (await bytes('doorbell.photo', id, device(door))).status === 200)
})
