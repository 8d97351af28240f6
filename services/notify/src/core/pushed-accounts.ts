import { BoundedMap } from '#kit/bounded-map.ts'

/**
 * Whether the last ring of an account was pushed to a device, as far as this copy knows: false may be out of date by a quarter of a second
 * after another copy has registered a device.
 */
export type PushedAccounts = Map<number, boolean>

const ACCOUNTS_MOST = 10_000
export const createPushedAccounts = (): PushedAccounts => new BoundedMap(ACCOUNTS_MOST)
