import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import type { Mailing } from '../mails/index.ts'
import type { SigningIn } from '../sign-in/index.ts'
import { securitySettingsHandlers } from './security-settings.handlers.ts'
import { createSecuritySwitches } from './security-switches.store.ts'

/** The switches of the security page. */
export function securitySettings(
  { clock }: Pick<ServiceContext<unknown>, 'clock'>,
  { pool, accounts, publicUrl, sendsMails }: Core,
  { addresses, sendMailsSoon }: Mailing,
  { requireFresh }: SigningIn,
) {
  const securitySwitches = createSecuritySwitches(pool, accounts, sendsMails)
  return {
    handlers: securitySettingsHandlers({ clock, accounts, addresses, securitySwitches, publicUrl, sendMailsSoon, requireFresh }),
  }
}
