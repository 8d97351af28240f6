/**
 * A registration whose session ends during it leaves no device: the gateway had resolved the session before. Each end
 * comes once before the registration reads the refusal, and once after that, before anything is stored.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { tokenHash } from '#kit/ids.ts'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import { createSubscription, subscriptionInput, VENDOR_ENDPOINT } from '#scripts/testing/push/subscription.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { whileHeld } from '#scripts/testing/while-held.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

type Race = { readonly owner: Resident; readonly browser: Resident; readonly session: string }
const newSubscription = () => subscriptionInput(createSubscription(`${VENDOR_ENDPOINT}${randomUUID()}`))
const subscribe = (resident: Resident) => resident.call('notify.put_push', newSubscription())
const putState = ({ browser }: Race) => browser.call('notify.put_state', { armed: true, permission: 'default' })
const revoke = ({ owner, session }: Race) => owner.call('auth.revoke_session', { sessionId: session })
/** As auth calls when an account is deleted; its sessions are kept, because their end removes devices too. */
const forgetUser = ({ owner }: Race) => world.rpc('notify.forget_user', { userId: owner.user.id })
const isDeleted = async ({ owner }: Race) =>
  (await world.postgres('notify', 'SELECT 1 FROM tombstones WHERE user_id = $1', [owner.user.id])).length > 0
const devicesOf = ({ owner }: Race) =>
  world.postgres<{ isReachable: boolean }>('notify', 'SELECT endpoint IS NOT NULL AS "isReachable" FROM devices WHERE user_id = $1', [
    owner.user.id,
  ])
const refusalOf = async ({ session }: Race) =>
  (await world.postgres<{ reason: string }>('notify', 'SELECT reason FROM refused_sessions WHERE hash = $1', [tokenHash(session)]))[0]
    ?.reason

/** A second browser of an account, which is not a device yet. */
async function race(): Promise<Race> {
  const owner = await world.resident()
  const browser = await owner.anotherDevice()
  const sessions = await browser.call('auth.sessions', {})
  return { owner, browser, session: sessions.find(({ isCurrent }) => isCurrent)?.sessionId ?? '' }
}

/** Another transaction locks it during the registration. */
type Hold = { readonly lock: string; readonly value?: unknown }
/** Before the registration reads the refusal. */
const beforeCheck = ({ owner }: Race): Hold => ({ lock: "SELECT pg_advisory_xact_lock(hashtext('devices'), $1)", value: owner.user.id })
/** After that, before a new device is stored. */
const BEFORE_INSERT: Hold = { lock: 'LOCK TABLE devices IN SHARE MODE' }
/** After that, before the subscription is stored with a device that is there already. A push to that device does not wait for this lock. */
const BEFORE_UPDATE = 'SELECT 1 FROM devices WHERE id = $1 FOR NO KEY UPDATE'

type Works = {
  readonly register: () => Promise<unknown>
  readonly end: () => Promise<unknown>
  /** Whether the end has reached notify; without it the end waits for the registration. */
  readonly isKnown?: () => Promise<boolean>
}
/** @returns the result or the error code of the registration */
async function endMeanwhile({ lock, value }: Hold, { register, end, isKnown }: Works): Promise<unknown> {
  const overlap = async (wait: (count: number) => Promise<unknown>) => {
    const registering = register().catch((error: unknown) => error)
    await wait(1)
    const ending = end()
    await (isKnown ? eventually('notify to know of the end', isKnown) : wait(2))
    return [registering, ending] as const
  }
  const [registering, ending] = await whileHeld(world, lock, value, overlap, 'notify')
  await ending
  return registering
}

// covers: S-registration-race
test('a registration under way stores no device of a revoked session', async () => {
  const revoked = await race()
  const answer = await endMeanwhile(beforeCheck(revoked), {
    register: () => subscribe(revoked.browser),
    end: () => revoke(revoked),
    isKnown: async () => (await refusalOf(revoked)) === 'ended',
  })
  expect(answer).toMatchObject({ code: 'unauthenticated' })
  expect(await devicesOf(revoked)).toEqual([])
})

// covers: S-registration-race
test('a browser that signs in anew while that session is revoked is no device', async () => {
  const revoked = await race()
  const before = await revoked.owner.anotherDevice()
  const subscription = newSubscription()
  const { id } = await before.call('notify.put_push', subscription)
  const answer = await endMeanwhile(
    { lock: BEFORE_UPDATE, value: id },
    { register: () => revoked.browser.call('notify.put_push', subscription), end: () => revoke(revoked) },
  )
  expect(answer).toMatchObject({ id, isCurrent: true })
  await eventually('the device to be gone', async () => (await devicesOf(revoked)).length === 0)
})

// covers: S-registration-race
test('a registration under way stores no subscription of a new wall display, and a later one does after leaving', async () => {
  const display = await race()
  const { browser } = display
  const answer = await endMeanwhile(beforeCheck(display), {
    register: () => subscribe(browser),
    end: () => browser.call('auth.start_wall', {}),
    isKnown: async () => (await refusalOf(display)) === 'wall',
  })
  expect(answer).toMatchObject({ code: 'wall_session' })
  expect(await devicesOf(display)).toEqual([])
  await browser.call('auth.leave_wall', { password: PASSWORD })
  expect(await subscribe(browser)).toMatchObject({ push: 'on' })
})

// covers: S-registration-race
test('a subscription that is stored while its session becomes a wall display ends', async () => {
  const display = await race()
  const { browser } = display
  const { id } = await putState(display)
  const answer = await endMeanwhile(
    { lock: BEFORE_UPDATE, value: id },
    { register: () => subscribe(browser), end: () => browser.call('auth.start_wall', {}) },
  )
  expect(answer).toMatchObject({ push: 'on' })
  expect(await devicesOf(display)).toEqual([{ isReachable: false }])
})

// covers: S-registration-race
test('a registration under way stores no device of a deleted account', async () => {
  const deleted = await race()
  const answer = await endMeanwhile(beforeCheck(deleted), {
    register: () => subscribe(deleted.browser),
    end: () => forgetUser(deleted),
    isKnown: () => isDeleted(deleted),
  })
  expect(answer).toMatchObject({ code: 'unauthenticated' })
  expect(await devicesOf(deleted)).toEqual([])
})

// covers: S-registration-race
test('a device that is stored while its account is deleted is removed', async () => {
  const deleted = await race()
  const answer = await endMeanwhile(BEFORE_INSERT, { register: () => putState(deleted), end: () => forgetUser(deleted) })
  expect(answer).toMatchObject({ isCurrent: true })
  expect(await devicesOf(deleted)).toEqual([])
})
