import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { EventEnvelope, EventName } from '#proto/events.ts'
import { subjects } from '#proto/subjects.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { device, openDoor, ring } from './people.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

/** An event as another service publishes it. */
const publish = (name: EventName, data: object, id: string = randomUUID()) =>
  world.bus.publish(subjects.event(name, 0), { id, name, at: new Date().toISOString(), data } as EventEnvelope)
const doorsOf = (ownerId: number) => world.rpc('doorbell.doors', {}, device({ ownerId }))

test('creating the first door twice creates one primary door', async () => {
  const ownerId = 77_001
  const open = () => world.rpc('doorbell.open_door', { userId: ownerId, qrCodeId: 'AAAAAAAAAAAAAAAAAA01', label: 'Front door' })
  const opened = await Promise.all([open(), open(), open()])
  expect(new Set(opened.map(({ doorId }) => doorId)).size).toBe(1)
  expect(await doorsOf(ownerId)).toMatchObject([{ label: 'Front door', qrCodeId: 'AAAAAAAAAAAAAAAAAA01', primary: true, enabled: true }])
})

test('the registration event creates the door when the rpc was lost', async () => {
  const ownerId = 77_002
  publish('auth.user_registered', { userId: ownerId, qrCodeId: 'AAAAAAAAAAAAAAAAAA02' })
  await eventually('the door', async () => (await doorsOf(ownerId)).length === 1)
  await world.rpc('doorbell.open_door', { userId: ownerId, qrCodeId: 'AAAAAAAAAAAAAAAAAA02', label: 'Garden gate' })
  expect(await doorsOf(ownerId)).toMatchObject([{ label: 'Garden gate' }])
  publish('auth.user_registered', { userId: ownerId, qrCodeId: 'AAAAAAAAAAAAAAAAAA02' })
  await world.bus.flush()
  expect(await doorsOf(ownerId)).toMatchObject([{ label: 'Garden gate' }])
})

// covers: C-code doorbell.find_code
test('a short code works however it is typed', async () => {
  const door = await openDoor(world, 'Side door')
  const [{ shortCode = '' } = {}] = await doorsOf(door.ownerId)
  expect(shortCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  const typed = [shortCode, shortCode.toLowerCase(), `${shortCode.slice(0, 4)}-${shortCode.slice(4)}`, ` ${[...shortCode].join(' ')} `]
  for (const code of [...typed, shortCode.replaceAll('0', 'o').replaceAll('1', 'L')])
    expect(await world.rpc('doorbell.find_code', { code })).toEqual({
      qrCodeId: door.qrCodeId,
      label: 'Side door',
      building: null,
      keptDays: 3,
    })
  for (const code of ['', 'ZZZZ', 'UUUUUUUU'])
    await expect(world.rpc('doorbell.find_code', { code })).rejects.toMatchObject({ code: 'door_inactive' })
})

// covers: doorbell.public_door
test('the public door holds only the label and the retention', async () => {
  const door = await openDoor(world, 'Front door')
  expect(await world.rpc('doorbell.public_door', { qrCodeId: door.qrCodeId })).toEqual({
    qrCodeId: door.qrCodeId,
    label: 'Front door',
    building: null,
    keptDays: 3,
  })
})

// covers: L-storage L-storage-premium
test('an upgrade extends retention and a downgrade shortens none', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door)
  const days = async () => {
    const [row] = await world.postgres<{ days: number }>(
      'doorbell',
      `SELECT extract(day FROM expires_at - timestamp)::int AS days FROM activities WHERE id = $1`,
      [id],
    )
    return row?.days
  }
  const tier = async () =>
    (await world.postgres<{ tier: string }>('doorbell', 'SELECT tier FROM owners WHERE id = $1', [door.ownerId]))[0]?.tier
  expect(await days()).toBe(3)
  publish('billing.subscription_changed', { userId: door.ownerId, tier: 'premium', version: 2 })
  await eventually('thirty days', async () => (await days()) === 30)
  publish('billing.subscription_changed', { userId: door.ownerId, tier: 'free', version: 1 })
  publish('billing.subscription_changed', { userId: door.ownerId, tier: 'free', version: 3 })
  await eventually('the downgrade', async () => (await tier()) === 'free')
  expect(await days()).toBe(30)
})

test('a tier that arrives before its door applies to the door', async () => {
  const ownerId = 77_009
  publish('billing.subscription_changed', { userId: ownerId, tier: 'premium', version: 1 })
  await eventually('the owner', async () => (await world.postgres('doorbell', 'SELECT 1 FROM owners WHERE id = $1', [ownerId])).length)
  const qrCodeId = 'AAAAAAAAAAAAAAAAAA09'
  const { doorId } = await world.rpc('doorbell.open_door', { userId: ownerId, qrCodeId, label: 'x' })
  expect((await ring(world, { ownerId, qrCodeId, doorId })).visit).toMatchObject({ offersCamera: true })
})
