/** The demo's account: created by the product's own operations, with its past written by `PastVisits`; found and removed again. */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#kit/app-error.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { Caller } from '#proto/envelope.ts'
import type { Input } from '#proto/operations/index.ts'
import type { Rpc } from '../admin/connection.ts'
import { StartError } from '../servers/server.ts'
import { type DoorbellStorage, openPastVisits, type PastVisit } from './past-visits.ts'
import { doorstepStill } from './scene.ts'
import { CONTACTS, createStory, type StoryVisit } from './story.ts'

export type SignIn = { readonly username: string; readonly password: string }

const USERNAME = 'demo'
/** The demo's account is recognized by this address. No mail can be delivered to `.invalid` (RFC 2606). */
const EMAIL = 'maya.brooks@demo.invalid'
/** Older than this, a notification has been read. */
const READ_AFTER = 2 * DAY_MS
const ARRIVES_WITHIN_MS = 20_000

/** @returns the account, or undefined. @throws StartError if another account has the name */
export async function findDemo(rpc: Rpc): Promise<{ readonly id: number } | undefined> {
  try {
    const user = await rpc.call('auth.find_user', { username: USERNAME })
    if (user.email === EMAIL) return user
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined
    throw error
  }
  throw new StartError(`Somebody has an account named ${USERNAME}, which the demo did not make. It is left alone.`)
}

/** @returns how to sign in, and how many visits there are. @throws AppError, StartError */
export async function createDemo(
  rpc: Rpc,
  storage: DoorbellStorage,
  now: Date,
  say: (line: string) => void,
): Promise<SignIn & { readonly visits: number }> {
  const password = `${randomBytes(12).toString('base64url')}-1A`
  const user = await rpc.call('auth.register', {
    firstName: 'Maya',
    lastName: 'Brooks',
    email: EMAIL,
    username: USERNAME,
    password,
    confirmPassword: password,
    subscriptionTier: 'free',
  })
  const me: Partial<Caller> = { resident: { userId: user.id, session: 'demo', device: 'Demo' } }
  await rpc.call('billing.grant', { userId: user.id, by: 'demo' })
  await until('premium to arrive at the doors', async () => (await notificationsOf(rpc, me)).some(({ kind }) => kind === 'plan'))
  // The demo account sends no mail.
  const switches = { emailNotifications: false, allowMultipleQRCodes: true }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await rpc.call('doorbell.change_preferences', { switches, timeZone }, me)
  const doors = await createDoors(rpc, me, timeZone)
  await confirmEmail(rpc)
  for (const contact of CONTACTS) await rpc.call('doorbell.add_contact', contact, me)
  const story = createStory(now)
  const past = await openPastVisits(storage)
  let last = 0
  try {
    for (const [index, visit] of story.entries()) {
      last = await past.add(await pastVisitOf(visit, user.id, doors[visit.door]))
      if ((index + 1) % 25 === 0) say(`${index + 1} of ${story.length} visits`)
    }
  } finally {
    await past.close()
  }
  await readOld(rpc, me, now, last)
  return { username: USERNAME, password, visits: story.length }
}

async function createDoors(rpc: Rpc, me: Partial<Caller>, timeZone: string): Promise<Readonly<Record<StoryVisit['door'], string>>> {
  const [front] = await rpc.call('doorbell.doors', {}, me)
  if (!front) throw new StartError('The demo’s account got no door.')
  const floors = [
    { floor: '4', name: 'Brooks (4B)' },
    { floor: '2', name: 'Ferreira (2A)' },
  ]
  const building = { phone: '+1 555 0142', floors, hours: null, timeZone }
  await rpc.call('doorbell.change_door', { id: front.id, label: '14 Maple Lane', building }, me)
  const garden = await rpc.call('doorbell.add_door', { label: 'Garden gate' }, me)
  return { front: front.qrCodeId, garden: garden.qrCodeId }
}

/** Takes the link from the local mailbox. Without a mailbox the address stays unconfirmed, and the dashboard says so. */
async function confirmEmail(rpc: Rpc): Promise<void> {
  const mail = (await rpc.call('auth.dev_mails', {})).find(({ to }) => to === EMAIL)
  const token = /verify=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (token) await rpc.call('auth.verify_email', { token })
}

async function pastVisitOf({ door: _, looks, ...visit }: StoryVisit, userId: number, qrCodeId: string): Promise<PastVisit> {
  return { ...visit, userId, qrCodeId, photo: looks ? await doorstepStill(looks) : null }
}

const notificationsOf = (rpc: Rpc, me: Partial<Caller>, more: Partial<Input<'doorbell.notifications'>> = {}) =>
  rpc.call('doorbell.notifications', { limit: 100, ...more }, me)

/** Marks old notifications as read, once the last visit has one: they are written in the order of the rings. */
async function readOld(rpc: Rpc, me: Partial<Caller>, now: Date, last: number): Promise<void> {
  await until('the notification of the last visit', async () =>
    (await notificationsOf(rpc, me)).some(({ activityId, kind }) => activityId === last && kind !== 'message'),
  )
  for (;;) {
    const unread = await notificationsOf(rpc, me, { unread: 'true' })
    const old = unread.filter(({ timestamp }) => now.getTime() - Date.parse(timestamp) > READ_AFTER)
    if (!old.length) return
    for (const { id } of old) await rpc.call('doorbell.read_notification', { id }, me)
  }
}

/** @throws StartError when the condition is not met in time */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + ARRIVES_WITHIN_MS
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new StartError(`Timed out after ${ARRIVES_WITHIN_MS / 1_000} s waiting for ${what}.`)
    await wait(400)
  }
}
