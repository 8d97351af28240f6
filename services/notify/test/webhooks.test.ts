/** Webhooks: what a receiver is told, how it can know that it is true, and what happens when it does not answer (record 0083). */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { WEBHOOKS } from '#proto/limits.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#proto/webhooks.ts'
import { HttpError } from '#scripts/testing/http-client.ts'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import { testPort } from '#scripts/testing/ports.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { Receiver, verify } from './receivers.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let receiver: Receiver
let world: Stack
beforeAll(async () => {
  receiver = await Receiver.listen(await testPort())
  world = await startStack({ env: { OUTBOUND_PRIVATE_HOSTS: `127.0.0.1:${receiver.port}` } })
})
afterAll(async () => {
  await world?.stop()
  receiver?.close()
})

let nth = 0
async function hookOf(owner: Resident, events: readonly WebhookEvent[] = WEBHOOK_EVENTS, fields: { doors?: number[] } = {}) {
  const path = `/hook-${++nth}`
  const hook = await owner.call('notify.add_webhook', { url: receiver.url(path), events: [...events], ...fields })
  return { ...hook, path }
}
const deliveriesOf = (owner: Resident, { id }: { readonly id: string }) => owner.call('notify.webhook_deliveries', { id })
const codeOf = (sent: Promise<unknown>) =>
  sent.then(
    () => 'done',
    (error: unknown) => (error instanceof HttpError ? `${error.status} ${error.code}` : String(error)),
  )

// covers: P-webhooks notify.add_webhook notify.webhooks notify.webhook_deliveries
test('a receiver is told of a ring, its message and its end, signed', async () => {
  const owner = await world.resident()
  const hook = await hookOf(owner)
  expect(hook.secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const { secret, path, ...listed } = hook
  expect(await owner.call('notify.webhooks', {})).toEqual([listed])
  const visitor = world.visitor()
  const visit = await visitor.ring(owner, { visitorName: 'Vera', message: 'A parcel' })
  const rung = await receiver.next(path, 'ring.created')
  expect(verify(secret, rung)).toEqual(rung.event)
  expect(rung.event).toMatchObject({ id: rung.id, data: { id: visit.id, visitorName: 'Vera', message: 'A parcel' } })
  await visitor.call('doorbell.write_as_visitor', { id: visit.id, message: 'At the back door' })
  expect((await receiver.next(path, 'ring.message')).event.data).toMatchObject({ activityId: visit.id, message: 'At the back door' })
  await owner.call('doorbell.handle', { id: visit.id, handledType: 'dismissed' })
  const ended = await receiver.next(path, 'ring.dismissed')
  expect(verify(secret, ended)).toMatchObject({ data: { id: visit.id, outcome: 'dismissed' } })
  expect(receiver.at(path)).toHaveLength(3)
  await eventually(
    'three deliveries',
    async () => (await deliveriesOf(owner, hook)).filter(({ state }) => state === 'delivered').length === 3,
  )
  expect((await deliveriesOf(owner, hook)).map(({ event, status, attempts }) => [event, status, attempts])).toEqual([
    ['ring.dismissed', 204, 1],
    ['ring.message', 204, 1],
    ['ring.created', 204, 1],
  ])
  const stored = await world.postgres<{ row: string }>('notify', 'SELECT w::text AS row FROM webhooks w WHERE user_id = $1', [
    owner.user.id,
  ])
  expect(stored[0]?.row).not.toContain(secret.slice('whsec_'.length))
})

test('a receiver gets the events and the doors that were chosen, and nothing of other accounts', async () => {
  const [owner, other] = [await world.resident({ premium: true }), await world.resident()]
  const back = await owner.call('doorbell.add_door', { label: 'Back door' })
  const [missed, atBack, foreign] = [
    await hookOf(owner, ['ring.missed']),
    await hookOf(owner, ['ring.created'], { doors: [back.id] }),
    await hookOf(other),
  ]
  await world.visitor().ring(owner)
  const atBackDoor = await world.visitor().ring(back.qrCodeId)
  expect((await receiver.next(atBack.path, 'ring.created')).event.data.id).toBe(atBackDoor.id)
  await world.clock.shift(MINUTE)
  await receiver.next(missed.path, 'ring.missed', 2)
  expect([receiver.at(atBack.path).length, receiver.at(foreign.path).length]).toEqual([1, 0])
  await eventually('the list to have its own door alone', async () => (await deliveriesOf(owner, atBack)).length === 1)
  await owner.call('doorbell.change_door', { id: back.id, label: 'Garden' })
  const changes = await hookOf(owner, ['door.changed'])
  await owner.call('doorbell.change_door', { id: back.id, label: 'Garden gate' })
  await receiver.next(changes.path, 'door.changed')
  expect(await codeOf(hookOf(other, ['ring.created'], { doors: [back.id] }))).toBe('404 not_found')
})

test('a request for a visit is told to the webhooks of its door', async () => {
  const owner = await world.resident({ premium: true })
  const back = await owner.call('doorbell.add_door', { label: 'Back door' })
  const [atBack, all] = [await hookOf(owner, ['visit.requested'], { doors: [back.id] }), await hookOf(owner, ['visit.requested'])]
  const date = new Date(world.now() + 2 * 24 * HOUR).toISOString().slice(0, 10)
  const visit = { visitorName: 'Walter', residentName: 'Robin', email: 'walter@example.org', date, time: '12:00', purpose: 'The boiler' }
  await world.visitor().call('doorbell.request_visit', { ...visit, qrCodeId: owner.user.qrCodeId })
  expect((await receiver.next(all.path, 'visit.requested')).event.data).toMatchObject({ kind: 'visit', params: { name: 'Walter' } })
  await eventually('the other door to have nothing', async () => (await deliveriesOf(owner, atBack)).length === 0)
  expect(receiver.at(atBack.path)).toEqual([])
})

test('a reset of the password switches webhooks off', async () => {
  const owner = await world.resident()
  await hookOf(owner)
  const data = { userId: owner.user.id, address: null, reset: true }
  await world.postgres('auth', "INSERT INTO outbox (id, name, data, at) VALUES (gen_random_uuid(), 'auth.password_changed', $1, now())", [
    JSON.stringify(data),
  ])
  await eventually('the webhook to be off', async () => (await owner.call('notify.webhooks', {}))[0]?.off === 'reset')
})

// covers: notify.rotate_webhook
test('after a rotation both secrets sign, for a day', async () => {
  const owner = await world.resident()
  const hook = await hookOf(owner)
  const { secret } = await owner.call('notify.rotate_webhook', { id: hook.id })
  await owner.call('notify.test_webhook', { id: hook.id })
  const both = await receiver.next(hook.path, 'test')
  for (const known of [secret, hook.secret]) expect(verify(known, both)).toMatchObject({ type: 'test', data: {} })
  await world.clock.shift(WEBHOOKS.oldSecretFor)
  await owner.call('notify.test_webhook', { id: hook.id })
  const later = await receiver.next(hook.path, 'test', 2)
  expect(later.headers['webhook-signature']?.split(' ')).toHaveLength(1)
})

// covers: notify.test_webhook notify.replay_delivery
test('what a receiver does not take is sent again with the same id, for two days, then listed and replayed by hand', async () => {
  const owner = await world.resident()
  const hook = await hookOf(owner, ['ring.created'])
  receiver.answers.set(hook.path, [500, { status: 429, headers: { 'retry-after': '120' } }, 503])
  await world.visitor().ring(owner)
  const first = await receiver.next(hook.path, 'ring.created')
  const last = async () => (await deliveriesOf(owner, hook))[0]
  await eventually('the first refusal', async () => (await last())?.status === 500)
  await world.clock.shift(10_000)
  expect((await receiver.next(hook.path, 'ring.created', 2)).id).toBe(first.id)
  await eventually('the second refusal', async () => (await last())?.status === 429)
  await world.clock.shift(MINUTE)
  await world.clock.shift(2 * MINUTE)
  await receiver.next(hook.path, 'ring.created', 3)
  for (let hours = 0; hours < 60 && (await last())?.state === 'waiting'; hours += 10) {
    const sent = receiver.at(hook.path).length
    await world.clock.shift(10 * HOUR)
    await eventually('another attempt', async () => receiver.at(hook.path).length > sent || (await last())?.state !== 'waiting')
    await eventually(
      'its answer',
      async () => (await last())?.nextAt === null || Date.parse((await last())?.nextAt ?? '') > world.now() - HOUR,
    )
  }
  await eventually('it to be given up', async () => (await last())?.state === 'dead')
  receiver.answers.set(hook.path, [200])
  const [dead] = await deliveriesOf(owner, hook)
  await owner.call('notify.replay_delivery', { id: hook.id, deliveryId: dead?.id ?? '' })
  await eventually('its delivery', async () => (await last())?.state === 'delivered')
  expect(receiver.at(hook.path).at(-1)?.id).toBe(first.id)
}, 180_000)

test('a receiver that takes nothing has 500 waiting at most', async () => {
  const owner = await world.resident()
  const hook = await hookOf(owner, ['ring.created'])
  await world.postgres(
    'notify',
    `INSERT INTO deliveries (id, webhook_id, event, subject, at, next_at, ends_at, expires_at)
     SELECT gen_random_uuid(), $1, 'ring.created', 'waiting-' || n, now() - interval '1 hour', later, later, later
     FROM generate_series(1, 500) n, LATERAL (SELECT now() + interval '1 year' AS later) times`,
    [hook.id],
  )
  const visit = await world.visitor().ring(owner)
  const ofRing = async () => (await deliveriesOf(owner, hook)).find(({ activityId }) => activityId === visit.id)
  expect(await eventually('the delivery', ofRing)).toMatchObject({ state: 'dead', attempts: 0 })
})

test('410 ends a webhook, and its owner may switch it on again', async () => {
  const owner = await world.resident()
  const hook = await hookOf(owner, ['ring.created'])
  receiver.answers.set(hook.path, [410])
  await world.visitor().ring(owner)
  const state = async () => (await owner.call('notify.webhooks', {}))[0]?.off
  await eventually('the webhook to be off', async () => (await state()) === 'gone')
  const refused = async () => (await deliveriesOf(owner, hook)).find(({ status }) => status === 410)
  expect((await eventually('its delivery to be given up', refused)).state).toBe('dead')
  receiver.answers.delete(hook.path)
  expect(await owner.call('notify.change_webhook', { id: hook.id, enabled: true })).toMatchObject({ off: null })
  const visit = await world.visitor().ring(owner)
  expect((await receiver.next(hook.path, 'ring.created', 2)).event.data.id).toBe(visit.id)
})

test('a receiver that never answers delays no other', async () => {
  const owner = await world.resident()
  const [silent, other] = [await hookOf(owner, ['ring.created']), await hookOf(owner, ['ring.created'])]
  receiver.answers.set(silent.path, ['never'])
  for (let ring = 1; ring <= 6; ring += 1) await world.visitor().ring(owner)
  await receiver.next(other.path, 'ring.created', 6)
  const [delivery] = await deliveriesOf(owner, silent)
  expect(delivery).toMatchObject({ state: 'waiting' })
})

// covers: doorbell.linked_photo
test('the photo is behind a signed link, for an hour', async () => {
  const owner = await world.resident()
  const hook = await hookOf(owner, ['ring.dismissed'])
  const visitor = world.visitor()
  const { default: sharp } = await import('sharp')
  const jpeg = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#2196f3' } })
    .jpeg()
    .toBuffer()
  const visit = await visitor.ring(owner, { photo: `data:image/jpeg;base64,${jpeg.toString('base64')}` })
  await eventually('the photo', async () => (await owner.activities())[0]?.photoUrl)
  await owner.call('doorbell.handle', { id: visit.id, handledType: 'dismissed' })
  const { photoUrl } = (await receiver.next(hook.path, 'ring.dismissed')).event.data
  expect(photoUrl).toMatch(/^http.*\/api\/photos\//)
  const path = new URL(String(photoUrl)).pathname
  const got = await world.person().client.bytes(path)
  expect([got.status, got.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect((await world.person().http(`${path}x`)).status).toBe(404)
  await world.clock.shift(WEBHOOKS.photoLinkFor + MINUTE)
  expect((await world.person().http(path)).status).toBe(404)
})

test('what is erased before it is sent is told to nobody', async () => {
  const owner = await world.resident()
  const hook = await hookOf(owner, ['ring.created'])
  receiver.answers.set(hook.path, [500])
  const visitor = world.visitor()
  const visit = await visitor.ring(owner)
  await receiver.next(hook.path, 'ring.created')
  await world.clock.shift(25 * HOUR)
  await visitor.call('doorbell.erase_visit', { id: visit.id })
  const sent = receiver.at(hook.path).length
  await eventually('it to be dropped', async () => {
    await world.clock.shift(HOUR)
    return (await deliveriesOf(owner, hook))[0]?.state === 'dropped'
  })
  expect(receiver.at(hook.path).length - sent).toBeLessThanOrEqual(1)
})

// covers: webhooks_full notify.remove_webhook notify.change_webhook
test('a webhook needs the password, and there are ten at most', async () => {
  const owner = await world.resident()
  for (let count = 0; count < WEBHOOKS.max; count += 1) await hookOf(owner, ['door.changed'])
  expect(await codeOf(hookOf(owner))).toBe('409 webhooks_full')
  const [first] = await owner.call('notify.webhooks', {})
  const id = first?.id ?? ''
  await owner.call('notify.remove_webhook', { id })
  expect(await codeOf(owner.call('notify.test_webhook', { id }))).toBe('404 not_found')
  await world.clock.shift(11 * MINUTE)
  expect(await codeOf(hookOf(owner))).toBe('403 password_needed')
  const [second] = await owner.call('notify.webhooks', {})
  const change = { id: second?.id ?? '' }
  expect(await codeOf(owner.call('notify.change_webhook', { ...change, url: receiver.url('/elsewhere') }))).toBe('403 password_needed')
  expect(await codeOf(owner.call('notify.change_webhook', { ...change, enabled: false }))).toBe('done')
  await owner.call('auth.confirm_password', { password: PASSWORD })
  expect(await codeOf(hookOf(owner))).toBe('done')
})

test.each([
  ...['http://203.0.113.7/', 'https://10.0.0.1/', 'https://127.0.0.1/', 'https://[::1]/', 'https://localhost/', 'https://[fd00::1]/'],
  ...['https://169.254.169.254/', 'https://0x7f000001/', 'https://2130706433/', 'https://printer.local/', 'https://router.lan/'],
  ...[
    'https://nats.internal/',
    'https://user:pass@receiver.example.com/',
    'https://receiver.example.com:25/',
    'ftp://receiver.example.com/',
  ],
  ...['https://receiver.example.com/#part', 'javascript:alert(1)', 'https://', 'https://a_b.example.com/', 'https://[::ffff:127.0.0.1]/'],
])('an address that may not be sent to is refused: %s', async (url) => {
  const owner = await world.resident()
  expect(await codeOf(owner.call('notify.add_webhook', { url, events: ['ring.created'] }))).toBe('400 validation_failed')
})
