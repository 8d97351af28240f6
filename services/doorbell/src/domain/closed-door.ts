import { Refusal } from '#kit/refusal.ts'
import type { Doors } from './doors.ts'

/** Codes that auth gave to new accounts. */
export interface IssuedCodes {
  /** Never throws: what cannot be learned is no. */
  recently(qrCodeId: string): Promise<boolean>
}
export type ClosedDoorDeps = { readonly doors: Pick<Doors, 'find'>; readonly issuedCodes: IssuedCodes }

/**
 * Why a code opens no door now. A new account's door follows its registration by a moment, and until then its code must not be said to be dead. Auth
 * is asked whether the door once was here or never: how long the answer takes tells nothing of a code.
 */
export async function closedDoor({ doors, issuedCodes }: ClosedDoorDeps, qrCodeId: string): Promise<Refusal> {
  if (!(await issuedCodes.recently(qrCodeId))) return new Refusal('door_inactive')
  const door = await doors.find(qrCodeId)
  // One that takes rings was opened in this very moment.
  const isClosed = door && !(door.enabled && door.primary)
  return isClosed ? new Refusal('door_inactive') : new Refusal('door_preparing', { retryAfterSeconds: 1 })
}
