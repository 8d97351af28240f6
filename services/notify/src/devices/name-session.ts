/** One name for one device: its session gets the device's name, because answers and the list of sessions show the session's name. */
import type { Log } from '#kit/log.ts'
import type { AuthClient } from '../core/ports.ts'
import type { StoredDevice } from './devices.ts'

export type NameSessionDeps = { readonly auth: Pick<AuthClient, 'nameSession'>; readonly log: Log }
type Naming = Pick<StoredDevice, 'session' | 'name'> & { readonly userId: number }

/**
 * Called after notify has stored the name, which is the source of truth: if auth does not answer, the device's next page load repeats this
 * (register-device.ts), so a rename never fails for it.
 */
export async function nameSession({ auth, log }: NameSessionDeps, { userId, session, name }: Naming): Promise<void> {
  try {
    await auth.nameSession({ userId, session, name })
  } catch (err) {
    log.warn({ err, userId }, 'session of a renamed device not named, repeated when its page loads')
  }
}
