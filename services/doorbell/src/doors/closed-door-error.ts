import { AppError } from '#kit/app-error.ts'
import type { Doors } from './doors.ts'

export interface IssuedCodes {
  /** Whether auth gave this code to a new account within the last seconds. Never throws: false when auth does not answer. */
  wasCodeIssuedRecently(qrCodeId: string): Promise<boolean>
}
type Deps = { readonly doors: Pick<Doors, 'find'>; readonly auth: IssuedCodes }

/**
 * The error for a code that opens no door now. A new account's door is created a moment after its registration; until then its code must
 * not be called inactive. Auth is called whether or not the door exists: the response time must not reveal anything about a code.
 */
export async function closedDoorError({ doors, auth }: Deps, qrCodeId: string): Promise<AppError> {
  if (!(await auth.wasCodeIssuedRecently(qrCodeId))) return new AppError('door_inactive')
  const door = await doors.find(qrCodeId)
  // A door that takes rings was created after the request began.
  const isClosed = door && !(door.enabled && door.primary)
  return isClosed ? new AppError('door_inactive') : new AppError('door_preparing', { retryAfterSeconds: 1 })
}
