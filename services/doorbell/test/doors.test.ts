import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { EventEnvelope, EventName } from '#proto/events.ts'
import { subjects } from '#proto/subjects.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { device, openDoor, ring } from './people.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['doorbell'] })
}, 60_000)
afterAll(() => world.stop())

/** An event as another service publishes it. */
const publish = (name: EventName, data: object, id: string = randomUUID()) =>
  world.bus.publish(subjects.event(name), { id, name, at: new Date().toISOString(), data } as EventEnvelope)
const doorsOf = (ownerId: number) => world.rpc('doorbell.doors', {}, device({ ownerId }))

test('opening a door twice, also at once, opens it once, as the primary one', async () => {
  const ownerId = 77_001
  const open = () => world.rpc('doorbell.open_door', { userId: ownerId, qrCodeId: 'AAAAAAAAAAAAAAAAAA01', label: 'Front door' })
  const opened = await Promise.all([open(), open(), open()])
  expect(new Set(opened.map(({ doorId }) => doorId)).size).toBe(1)
  expect(await doorsOf(ownerId)).toMatchObject([{ label: 'Front door', qrCodeId: 'AAAAAAAAAAAAAAAAAA01', primary: true, enabled: true }])
})

test('a registration whose call was lost gets its door from the event, and its label when the call comes after all', async () => {
  const ownerId = 77_002
  publish('auth.user_registered', { userId: ownerId, qrCodeId: 'AAAAAAAAAAAAAAAAAA02' })
  await eventually('the door', async () => (await doorsOf(ownerId)).length === 1)
  await world.rpc('doorbell.open_door', { userId: ownerId, qrCodeId: 'AAAAAAAAAAAAAAAAAA02', label: 'Garden gate' })
  expect(await doorsOf(ownerId)).toMatchObject([{ label: 'Garden gate' }])
  publish('auth.user_registered', { userId: ownerId, qrCodeId: 'AAAAAAAAAAAAAAAAAA02' })
  await world.bus.flush()
  expect(await doorsOf(ownerId)).toMatchObject([{ label: 'Garden gate' }])
})

test('the sign’s short code opens the door however it is typed [C-code]', async () => {
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

test('whoever holds the code learns the label, how long a visit is kept, and nothing more [C-public-door]', async () => {
  const door = await openDoor(world, 'Front door')
  expect(await world.rpc('doorbell.public_door', { qrCodeId: door.qrCodeId })).toEqual({
    qrCodeId: door.qrCodeId,
    label: 'Front door',
    building: null,
    keptDays: 3,
  })
})

test('an upgrade lengthens what lives, a downgrade shortens nothing, and older news is dropped [L-storage] [L-storage-premium]', async () => {
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

test('a tier heard before the door was opened is kept', async () => {
  const ownerId = 77_009
  publish('billing.subscription_changed', { userId: ownerId, tier: 'premium', version: 1 })
  await eventually('the owner', async () => (await world.postgres('doorbell', 'SELECT 1 FROM owners WHERE id = $1', [ownerId])).length)
  const qrCodeId = 'AAAAAAAAAAAAAAAAAA09'
  const { doorId } = await world.rpc('doorbell.open_door', { userId: ownerId, qrCodeId, label: 'x' })
  expect((await ring(world, { ownerId, qrCodeId, doorId })).visit).toMatchObject({ offersCamera: true })
})

test('a service whose NATS was emptied is found again, and its events too', async () => {
  const ready = async () => (await fetch(`${world.part('doorbell').http}/readyz`)).status
  expect(await ready()).toBe(200)
  await world.servers.nats.kill()
  await eventually('it to say so', async () => (await ready()) === 503)
  await world.servers.nats.resume()
  await eventually('it to be ready', async () => (await ready()) === 200, 15_000)
  const door = await eventually('the door', () => openDoor(world), 15_000)
  expect((await ring(world, door)).visit.outcome).toBeNull()
}, 60_000)
