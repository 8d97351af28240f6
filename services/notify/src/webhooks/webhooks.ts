/** Webhooks of an account: what their owner does with them (record 0083). */
import { randomBytes, randomUUID } from 'node:crypto'
import { AppError, invalidField } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import type { SecretBox } from '#kit/secret-box.ts'
import type { ResidentIdentity } from '#proto/envelope.ts'
import { WEBHOOKS } from '#proto/limits.ts'
import type { Input, Output } from '#proto/operations/index.ts'
import { DeliveryState, type Webhook, type WebhookDelivery, WebhookEvent, type WebhookForm, WebhookOff } from '#proto/webhooks.ts'
import type { Refusal } from './receiver-address.ts'

export type StoredWebhook = {
  readonly id: string
  readonly userId: number
  readonly url: string
  readonly events: readonly string[] | null
  readonly doors: readonly number[] | null
  readonly secret: string
  readonly oldSecret: string | null
  readonly oldUntil: Date | null
  readonly createdAt: Date
  readonly off: string | null
}
export type StoredDelivery = {
  readonly id: string
  readonly event: string
  readonly activityId: number | null
  readonly at: Date
  readonly state: string
  readonly attempts: number
  readonly status: number | null
  readonly nextAt: Date | null
  readonly deliveredAt: Date | null
}
export type WebhookFields = Partial<Pick<StoredWebhook, 'url' | 'events' | 'doors' | 'secret' | 'oldSecret' | 'oldUntil' | 'off'>>
export type NewDelivery = {
  readonly event: WebhookDelivery['event']
  readonly subject: string
  readonly activityId: number | null
  readonly ref: string | null
  readonly at: Date
}
/** `endsAt`: it is not tried after that. */
export type DeliveryTimes = { readonly now: Date; readonly endsAt: Date; readonly expiresAt: Date }

export interface Webhooks {
  /** Oldest first. */
  of(userId: number): Promise<StoredWebhook[]>
  /** @returns undefined for another account's */
  find(userId: number, id: string): Promise<StoredWebhook | undefined>
  /** @throws AppError webhooks_full */
  add(webhook: StoredWebhook): Promise<void>
  change(userId: number, id: string, fields: WebhookFields): Promise<StoredWebhook | undefined>
  /** @returns false for another account's */
  remove(userId: number, id: string): Promise<boolean>
  /** Newest first. */
  deliveriesOf(webhookId: string, most: number): Promise<StoredDelivery[]>
  /** For one webhook. */
  addDelivery(webhookId: string, delivery: NewDelivery, times: DeliveryTimes): Promise<StoredDelivery>
  /** To be sent once more. @returns undefined where the webhook has none with this id, or it waits already */
  replay(webhookId: string, deliveryId: string, times: DeliveryTimes): Promise<StoredDelivery | undefined>
}

export type WebhookRequest = {
  readonly url: string
  readonly id: string
  /** The newest first. */
  readonly secrets: readonly string[]
  readonly body: string
}
export interface Receivers {
  /** Why this address is refused, if it is. */
  refusal(url: string): Promise<Refusal | undefined>
  /** Never throws: status 0 where there is no answer or the address is not allowed. */
  send(request: WebhookRequest): Promise<{ readonly status: number; readonly retryAfterSeconds?: number }>
}

export type WebhookDeps = {
  readonly webhooks: Webhooks
  readonly receivers: Pick<Receivers, 'refusal'>
  readonly secretBox: SecretBox
  readonly clock: Clock
  /** @throws AppError password_needed */
  readonly requireFresh: (session: string) => Promise<void>
  readonly hasDoors: (ownerId: number, doors: readonly number[]) => Promise<boolean>
  /** Wakes the job that sends what is due. */
  readonly sendSoon: () => void
}

const SECRET_BYTES = 32
/** What the libraries of Standard Webhooks expect before a secret in base64. */
const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

export function presentWebhook({ id, url, events, doors, createdAt, off, oldUntil }: StoredWebhook, now: Date): Webhook {
  return {
    ...{ id, url, doors: [...(doors ?? [])] },
    // Those that this release knows.
    events: WebhookEvent.options.filter((event) => events?.includes(event)),
    createdAt: createdAt.toISOString(),
    off: WebhookOff.safeParse(off).data ?? null,
    oldSecretUntil: oldUntil && oldUntil > now ? oldUntil.toISOString() : null,
  }
}

export const presentDelivery = ({ at, nextAt, deliveredAt, state, event, ...row }: StoredDelivery): WebhookDelivery => ({
  ...{ id: row.id, activityId: row.activityId, attempts: row.attempts, status: row.status },
  event: event === 'test' ? event : WebhookEvent.catch('door.changed').parse(event),
  at: at.toISOString(),
  state: DeliveryState.catch('waiting').parse(state),
  nextAt: nextAt?.toISOString() ?? null,
  deliveredAt: deliveredAt?.toISOString() ?? null,
})

/** @throws AppError not_found */
async function webhookOf({ webhooks }: WebhookDeps, userId: number, id: string): Promise<StoredWebhook> {
  const found = await webhooks.find(userId, id)
  if (!found) throw new AppError('not_found')
  return found
}

/** @throws AppError validation_failed, not_found where a door is not the account's */
async function checkTarget(deps: WebhookDeps, userId: number, { url, doors = [] }: Partial<WebhookForm>): Promise<void> {
  const refusal = url === undefined ? undefined : await deps.receivers.refusal(url)
  if (refusal) throw invalidField('url', refusal === 'private' ? 'webhook_url_private' : 'webhook_url_invalid')
  if (doors.length > 0 && !(await deps.hasDoors(userId, doors))) throw new AppError('not_found')
}

/**
 * @returns the webhook with its secret, which nobody can read again
 * @throws AppError password_needed, validation_failed, not_found, webhooks_full
 */
export async function addWebhook(deps: WebhookDeps, form: WebhookForm, resident: ResidentIdentity): Promise<Output<'notify.add_webhook'>> {
  await deps.requireFresh(resident.session)
  await checkTarget(deps, resident.userId, form)
  const now = deps.clock.now()
  const [id, secret] = [randomUUID(), newSecret()]
  const sealed = deps.secretBox.seal(secret, id)
  const stored = { id, userId: resident.userId, ...form, secret: sealed, oldSecret: null, oldUntil: null, createdAt: now, off: null }
  await deps.webhooks.add(stored)
  return { ...presentWebhook(stored, now), secret }
}

/** @throws AppError password_needed for another address, validation_failed, not_found */
export async function changeWebhook(
  deps: WebhookDeps,
  { id, enabled, ...change }: Input<'notify.change_webhook'>,
  { userId, session }: ResidentIdentity,
): Promise<Webhook> {
  const before = await webhookOf(deps, userId, id)
  if (change.url !== undefined && change.url !== before.url) await deps.requireFresh(session)
  const known = new Set(before.doors)
  // A door that was removed since may stay in the list.
  await checkTarget(deps, userId, { ...change, doors: change.doors?.filter((id) => !known.has(id)) ?? [] })
  const changed = await deps.webhooks.change(userId, id, { ...change, ...(enabled === undefined ? {} : { off: enabled ? null : 'owner' }) })
  if (!changed) throw new AppError('not_found')
  deps.sendSoon()
  return presentWebhook(changed, deps.clock.now())
}

/** @throws AppError password_needed, not_found */
export async function rotateWebhook(
  deps: WebhookDeps,
  id: string,
  { userId, session }: ResidentIdentity,
): Promise<Output<'notify.rotate_webhook'>> {
  const before = await webhookOf(deps, userId, id)
  await deps.requireFresh(session)
  const secret = newSecret()
  const fields = { secret: deps.secretBox.seal(secret, id), oldSecret: before.secret, oldUntil: deps.clock.in(WEBHOOKS.oldSecretFor) }
  const changed = await deps.webhooks.change(userId, id, fields)
  if (!changed) throw new AppError('not_found')
  return { ...presentWebhook(changed, deps.clock.now()), secret }
}

export const deliveryTimes = (clock: Clock): DeliveryTimes => ({
  now: clock.now(),
  endsAt: clock.in(WEBHOOKS.triedFor),
  expiresAt: clock.in(WEBHOOKS.keptFor),
})

/** @throws AppError not_found */
export async function testWebhook(deps: WebhookDeps, id: string, userId: number): Promise<WebhookDelivery> {
  await webhookOf(deps, userId, id)
  const times = deliveryTimes(deps.clock)
  const delivery = { event: 'test' as const, subject: `test-${randomUUID()}`, activityId: null, ref: null, at: times.now }
  const added = await deps.webhooks.addDelivery(id, delivery, times)
  deps.sendSoon()
  return presentDelivery(added)
}

/** @throws AppError not_found, also for a request that waits already */
export async function replayDelivery(deps: WebhookDeps, id: string, deliveryId: string, userId: number): Promise<WebhookDelivery> {
  await webhookOf(deps, userId, id)
  const replayed = await deps.webhooks.replay(id, deliveryId, deliveryTimes(deps.clock))
  if (!replayed) throw new AppError('not_found')
  deps.sendSoon()
  return presentDelivery(replayed)
}

/** @throws AppError not_found */
export async function listDeliveries(deps: WebhookDeps, id: string, userId: number): Promise<WebhookDelivery[]> {
  await webhookOf(deps, userId, id)
  return (await deps.webhooks.deliveriesOf(id, WEBHOOKS.listed)).map(presentDelivery)
}
