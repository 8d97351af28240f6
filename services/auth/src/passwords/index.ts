import type { ServiceContext } from '#kit/service-context.ts'
import { bind } from '../core/bound.ts'
import type { Core } from '../core/index.ts'
import type { Mailing } from '../mails/index.ts'
import type { SigningIn } from '../sign-in/index.ts'
import { openBreachCheck } from './breached-passwords.adapter.ts'
import { openCommonPasswords } from './common-passwords.adapter.ts'
import { enforcePasswordPolicy } from './password-policy.ts'
import { createPasswordResets } from './password-resets.store.ts'
import { changePasswordHandlers, resetPasswordHandlers } from './passwords.handlers.ts'
import { MAIL_RESETS, passwordJobs } from './passwords.job.ts'

type Context = ServiceContext<{ readonly PASSWORD_BREACH_URL?: string | undefined }>

/** Changing and resetting a password, and which passwords may be chosen. */
export function passwords(context: Context, core: Core, { sendMailsSoon }: Mailing, signingIn: SigningIn) {
  const { clock, log, config } = context
  const { db, outbox, accounts, live, publicUrl, sendsMails } = core
  const { passwords: hashing, passwordStore, loginAttempts, reauthenticate } = signingIn
  const policy = { isCommon: openCommonPasswords(), isBreached: openBreachCheck(config.PASSWORD_BREACH_URL, log) }
  const shared = { clock, outbox, live, publicUrl, sendMailsSoon, passwords: hashing, ...policy }
  const resets = {
    ...shared,
    loginAttempts,
    passwordResets: createPasswordResets(db, sendsMails),
    handleResetsSoon: () => context.wake(MAIL_RESETS),
  }
  return {
    handlers: { ...changePasswordHandlers({ ...shared, accounts, passwordStore, reauthenticate }), ...resetPasswordHandlers(resets) },
    jobs: passwordJobs(resets),
    enforcePasswordPolicy: bind(enforcePasswordPolicy, policy),
  }
}
