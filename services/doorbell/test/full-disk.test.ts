// @all: the outage of a disk
/**
 * The disk of PostgreSQL and of the files is full, and has space again. NATS has another one: version 2.9 may answer nothing after it has
 * been full, until it is started again (docs/runbooks/lost-nats.md).
 */
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { createClock } from '#kit/clock.ts'
import { newFileName } from '#kit/files.ts'
import { openFolder } from '#kit/files-local.ts'
import { appErrorOf } from '#kit/store-unavailable.ts'
import { cannotTry } from '#scripts/testing/cannot-try.ts'
import { openSmallDisk } from '#scripts/testing/small-disk.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { device, openDoor, ring } from './people.ts'

const MEGABYTES = 300
const BACK_MS = 60_000
const disk = openSmallDisk(MEGABYTES)
if (!disk) cannotTry('a full disk is not tried: this process may mount no file system')
const onDisk = disk ? test : test.skip

let world: Stack | undefined
beforeAll(async () => {
  if (!disk) return
  world = await startStack({ services: ['doorbell'], durable: true, dataIn: disk.dir })
})
afterEach(() => disk?.free())
afterAll(async () => {
  await world?.stop()
  disk?.close()
})

function running(): Stack {
  if (!world) throw new Error('no product runs')
  return world
}
onDisk('a ring that a full disk refuses is unavailable, and the same press rings once there is space', async () => {
  const stack = running()
  const door = await openDoor(stack)
  const placed = [(await ring(stack, door)).id]
  disk?.fill()
  const press = (key: string) => ring(stack, door, { key, message: 'x'.repeat(400) })
  // The last pages of the tables still have space.
  const refused = await eventually('the first refusal', async () => {
    const key = randomUUID()
    const result = await press(key).catch((error: unknown) => ({ key, error }))
    if ('error' in result) return result
    placed.push(result.id)
    return undefined
  })
  expect(refused.error).toMatchObject({ code: 'unavailable', retryAfterSeconds: expect.any(Number) })
  expect((await fetch(`${stack.service('doorbell').http}/healthz`)).status).toBe(200)
  disk?.free()
  const again = await eventually('the same press to ring', () => press(refused.key), BACK_MS)
  // PostgreSQL may be recovering still.
  const listed = await eventually('the list', () => stack.rpc('doorbell.activities', { limit: 100 }, device(door)), BACK_MS)
  expect(listed.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([...placed, again.id].toSorted((a, b) => a - b))
  const unsent = () => stack.postgres('doorbell', 'SELECT 1 FROM outbox WHERE sent_at IS NULL')
  await eventually('every event to be published', async () => (await unsent()).length === 0, BACK_MS)
  const ready = async () => (await fetch(`${stack.service('doorbell').http}/readyz`)).status === 200
  await eventually('doorbell to be ready', ready, BACK_MS)
})

onDisk('a file that a full disk refuses leaves nothing behind, and what it was to replace as it was', async () => {
  const folder = join(String(disk?.dir), 'files')
  const files = await openFolder(folder, createClock())
  const [kept, added] = [newFileName('photos'), newFileName('photos')]
  await files.put(kept, Buffer.from('first'), { type: 'image/jpeg' })
  disk?.fill()
  const large = Buffer.alloc(1 << 20, 7)
  for (const name of [kept, added]) {
    const error: unknown = await files.put(name, large, { type: 'image/png' }).catch((failure: unknown) => failure)
    expect(appErrorOf(error)).toMatchObject({ code: 'unavailable' })
  }
  expect(readdirSync(join(folder, '.parts'))).toEqual([])
  expect(readdirSync(join(folder, 'photos')).toSorted()).toEqual([kept, `${kept}.json`].map((name) => name.slice('photos/'.length)))
  const file = await files.open(kept)
  expect([file?.type, file && String(await buffer(file.stream))]).toEqual(['image/jpeg', 'first'])
  disk?.free()
  await files.put(added, large, { type: 'image/png' })
  expect(await files.open(added).then((open) => open?.stream.destroy() && open.size)).toBe(1 << 20)
})
