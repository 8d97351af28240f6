/** Devices as they are stored, and the account's view of them (docs/product/interface.md, Devices and push). */
import type { Device, PushPermission, PushState } from '#proto/push.ts'
import type { Subscription } from '../core/ports.ts'

type Times = 'nextCheckAt' | 'createdAt' | 'lastSeenAt' | 'lastAcceptedAt' | 'lastShownAt'
export type StoredDevice = Omit<Device, 'push' | 'isCurrent' | 'weeklyCheck' | Times> & {
  readonly session: string
  readonly permission: string
  readonly isReachable: boolean
  readonly expiredAt: Date | null
  readonly nextCheckAt: Date | null
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly lastAcceptedAt: Date | null
  readonly lastShownAt: Date | null
}

/** The browser's account, by its session, and its description, by its user agent. */
export type Browser = {
  readonly userId: number
  readonly session: string
  readonly name: string
  readonly platform: string
  readonly browser: string
  readonly wall: boolean
}
export type DeviceChange = {
  readonly permission?: PushPermission | undefined
  readonly armed?: boolean | undefined
  readonly language?: string | undefined
  readonly subscription?: Subscription | null | undefined
}

/** The fields of a device that the account changes. `nextCheckAt`: null switches the weekly check off. */
export type StoredChange = {
  readonly name?: string | undefined
  readonly details?: boolean | undefined
  readonly nextCheckAt?: Date | null | undefined
}

/**
 * Why nothing is stored: the account has the maximum of devices, its session or the account has ended, or its session is a wall display
 * without a subscription.
 */
export type PutRefusal = 'full' | 'ended' | 'wall'

/**
 * How long an ended session or a wall display is remembered: longer than a request whose session was resolved before can take.
 * The gateway's cache (5 s) and every time limit are far below it.
 */
export const REFUSED_FOR_MS = 3_600_000

export interface Devices {
  /** The newest first. */
  ofUser(userId: number): Promise<readonly StoredDevice[]>
  find(userId: number, id: string): Promise<StoredDevice | undefined>
  /**
   * Stores what a browser sends about itself. After a new sign-in the browser keeps its device, by its subscription; a device of another
   * account's is moved to this one, because only that browser holds the subscription's secret.
   */
  put(browser: Browser, change: DeviceChange, now: Date): Promise<StoredDevice | PutRefusal>
  /** @returns whether there was a subscription */
  dropSubscription(session: string): Promise<boolean>
  /** The subscription ends, and until then none is stored, also not by a request in progress. */
  stopPushes(session: string, until: Date): Promise<void>
  allowPushes(session: string): Promise<void>
  /** @returns whether the account has this device */
  change(userId: number, id: string, change: StoredChange): Promise<boolean>
  remove(userId: number, id: string): Promise<boolean>
  /** A device ends with its session, and until then none is stored, also not by a request in progress. @returns whether there was one */
  removeSession(session: string, until: Date): Promise<boolean>
  countReachable(): Promise<number>
}

const pushState = ({ permission, isReachable, expiredAt }: StoredDevice): PushState => {
  if (permission === 'denied') return 'refused'
  if (isReachable) return 'on'
  return expiredAt ? 'expired' : 'off'
}

export function presentDevice(device: StoredDevice, session: string): Device {
  const { session: own, permission: _, isReachable: __, expiredAt: ___, ...shown } = device
  return {
    ...shown,
    isCurrent: own === session,
    push: pushState(device),
    weeklyCheck: device.nextCheckAt !== null,
    nextCheckAt: device.nextCheckAt?.toISOString() ?? null,
    createdAt: device.createdAt.toISOString(),
    lastSeenAt: device.lastSeenAt.toISOString(),
    lastAcceptedAt: device.lastAcceptedAt?.toISOString() ?? null,
    lastShownAt: device.lastShownAt?.toISOString() ?? null,
  }
}
