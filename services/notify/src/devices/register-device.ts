/** A browser registers its description and its address for pushes. */
import { AppError, invalidField } from '#kit/app-error.ts'
import type { Clock } from '#kit/clock.ts'
import { residentOf } from '#kit/handlers.ts'
import { describeUserAgent, UNKNOWN_DEVICE } from '#kit/user-agent.ts'
import type { Caller } from '#proto/envelope.ts'
import type { Device, PushSubscription } from '#proto/push.ts'
import type { PushServices } from '../core/ports.ts'
import { isPoint } from '../core/push-keys.ts'
import type { PushedAccounts } from '../core/pushed-accounts.ts'
import { type Browser, type DeviceChange, type Devices, presentDevice } from './devices.ts'
import { type NameSessionDeps, nameSession } from './name-session.ts'

export type RegisterDeps = NameSessionDeps & {
  readonly devices: Pick<Devices, 'put'>
  readonly pushServices: Pick<PushServices, 'refusal'>
  readonly pushedAccounts: Pick<PushedAccounts, 'delete'>
  readonly clock: Clock
  /** Browsers subscribe with the first. */
  readonly publicKeys: readonly [string, ...string[]]
}

const REFUSALS = { full: 'devices_full', ended: 'unauthenticated', wall: 'wall_session' } as const

function browserOf(caller: Caller): Browser {
  const { userId, session, device: name, wall = false } = residentOf(caller)
  const { browser, platform } = describeUserAgent(caller.userAgent)
  return { userId, session, name, platform, browser, wall }
}

/**
 * Repeated by each page at each load, so that a subscription that the browser has renewed is stored soon.
 * @throws AppError validation_failed (an endpoint that is not allowed, an invalid key), devices_full, unauthenticated or
 * wall_session where the session has ended, or became a wall display, since the gateway resolved it
 */
export async function putPush(
  deps: RegisterDeps,
  { endpoint, keys, permission, publicKey, language }: PushSubscription,
  caller: Caller,
): Promise<Device> {
  if (!isPoint(keys.p256dh) || (publicKey !== undefined && !isPoint(publicKey))) throw invalidField('keys', 'invalid')
  if (await deps.pushServices.refusal(endpoint)) throw invalidField('endpoint', 'endpoint_refused')
  const subscription = { endpoint, ...keys, publicKey: publicKey ?? deps.publicKeys[0] }
  return put(deps, { permission, language, subscription }, caller)
}

/** @throws AppError devices_full, unauthenticated */
export const putState = (deps: RegisterDeps, change: Pick<DeviceChange, 'armed' | 'permission'>, caller: Caller): Promise<Device> =>
  put(deps, change, caller)

async function put(deps: RegisterDeps, change: DeviceChange, caller: Caller): Promise<Device> {
  const browser = browserOf(caller)
  const stored = await deps.devices.put(browser, change, deps.clock.now())
  if (typeof stored === 'string') throw new AppError(REFUSALS[stored])
  deps.pushedAccounts.delete(browser.userId)
  // After a new sign-in the browser keeps its device's name. Not awaited: the page shows nothing that depends on it.
  if (stored.name !== browser.name && stored.name !== UNKNOWN_DEVICE) void nameSession(deps, { ...stored, userId: browser.userId })
  return presentDevice(stored, browser.session)
}
