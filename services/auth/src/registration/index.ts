import type { ServiceContext } from '#kit/service-context.ts'
import type { Core } from '../core/index.ts'
import type { Mailing } from '../mails/index.ts'
import type { SignedIn } from '../sessions/index.ts'
import type { SigningIn } from '../sign-in/index.ts'
import { createDoorbellClient, createInvitationsClient } from './doorbell.client.ts'
import type { RegistrationMode } from './may-register.ts'
import type { register } from './register.ts'
import { registrationHandlers } from './registration.handlers.ts'

type Context = ServiceContext<{ readonly REGISTRATION: RegistrationMode }>
type Others = Mailing & SignedIn & SigningIn & Pick<Parameters<typeof register>[0], 'verifications' | 'enforcePasswordPolicy'>

/** Registration of accounts. */
export function registration({ clock, log, bus, config }: Context, { outbox, accounts, publicUrl }: Core, others: Others) {
  const { loginAttempts, passwords, verifications, enforcePasswordPolicy, sendMailsSoon, endReplacedSession } = others
  return {
    handlers: registrationHandlers({
      ...{ clock, log, outbox, accounts, publicUrl, mode: config.REGISTRATION },
      ...{ doorbell: createDoorbellClient(bus), invitations: createInvitationsClient(bus) },
      ...{ loginAttempts, passwords, verifications, enforcePasswordPolicy, sendMailsSoon, endReplacedSession },
    }),
  }
}
