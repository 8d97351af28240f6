/** The second factor, its recovery, and signing in by a mailed link while an account is throttled (docs/product/decisions.md, 25-27). */
import { z } from 'zod'
import { IsoTime, User } from '../entities.ts'
import { signInName } from '../fields.ts'
import { issue } from '../issues.ts'
import { FIELD } from '../limits.ts'
import { operation } from '../operation.ts'
import { FactorCode, MailedToken } from './auth.ts'

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
const Enabled = z.object({
  enabled: z.boolean(),
  enabledAt: IsoTime.nullable(),
  recoveryCodesLeft: z.int(),
  /** A recovery without codes is in progress: when it turns two-factor off, unless it is cancelled. */
  recoveryEndsAt: IsoTime.nullable(),
})

export const twoFactorOperations = [
  operation({
    name: 'auth.two_factor',
    summary: 'Whether two-factor is on, and how many recovery codes are left',
    http: { method: 'GET', path: '/api/user/two-factor' },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject({}),
    output: Enabled,
    errors: [],
  }),
  operation({
    name: 'auth.enrol_two_factor',
    summary:
      'A new secret for an authenticator app (RFC 6238), which counts once a code proves it; needs a password check within ten minutes',
    http: { method: 'POST', path: '/api/user/two-factor/enrol' },
    caller: 'resident',
    limit: 'login',
    input: z.strictObject({}),
    output: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['password_needed', 'two_factor_on'],
  }),
  operation({
    name: 'auth.confirm_two_factor',
    summary: 'Turns two-factor on with a code of the new secret; answers ten recovery codes, once',
    http: { method: 'POST', path: '/api/user/two-factor/confirm' },
    caller: 'resident',
    limit: 'login',
    input: z.strictObject({ code: FactorCode }),
    changes: ['user'],
    output: RecoveryCodes,
    errors: ['password_needed', 'two_factor_on', 'code_wrong'],
  }),
  operation({
    name: 'auth.disable_two_factor',
    summary: 'Turns two-factor off with a code of the authenticator or a recovery code; needs a password check within ten minutes',
    http: { method: 'POST', path: '/api/user/two-factor/disable' },
    caller: 'resident',
    limit: 'login',
    input: z.strictObject({ code: FactorCode }),
    changes: ['user'],
    output: z.object({}),
    errors: ['password_needed', 'two_factor_off', 'code_wrong'],
  }),
  operation({
    name: 'auth.replace_recovery_codes',
    summary: 'Ten new recovery codes, once; the old ones end. Needs a code and a password check within ten minutes',
    http: { method: 'POST', path: '/api/user/two-factor/recovery-codes' },
    caller: 'resident',
    limit: 'login',
    input: z.strictObject({ code: FactorCode }),
    changes: ['user'],
    output: RecoveryCodes,
    errors: ['password_needed', 'two_factor_off', 'code_wrong'],
  }),
  operation({
    name: 'auth.request_recovery',
    summary: 'Phone and codes are lost: with the right password mails a link that begins the wait of 72 h; the same answer either way',
    http: { method: 'POST', path: '/api/two-factor-recovery' },
    caller: 'public',
    limit: 'login',
    input: z.strictObject({
      username: signInName,
      password: z.string(issue('password_required')).min(1, issue('password_required')).max(FIELD.password),
    }),
    output: z.object({}),
    errors: ['credentials_wrong', 'address_blocked'],
  }),
  operation({
    name: 'auth.begin_recovery',
    summary: 'Begins the wait with the mailed token; every session and address of the account is notified, each can cancel it',
    http: { method: 'POST', path: '/api/two-factor-recovery/begin' },
    caller: 'public',
    limit: 'login',
    input: MailedToken,
    output: z.object({ endsAt: IsoTime }),
    errors: ['token_invalid', 'two_factor_off'],
  }),
  operation({
    name: 'auth.cancel_recovery_by_link',
    summary: 'Cancels the wait with the token of the mail that announced it',
    http: { method: 'POST', path: '/api/two-factor-recovery/cancel' },
    caller: 'public',
    limit: 'login',
    input: MailedToken,
    output: z.object({}),
    errors: ['token_invalid'],
  }),
  operation({
    name: 'auth.cancel_recovery',
    summary: 'Cancels the wait from a signed-in session',
    http: { method: 'POST', path: '/api/user/two-factor/cancel-recovery' },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({}),
    changes: ['user'],
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'auth.request_sign_in_link',
    summary: 'Mails a link that signs in once, within 15 min, to the confirmed address of the account; the same answer either way',
    http: { method: 'POST', path: '/api/login/link' },
    caller: 'public',
    limit: 'login',
    input: z.strictObject({ username: signInName }),
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'auth.use_sign_in_link',
    summary: 'Signs in with the mailed token; two-factor is still asked for',
    http: { method: 'POST', path: '/api/login/link/use' },
    caller: 'public',
    limit: 'login',
    input: MailedToken.extend({ code: FactorCode.optional() }),
    output: User,
    errors: ['token_invalid', 'two_factor_required', 'code_wrong'],
  }),
  operation({
    name: 'auth.reset_two_factor',
    summary: "The operator turns an account's second factors off, after checking the person; recorded, and mailed to the account",
    caller: 'internal',
    from: ['operator'],
    limit: 'none',
    input: z.object({ username: z.string(), by: z.string() }),
    output: z.object({ reset: z.boolean() }),
    errors: ['not_found'],
  }),
] as const
