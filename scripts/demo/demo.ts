/** The demo's account: made, found and taken away again, all by the house's own calls. */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Refusal } from '#kit/refusal.ts'
import type { Caller } from '#proto/envelope.ts'
import type { Input, OperationName, Output } from '#proto/operations/index.ts'
import { StartError } from '../servers/server.ts'
import { doorstepStill } from '../shots/scene.ts'
import { CONTACTS, type Told, tell } from './story.ts'

export type House = { call<N extends OperationName>(operation: N, input: Input<N>, caller?: Partial<Caller>): Promise<Output<N>> }
export type SignIn = { readonly username: string; readonly password: string }

const USERNAME = 'demo'
/** Nobody receives mail there (RFC 2606): who has this address is the demo, whatever it is called. */
const EMAIL = 'maya.brooks@demo.invalid'
/** Older than this, a notification has been read. */
const READ_AFTER = 2 * 24 * 3_600_000
const TELLS_WITHIN = 20_000

/** @returns the account, or undefined. @throws StartError where somebody else has the name */
export async function findDemo(house: House): Promise<{ readonly id: number } | undefined> {
  try {
    const user = await house.call('auth.find_user', { username: USERNAME })
    if (user.email === EMAIL) return user
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return undefined
    throw error
  }
  throw new StartError(`Somebody has an account named ${USERNAME}, which the demo did not make. It is left alone.`)
}

/** @returns how to sign in, and how many visits there are. @throws Refusal, StartError */
export async function makeDemo(house: House, now: Date, say: (line: string) => void): Promise<SignIn & { readonly visits: number }> {
  const password = `${randomBytes(12).toString('base64url')}-1A`
  const user = await house.call('auth.register', {
    firstName: 'Maya',
    lastName: 'Brooks',
    email: EMAIL,
    username: USERNAME,
    password,
    confirmPassword: password,
    subscriptionTier: 'free',
  })
  const me: Partial<Caller> = { resident: { userId: user.id, session: 'demo', device: 'Demo' } }
  await house.call('billing.grant', { userId: user.id, by: 'demo' })
  await until('premium to arrive at the doors', async () => (await noticesOf(house, me)).some(({ kind }) => kind === 'plan'))
  // Nothing of it leaves by mail.
  const switches = { emailNotifications: false, allowMultipleQRCodes: true }
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await house.call('doorbell.change_preferences', { switches, timeZone }, me)
  const doors = await furnish(house, me, timeZone)
  await confirmEmail(house)
  for (const contact of CONTACTS) await house.call('doorbell.add_contact', contact, me)
  const past = tell(now)
  let last = 0
  for (const [index, visit] of past.entries()) {
    const relived = await house.call('doorbell.relive', { userId: user.id, qrCodeId: doors[visit.door], ...(await pastOf(visit)) })
    last = relived.activityId
    if ((index + 1) % 25 === 0) say(`${index + 1} of ${past.length} visits`)
  }
  await readOld(house, me, now, last)
  return { username: USERNAME, password, visits: past.length }
}

/** Takes away everything that `makeDemo` made. @returns how many visits are gone */
export async function removeDemo(house: House, userId: number): Promise<number> {
  const { visits } = await house.call('doorbell.forget_owner', { userId })
  await house.call('billing.forget_user', { userId })
  await house.call('security.forget_user', { userId })
  // Last: while it is there, a removal that was cut short can be begun again.
  await house.call('auth.forget_user', { userId })
  return visits
}

async function furnish(house: House, me: Partial<Caller>, timeZone: string): Promise<Readonly<Record<Told['door'], string>>> {
  const [front] = await house.call('doorbell.doors', {}, me)
  if (!front) throw new StartError('The demo’s account got no door.')
  const floors = [
    { floor: '4', name: 'Brooks (4B)' },
    { floor: '2', name: 'Ferreira (2A)' },
  ]
  const building = { phone: '+1 555 0142', floors, hours: null, timeZone }
  await house.call('doorbell.change_door', { id: front.id, label: '14 Maple Lane', building }, me)
  const garden = await house.call('doorbell.add_door', { label: 'Garden gate' }, me)
  return { front: front.qrCodeId, garden: garden.qrCodeId }
}

/** Where mails stay in the house: elsewhere the dashboard says that the address is not confirmed, which is so. */
async function confirmEmail(house: House): Promise<void> {
  const mail = (await house.call('auth.dev_mails', {})).find(({ to }) => to === EMAIL)
  const token = /verify=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (token) await house.call('auth.verify_email', { token })
}

async function pastOf({ door: _, at, looks, ...visit }: Told): Promise<Omit<Input<'doorbell.relive'>, 'userId' | 'qrCodeId'>> {
  const photo = looks ? (await doorstepStill(looks)).toString('base64') : null
  return { ...visit, chat: [...visit.chat], at: at.toISOString(), photo }
}

const noticesOf = (house: House, me: Partial<Caller>, more: Partial<Input<'doorbell.notifications'>> = {}) =>
  house.call('doorbell.notifications', { limit: 100, ...more }, me)

/** Rings are noted in batches, in their order; what is older than two days somebody has read. */
async function readOld(house: House, me: Partial<Caller>, now: Date, last: number): Promise<void> {
  await until('the last visit to be noted', async () =>
    (await noticesOf(house, me)).some(({ activityId, kind }) => activityId === last && kind !== 'message'),
  )
  for (;;) {
    const unread = await noticesOf(house, me, { unread: 'true' })
    const old = unread.filter(({ timestamp }) => now.getTime() - Date.parse(timestamp) > READ_AFTER)
    if (!old.length) return
    for (const { id } of old) await house.call('doorbell.read_notification', { id }, me)
  }
}

/** @throws StartError when it does not come true in time */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + TELLS_WITHIN
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new StartError(`Waited in vain for ${what}.`)
    await wait(400)
  }
}
