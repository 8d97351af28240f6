/**
 * The resident's settings for this browser as a device. On the server they end with the session; the account's next session in this
 * browser requests the same settings again, so that no name is shown on a locked screen because of a new sign-in. It grants no access.
 */
import type { Device } from '#proto/push.ts'
import type { KeyValues } from './storage.ts'

type Chosen = Pick<Device, 'id' | 'name' | 'details'>
/** The settings that a new device lacks. */
export type Missing = { readonly id: string; readonly name?: string; readonly details?: boolean }

export type DeviceRecord = {
  /** Stores the settings, if none is missing. @param device this browser's, as the server has it now */
  readonly note: (accountId: number, device: Pick<Device, 'id' | 'name' | 'details' | 'browser' | 'platform'>) => Missing | undefined
}

const keyOf = (accountId: number) => `device-${accountId}`

function read(text: string | null): Partial<Chosen> {
  try {
    return { ...(JSON.parse(text ?? '{}') as Partial<Chosen>) }
  } catch {
    return {}
  }
}

export const createDeviceRecord = (storage: Pick<KeyValues, 'getItem' | 'setItem'>): DeviceRecord => ({
  note: (accountId, { id, name, details, browser, platform }) => {
    const before = read(storage.getItem(keyOf(accountId)))
    const wants = {
      ...(typeof before.name === 'string' && before.name !== name ? { name: before.name } : {}),
      ...(typeof before.details === 'boolean' && before.details !== details ? { details: before.details } : {}),
    }
    if (before.id !== undefined && before.id !== id && Object.keys(wants).length) return { id, ...wants }
    // A name derived from the browser's was not chosen.
    const own = name === `${browser} on ${platform}` ? {} : { name }
    storage.setItem(keyOf(accountId), JSON.stringify({ id, details, ...own }))
    return undefined
  },
})
