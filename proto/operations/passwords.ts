/**
 * Passwords, the mailed links that undo and reset, and the deletion of an account (docs/product/decisions.md, 24, 26, 28;
 * docs/product/interface.md, HTTP).
 */
import { z } from 'zod'
import { emailAddress } from '../fields.ts'
import { issue } from '../issues.ts'
import { FIELD } from '../limits.ts'
import { operation } from '../operation.ts'
import { isSamePassword } from '../passwords.ts'
import { FactorCode, MailedToken, NewPassword } from './auth.ts'

const confirmation = z.string(issue('confirm_required')).min(1, issue('confirm_required')).max(FIELD.password)
/** The password of the account, entered again. */
export const currentPassword = z.string(issue('current_password_required')).min(1, issue('current_password_required')).max(FIELD.password)
const isConfirmed = (form: { newPassword: string; confirmPassword: string }) => isSamePassword(form.newPassword, form.confirmPassword)
const DIFFERS = { path: ['confirmPassword'], message: issue('confirm_differs') }

/** Both specified forms: the settings' and the security page's (docs/product/specification.md, 5; docs/product/decisions.md, 24). */
export const ChangePasswordForm = z
  .strictObject({ currentPassword, newPassword: NewPassword, confirmPassword: confirmation })
  .refine(isConfirmed, DIFFERS)

export const ResetRequestForm = z.strictObject({ email: emailAddress('email_invalid', 'email_required') })
export const ResetPasswordForm = MailedToken.extend({ newPassword: NewPassword, confirmPassword: confirmation }).refine(
  isConfirmed,
  DIFFERS,
)

export const passwordOperations = [
  operation({
    name: 'auth.password_fresh',
    summary: 'Whether this session may change what needs the password, or has to enter it first',
    http: { method: 'GET', path: '/api/user/confirm-password' },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject({}),
    output: z.object({ fresh: z.boolean() }),
    errors: [],
  }),
  operation({
    name: 'auth.confirm_password',
    summary: 'Checks the password again: for ten minutes this session may change what needs it',
    http: { method: 'POST', path: '/api/user/confirm-password' },
    caller: 'resident',
    limit: 'login',
    input: z.strictObject({ password: currentPassword }),
    output: z.object({}),
    errors: ['password_wrong'],
  }),
  operation({
    name: 'auth.change_password',
    summary: 'Changes the password; signs out all other sessions',
    http: { method: 'POST', path: '/api/user/password' },
    caller: 'resident',
    limit: 'login',
    input: ChangePasswordForm,
    output: z.object({}),
    errors: ['password_wrong', 'validation_failed'],
  }),
  operation({
    name: 'auth.request_password_reset',
    summary: 'Mails a link to set a new password; the same answer, after the same time, whether or not an account has this address',
    http: { method: 'POST', path: '/api/password-reset' },
    caller: 'public',
    limit: 'login',
    input: ResetRequestForm,
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'auth.preview_password_reset',
    summary: 'Whose account a reset link is for, before it is used',
    http: { method: 'POST', path: '/api/password-reset/preview' },
    caller: 'public',
    limit: 'login',
    input: MailedToken,
    output: z.object({ username: z.string() }),
    errors: ['token_invalid'],
  }),
  operation({
    name: 'auth.reset_password',
    summary: 'Sets a new password with the mailed token, which works once, and ends all sessions; two-factor stays on',
    http: { method: 'POST', path: '/api/password-reset/confirm' },
    caller: 'public',
    limit: 'login',
    input: ResetPasswordForm,
    output: z.object({}),
    errors: ['token_invalid', 'validation_failed'],
  }),
  operation({
    name: 'auth.preview_email_undo',
    summary: 'Which change of address a link to the old address would undo',
    http: { method: 'POST', path: '/api/user/email/undo/preview' },
    caller: 'public',
    limit: 'login',
    input: MailedToken,
    output: z.object({ username: z.string(), oldEmail: z.string(), newEmail: z.string() }),
    errors: ['token_invalid'],
  }),
  operation({
    name: 'auth.undo_email_change',
    summary: 'Within 72 h of a change the old address takes the account back with the mailed token; all sessions end',
    http: { method: 'POST', path: '/api/user/email/undo' },
    caller: 'public',
    limit: 'login',
    input: MailedToken,
    output: z.object({ email: z.string() }),
    errors: ['token_invalid'],
  }),
  operation({
    name: 'auth.export_account',
    summary: 'Everything that is stored about the account, as JSON; needs a password check within ten minutes',
    http: { method: 'GET', path: '/api/user/export', answer: 'stream', answerTypes: ['application/json'] },
    caller: 'resident',
    limit: 'export',
    input: z.strictObject({}),
    output: z.unknown(),
    errors: ['password_needed'],
  }),
  operation({
    name: 'auth.delete_account',
    summary: 'Deletes the account with everything that the services keep; with a code too where two-factor is on',
    http: { method: 'DELETE', path: '/api/user', status: 204 },
    caller: 'resident',
    limit: 'login',
    input: z.strictObject({ password: currentPassword, code: FactorCode.optional() }),
    output: z.object({}),
    errors: ['password_wrong', 'two_factor_required', 'code_wrong'],
  }),
] as const
