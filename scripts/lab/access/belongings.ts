/** One object of each kind that an account owns, so that a request can name each. Objects that a request uses up exist once per request. */
import { DAY_MS } from '#proto/durations.ts'
import type { User } from '#proto/entities.ts'
import { inGroups } from '#scripts/lab/fuzz/crowd.ts'
import { makeFilm } from '#scripts/testing/films.ts'
import { RULES } from '#scripts/testing/generate/rules.ts'
import { nextNumber, PASSWORD, type Person, type Resident, type Visitor } from '#scripts/testing/people.ts'
import { createSubscription, subscriptionInput, VENDOR_ENDPOINT } from '#scripts/testing/push/subscription.ts'
import { pressButton } from '#scripts/testing/stripe/press.ts'
import { eventually } from '#scripts/testing/wait.ts'
import type { World } from '#scripts/testing/world.ts'
import { SECRET } from './secret.ts'

/** The objects of every resident of the matrix, whatever its plan. */
export type Basics = { readonly user: User; readonly door: number; readonly contact: number; readonly ring: number }

/** Rings by their outcome. Those named after forms are for the forms of the server-rendered page. */
const RINGS = [
  ...(['dismissed', 'written', 'cancelled', 'messaged', 'photographed', 'pictured', 'chatted', 'kept', 'left', 'blocked'] as const),
  ...(['banned', 'missed', 'formCancelled', 'formTold', 'formMissed', 'formLeft', 'onSocket', 'calledOnSocket'] as const),
] as const
export type RingName = (typeof RINGS)[number]
const REQUESTS = ['approved', 'declined', 'passed', 'erased'] as const
type RequestName = (typeof REQUESTS)[number]
type Ring = { readonly id: number; readonly userId: number; readonly visitor: Visitor }

export type Belongings = Basics & {
  readonly resident: Resident
  /** Further sessions of the account: `spare` is signed out, `session` is revoked by another session. */
  readonly spare: Resident
  readonly session: string
  /** Of an API token that no other row needs. */
  readonly apiToken: string
  readonly webhooks: Readonly<Record<'kept' | 'removed', string>>
  readonly delivery: string
  readonly rings: Readonly<Record<RingName, Ring>>
  readonly requests: Readonly<Record<RequestName, { readonly id: number; readonly token: string }>>
  readonly doors: Readonly<Record<'removed' | 'rotated' | 'sounding', number>>
  readonly films: Readonly<Record<'kept' | 'removed', string>>
  readonly shortCode: string
  readonly removedContact: number
  readonly invite: string
  readonly notification: number
  readonly readAllAt: string
  readonly block: number
  readonly alert: number
  readonly blockedAddress: number
  readonly invoice: string
  readonly device: string
  readonly removedDevice: string
}

const contactOf = (secret: string) => ({
  ...{ firstName: `Grace ${secret}`, lastName: 'Hopper', phone: '030 123 456 78', email: `grace${secret}@example.org` },
  ...(secret ? { notes: secret, address: secret } : {}),
})
const DAYS_AHEAD = 5
/** The name does not exist: nothing is sent. */
const webhook = { url: `https://receiver.example.com/${SECRET}`, events: ['ring.created' as const] }

/** @param secret a part of every text; empty for callers, who may see their own texts */
export async function makeBasics(world: World, resident: Resident, secret = ''): Promise<Basics> {
  const visitor = world.visitor()
  const [door] = await resident.call('doorbell.doors', {})
  const contact = await resident.call('doorbell.add_contact', contactOf(secret))
  const ring = await visitor.ring(resident, { visitorName: `Vera ${secret}`, message: `Hello ${secret}` })
  return { user: resident.user, door: door?.id ?? 0, contact: contact.id, ring: ring.id }
}

async function makeRings(world: World, resident: Resident): Promise<Record<RingName, Ring>> {
  const photo = `data:image/jpeg;base64,${Buffer.from(RULES['doorbell.put_photo'].bytes?.body ?? []).toString('base64')}`
  const make = async (name: RingName): Promise<[RingName, Ring]> => {
    const visitor = world.visitor()
    const fields = { visitorName: `${name} ${SECRET}`, message: `At the door ${SECRET}`, ...(name === 'pictured' ? { photo } : {}) }
    const { id, userId } = await visitor.ring(resident, fields)
    return [name, { id, userId, visitor }]
  }
  const rings = Object.fromEntries(await inGroups(RINGS.length, (index) => make(RINGS[index] as RingName))) as Record<RingName, Ring>
  await resident.call('doorbell.handle', { id: rings.chatted.id, handledType: 'message' })
  await rings.chatted.visitor.call('doorbell.write_as_visitor', { id: rings.chatted.id, message: `Here ${SECRET}` })
  await resident.call('doorbell.write_as_resident', { id: rings.chatted.id, message: `Coming ${SECRET}` })
  return rings
}

/** Moves rings into the past by changing their rows, which allows what is possible only after a missed ring or a day. */
async function passTime(world: World, rings: Record<RingName, Ring>, request: number): Promise<void> {
  const past = (since: string) =>
    `UPDATE activities SET timestamp = timestamp - interval '${since}', ends_at = timestamp - interval '${since}' + interval '45 seconds',
     outcome = 'missed' WHERE id = ANY ($1)`
  await world.postgres('doorbell', past('2 days'), [[rings.left.id, rings.formLeft.id]])
  await world.postgres('doorbell', past('5 minutes'), [[rings.missed.id, rings.formMissed.id]])
  await world.postgres('doorbell', "UPDATE visit_requests SET timestamp = timestamp - interval '2 days' WHERE id = $1", [request])
}

async function makeRequests(world: World, resident: Resident) {
  const date = new Date(Date.now() + DAYS_AHEAD * DAY_MS).toISOString().slice(0, 10)
  const { qrCodeId } = resident.user
  const make = async (name: RequestName) => {
    const form = { qrCodeId, visitorName: `${name} ${SECRET}`, email: `${SECRET}@example.org`, date, time: '12:00', purpose: SECRET }
    const { token } = await world.visitor().call('doorbell.request_visit', form)
    return [name, { id: Number(token.split('-')[0]), token }] as const
  }
  const made = Object.fromEntries(await inGroups(REQUESTS.length, (index) => make(REQUESTS[index] as RequestName)))
  const requests = made as Record<RequestName, { id: number; token: string }>
  await resident.call('doorbell.approve_visit', { id: requests.passed.id })
  return requests
}

async function makeDoors(resident: Resident) {
  const add = (name: string) => resident.call('doorbell.add_door', { label: `${name} ${SECRET}` })
  const [removed, rotated, sounding] = [await add('removed'), await add('rotated'), await add('sounding')]
  const { type = '', body } = RULES['doorbell.put_sound'].bytes ?? {}
  await resident.http(`/api/doors/${sounding.id}/sound`, { method: 'PUT', headers: { 'content-type': type }, body })
  await resident.http('/api/user/picture', {
    method: 'PUT',
    headers: { 'content-type': 'image/jpeg' },
    body: RULES['doorbell.put_photo'].bytes?.body,
  })
  return { removed: removed.id, rotated: rotated.id, sounding: sounding.id }
}

/** A blocked address that tried this account. */
async function makeBlockedAddress(world: World, userId: number): Promise<number> {
  const [block] = await world.postgres<{ id: number }>(
    'security',
    "INSERT INTO blocked_ips (ip_address, reason, blocked_at) VALUES ('203.0.113.7', 'access', $1) RETURNING id",
    [new Date()],
  )
  await world.postgres('security', 'INSERT INTO blocked_ip_accounts (block_id, user_id) VALUES ($1, $2)', [block?.id, userId])
  return block?.id ?? 0
}

async function makeDevice(resident: Person): Promise<string> {
  const subscription = createSubscription(`${VENDOR_ENDPOINT}${SECRET}-${nextNumber()}`)
  return (await resident.call('notify.put_push', subscriptionInput(subscription))).id
}

/** Pays for Premium at the local Stripe. */
async function makeInvoice(resident: Resident): Promise<string> {
  const { url } = await resident.call('billing.create_checkout_session', {})
  await pressButton(url, 'pay')
  const news = () => resident.call('doorbell.notifications', { type: 'system' })
  await eventually('doorbell to hear of the plan', async () => (await news()).some(({ kind }) => kind === 'plan'))
  const payment = await eventually('the payment', async () => (await resident.call('billing.payments', {}))[0])
  return payment.invoiceId
}

export const sessionOf = async (device: Resident): Promise<string> => {
  const current = (await device.call('auth.sessions', {})).find(({ isCurrent }) => isCurrent)
  return current?.sessionId ?? ''
}

/** @param resident an account without Premium, which this pays for */
export async function makeBelongings(world: World, resident: Resident): Promise<Belongings> {
  const { user } = resident
  const invoice = await makeInvoice(resident)
  const basics = await makeBasics(world, resident, SECRET)
  const doors = await makeDoors(resident)
  const rings = await makeRings(world, resident)
  const requests = await makeRequests(world, resident)
  const [spare, other, tablet] = await Promise.all([resident.anotherDevice(), resident.anotherDevice(), resident.anotherDevice()])
  const { at: readAllAt } = await resident.call('doorbell.read_all_notifications', {})
  const removed = await resident.call('doorbell.add_contact', contactOf(SECRET))
  const films = {
    kept: await makeFilm(world, resident, rings.pictured.id),
    removed: await makeFilm(world, resident, rings.pictured.id),
  }
  const { url } = await resident.call('doorbell.invite_contact', { id: basics.contact })
  const block = await resident.call('doorbell.block_visitor', { id: rings.banned.id })
  await resident.call('auth.change_profile', { address: SECRET })
  await passTime(world, rings, requests.erased.id)
  await eventually('the photo', async () => (await rings.pictured.visitor.visit(rings.pictured.id)).photoUrl)
  const [alert, notification, [primary]] = await Promise.all([
    eventually('the alert about another device', async () => (await resident.call('security.alerts', {}))[0]),
    eventually('a notification', async () => (await resident.call('doorbell.notifications', {}))[0]),
    resident.call('doorbell.doors', {}),
  ])
  const device = await makeDevice(resident)
  const { id: apiToken } = await resident.call('auth.create_api_token', { name: SECRET, scopes: ['rings:read'] })
  const removedDevice = await makeDevice(tablet)
  const addWebhook = async () => (await resident.call('notify.add_webhook', webhook)).id
  const webhooks = { kept: await addWebhook(), removed: await addWebhook() }
  const { id: delivery } = await resident.call('notify.test_webhook', { id: webhooks.kept })
  return {
    ...basics,
    ...{ device, removedDevice },
    ...{ resident, spare, rings, requests, doors, films, readAllAt },
    session: await sessionOf(other),
    apiToken,
    ...{ webhooks, delivery },
    shortCode: primary?.shortCode ?? '',
    removedContact: removed.id,
    invite: new URL(url).pathname.split('/').at(-1) ?? '',
    notification: notification.id,
    block: block.id,
    alert: alert.id,
    blockedAddress: await makeBlockedAddress(world, user.id),
    invoice,
  }
}

/** The password of callers who must not be able to use an owner's. */
export const OTHER_PASSWORD = `${PASSWORD}-of-others`
