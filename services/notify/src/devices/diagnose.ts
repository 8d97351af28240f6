/** Which devices would ring now, which not, and why: for a closed page, because an open page rings without a push. */
import type { Clock } from '#kit/clock.ts'
import { DAY_MS } from '#proto/durations.ts'
import type { Diagnosis, Fault, FaultCode } from '#proto/push.ts'
import { isPhone } from '../core/is-phone.ts'
import type { DoorbellClient, PushPreferences } from '../core/ports.ts'
import { vendorOf } from '../core/push-hosts.ts'

/** A device, and the results of the last pushes to it. */
export type DeviceCondition = {
  readonly id: string
  readonly platform: string
  readonly permission: string
  /** Null while the device has no subscription. */
  readonly endpoint: string | null
  /** Our key that its browser subscribed with. */
  readonly publicKey: string | null
  readonly expiredAt: Date | null
  readonly lastSeenAt: Date
  readonly lastShownAt: Date | null
  /** The newest push that its push service answered or that is waiting, and its status; 0: no answer. */
  readonly answeredAt: Date | null
  readonly lastStatus: number | null
  /** The newest ring or weekly check that its push service accepted. */
  readonly acceptedAt: Date | null
  readonly shownAt: Date | null
  readonly acceptedKind: string | null
}

export type DiagnoseDeps = {
  readonly devices: { conditionsOf(userId: number, checkedBefore: Date): Promise<readonly DeviceCondition[]> }
  readonly doorbell: Pick<DoorbellClient, 'preferencesOf'>
  readonly clock: Clock
  /** The newest first; pushes to a device are signed with the one that it subscribed with. */
  readonly publicKeys: readonly string[]
}

const NOT_SEEN_MS = 7 * DAY_MS
/** An answer of a push service that is older than this is no longer relevant. */
const ANSWERED_MS = DAY_MS
/** A device shows a ring, and reports it, within this time. */
const SHOWN_WITHIN_MS = 10_000
/** A weekly check is not urgent: a device that was off meanwhile shows it late. */
const CHECK_SHOWN_WITHIN_MS = DAY_MS

const fault = (code: FaultCode, stops: boolean, params: Fault['params'] = {}): Fault => ({ code, stops, params })

/** @throws AppError unavailable */
export async function diagnose({ devices, doorbell, clock, publicKeys }: DiagnoseDeps, userId: number): Promise<Diagnosis> {
  const now = clock.now()
  const [conditions, preferences] = await Promise.all([
    devices.conditionsOf(userId, new Date(now.getTime() - CHECK_SHOWN_WITHIN_MS)),
    doorbell.preferencesOf(userId),
  ])
  const account = accountFaults(preferences, conditions.length)
  const vendors = failuresOf(conditions, now)
  return {
    account,
    devices: conditions.map((condition) => {
      const faults = [
        ...(!preferences.toPhones && isPhone(condition.platform) ? [fault('phones_off', true)] : []),
        ...deviceFaults(condition, { now, publicKeys, failures: vendors }),
      ]
      return { deviceId: condition.id, rings: ringsWith([...account, ...faults]), faults }
    }),
  }
}

function ringsWith(faults: readonly Fault[]): Diagnosis['devices'][number]['rings'] {
  if (faults.some(({ stops }) => stops)) return 'no'
  return faults.length ? 'maybe' : 'yes'
}

function accountFaults({ quiet, until, push, rings }: PushPreferences, devices: number): Fault[] {
  return [
    ...(devices ? [] : [fault('no_device', true)]),
    ...(quiet ? [fault(quiet, true, until ? { until } : {})] : []),
    ...(push ? [] : [fault('push_off', true)]),
    ...(rings ? [] : [fault('rings_off', true)]),
  ]
}

type Circumstances = { readonly now: Date; readonly publicKeys: readonly string[]; readonly failures: ReadonlyMap<string, number> }

function deviceFaults(condition: DeviceCondition, { now, publicKeys, failures }: Circumstances): Fault[] {
  const { permission, endpoint, publicKey, expiredAt, lastSeenAt } = condition
  // Each of these makes the following ones impossible.
  if (permission === 'denied') return [fault('permission_refused', true)]
  if (endpoint === null) return [expiredAt ? fault('subscription_expired', true) : fault('not_subscribed', true)]
  const vendor = vendorOf(endpoint)
  const status = statusOf(condition, now) ?? failures.get(vendor)
  const at = notShownAt(condition, now)
  return [
    // Signed with the older key until the operator drops it; then the push service refuses.
    ...(publicKey === publicKeys[0] ? [] : [fault('keys_rotated', !publicKeys.includes(publicKey ?? ''))]),
    ...(status !== undefined && isFailure(status) ? [fault('vendor_failing', false, { vendor, status })] : []),
    ...(at ? [fault('not_shown', false, { at: at.toISOString(), isCheck: condition.acceptedKind !== 'ring' })] : []),
    ...(now.getTime() - lastSeenAt.getTime() > NOT_SEEN_MS ? [fault('not_seen', false, { at: lastSeenAt.toISOString() })] : []),
  ]
}

/** The push service refuses our key, fails, or does not answer. */
const isFailure = (status: number) => status === 0 || status === 403 || status >= 500

function statusOf({ answeredAt, lastStatus }: DeviceCondition, now: Date): number | undefined {
  const isRecent = answeredAt && now.getTime() - answeredAt.getTime() < ANSWERED_MS
  return isRecent && lastStatus !== null ? lastStatus : undefined
}

/** The newest answer of each vendor to any device of the account: a device without a push shares its vendor's failure. */
function failuresOf(conditions: readonly DeviceCondition[], now: Date): ReadonlyMap<string, number> {
  const newest = conditions.toSorted((a, b) => (a.answeredAt?.getTime() ?? 0) - (b.answeredAt?.getTime() ?? 0))
  return new Map(
    newest.flatMap((condition) => {
      const status = statusOf(condition, now)
      return status === undefined || condition.endpoint === null ? [] : [[vendorOf(condition.endpoint), status] as const]
    }),
  )
}

/** @returns when its push service accepted a ring or check that was not shown; undefined where something was shown since */
function notShownAt({ acceptedAt, shownAt, lastShownAt }: DeviceCondition, now: Date): Date | undefined {
  if (!acceptedAt || shownAt || now.getTime() - acceptedAt.getTime() < SHOWN_WITHIN_MS) return undefined
  return lastShownAt && lastShownAt >= acceptedAt ? undefined : acceptedAt
}
