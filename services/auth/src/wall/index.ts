import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import type { SignedIn } from '../sessions/index.ts'
import type { SigningIn } from '../sign-in/index.ts'
import { wallHandlers } from './wall.handlers.ts'
import type { leaveWall } from './wall.ts'

type Others = Pick<SignedIn, 'sessions'> &
  Pick<SigningIn, 'reauthenticate' | 'spendCode'> &
  Pick<Parameters<typeof leaveWall>[0], 'currentUser'>

/** Wall displays (record 0066). */
export function wall({ clock, log }: Pick<ServiceContext<unknown>, 'clock' | 'log'>, core: Core, others: Others) {
  const { sessions, reauthenticate, spendCode, currentUser } = others
  const { accounts, live, notify } = core
  return { handlers: wallHandlers({ clock, log, accounts, live, notify, sessions, reauthenticate, spendCode, currentUser }) }
}
