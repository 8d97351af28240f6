/** Accounts and sessions (docs/product/specification.md, 2, 5, 7; docs/product/decisions.md, 21, 24-26). */
import { z } from 'zod'
import { looksLikeEmail } from '../email.ts'
import { CurrentUser, IsoTime, type SecuritySettings, Tier, TierChange, UnreadCounts, User } from '../entities.ts'
import { emailAddress, requiredLine, requiredUsername, signInName } from '../fields.ts'
import { issue } from '../issues.ts'
import { LANGUAGES } from '../languages.ts'
import { FIELD } from '../limits.ts'
import { operation } from '../operation.ts'
import { isSamePassword, normalizePassword } from '../passwords.ts'
import { hasOneAlphabet } from '../sanitized-text.ts'
import { hasOrdinaryLetters } from '../usernames.ts'

const NUMBER = /\d/
const UPPERCASE = /\p{Lu}/u
const SPECIAL = /[^\p{L}\p{N}\s]/u
/** docs/product/decisions.md, 24: one policy on the server, the stricter of the two forms, with the security dialog's messages. */
export const NewPassword = z
  .string(issue('password_short'))
  .max(FIELD.password)
  .refine((typed) => normalizePassword(typed).length >= FIELD.passwordMin, issue('password_short'))
  .refine((typed) => NUMBER.test(normalizePassword(typed)), issue('password_number'))
  .refine((typed) => UPPERCASE.test(normalizePassword(typed)), issue('password_uppercase'))
  .refine((typed) => SPECIAL.test(normalizePassword(typed)), issue('password_special'))
  // For the API page: JSON Schema cannot express checks that are code.
  .meta({ minLength: FIELD.passwordMin, allOf: [NUMBER, UPPERCASE, SPECIAL].map(({ source }) => ({ pattern: source })) })

/** Six digits of the authenticator, or a recovery code; spaces and dashes are allowed anywhere. */
export const FactorCode = z
  .string(issue('code_required'))
  .trim()
  .min(1, issue('code_required'))
  .max(FIELD.factorCode, issue('code_invalid'))

export const LoginForm = z.strictObject({
  /** The account's username or email address (docs/product/decisions.md, 42). */
  username: signInName,
  password: z.string(issue('password_required')).min(1, issue('password_required')).max(FIELD.password),
  /** Requested by `two_factor_required` (docs/product/decisions.md, 25). */
  code: FactorCode.optional(),
})

export const RegisterForm = z
  .strictObject({
    firstName: requiredLine('first_name_required', FIELD.name),
    lastName: requiredLine('last_name_required', FIELD.name),
    email: emailAddress('email_invalid', 'email_required'),
    username: requiredUsername
      .refine(hasOneAlphabet, issue('username_alphabets'))
      .refine(hasOrdinaryLetters, issue('username_letters'))
      .refine((name) => !looksLikeEmail(name), issue('username_address')),
    password: NewPassword,
    confirmPassword: z.string(issue('confirm_required')).min(1, issue('confirm_required')).max(FIELD.password),
    /** Accepted and ignored (docs/product/decisions.md, 21). */
    subscriptionTier: Tier.default('free'),
    qrCodeId: z.string().max(FIELD.qrCodeId).optional(),
    /** Of an invitation to a household (record 0084): needed where strangers may not register. */
    invitation: z.string().max(100).optional(),
  })
  .refine((form) => isSamePassword(form.password, form.confirmPassword), { path: ['confirmPassword'], message: issue('confirm_differs') })

/** A shorter one, as of a truncated link, is answered like any unknown one. */
export const MailedToken = z.strictObject({ token: z.string().max(100) })

const SessionIdentity = z.object({ userId: z.int(), session: z.string(), device: z.string(), wall: z.literal(true).optional() })

export const authOperations = [
  operation({
    name: 'auth.register',
    summary: 'Create an account, its first door, and sign in',
    http: { method: 'POST', path: '/api/register', status: 201 },
    caller: 'public',
    limit: 'register',
    // The hash and the door may take 3 s each; once the account is stored, the answer must not be "unavailable".
    timeoutMs: 10_000,
    input: RegisterForm,
    output: User,
    errors: ['username_taken', 'email_taken', 'address_blocked', 'registration_closed'],
  }),
  operation({
    name: 'auth.registration',
    summary: 'Whether anybody may create an account on this server',
    http: { method: 'GET', path: '/api/registration' },
    caller: 'public',
    limit: 'read',
    input: z.strictObject({}),
    output: z.object({ open: z.boolean() }),
    errors: [],
  }),
  operation({
    name: 'auth.login',
    summary: 'Sign in',
    http: { method: 'POST', path: '/api/login' },
    caller: 'public',
    limit: 'login',
    knownDevicePasses: true,
    input: LoginForm,
    output: User,
    errors: ['credentials_wrong', 'address_blocked', 'two_factor_required', 'code_wrong'],
  }),
  operation({
    name: 'auth.logout',
    summary: 'Sign out this session',
    http: { method: 'POST', path: '/api/logout' },
    caller: 'public',
    limit: 'write',
    input: z.strictObject({}),
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'auth.user',
    summary: 'The current user; a wall display gets no more than it shows',
    http: { method: 'GET', path: '/api/user' },
    caller: 'resident',
    wall: true,
    limit: 'read',
    input: z.strictObject({}),
    output: CurrentUser,
    errors: [],
  }),
  operation({
    name: 'auth.verify_email',
    summary: 'Confirm an email address with the mailed token, which works once',
    http: { method: 'POST', path: '/api/user/verify-email' },
    caller: 'public',
    limit: 'login',
    input: MailedToken,
    output: z.object({ email: z.string() }),
    errors: ['token_invalid'],
  }),
  operation({
    name: 'auth.preview_verification',
    summary: 'Whose account and which address a mailed token is about, before it is used',
    http: { method: 'POST', path: '/api/user/verify-email/preview' },
    caller: 'public',
    limit: 'login',
    input: MailedToken,
    output: z.object({ username: z.string(), email: z.string() }),
    errors: ['token_invalid'],
  }),
  operation({
    name: 'auth.reject_verification',
    summary: 'Say with the mailed token that the account is not yours: it loses the address',
    http: { method: 'POST', path: '/api/user/verify-email/reject' },
    caller: 'public',
    limit: 'login',
    input: MailedToken,
    output: z.object({}),
    errors: ['token_invalid'],
  }),
  operation({
    name: 'auth.resend_verification',
    summary: 'Send the verification mail again',
    http: { method: 'POST', path: '/api/user/resend-verification' },
    caller: 'resident',
    limit: 'login',
    input: z.strictObject({}),
    output: z.object({}),
    errors: ['email_rejected'],
  }),
  operation({
    name: 'auth.resolve_session',
    summary: 'Who holds this session cookie; gateways cache the answer for at most 5 s',
    caller: 'internal',
    from: ['gateway'],
    limit: 'none',
    input: z.object({ token: z.string() }),
    output: z.object({ identity: SessionIdentity.nullable() }),
    errors: [],
  }),
  operation({
    name: 'auth.check_session',
    summary: 'Is this public session id still alive, is it a wall display, and how is its device named (sockets ask every 30 s)',
    caller: 'internal',
    from: ['gateway'],
    limit: 'none',
    input: z.object({ session: z.string() }),
    /** Copies before `device` do not send it. */
    output: z.object({ alive: z.boolean(), wall: z.literal(true).optional(), device: z.string().optional() }),
    errors: [],
  }),
  operation({
    name: 'auth.find_user',
    summary: 'A user by name or id, for the operator and the other services',
    caller: 'internal',
    from: ['operator'],
    limit: 'none',
    input: z.object({ username: z.string().optional(), userId: z.int().optional() }),
    output: z.object({ id: z.int(), username: z.string(), email: z.string(), firstName: z.string(), qrCodeId: z.string() }),
    errors: ['not_found'],
  }),
  operation({
    name: 'auth.user_by_id',
    summary: 'A user as it sees itself, for the services that answer with it',
    caller: 'internal',
    from: ['billing', 'security', 'doorbell'],
    limit: 'none',
    input: z.object({ userId: z.int() }),
    output: User,
    errors: ['not_found'],
  }),
  operation({
    name: 'auth.code_issued',
    summary: 'Whether a new account was just given this code: its door follows in a moment',
    caller: 'internal',
    from: ['doorbell'],
    limit: 'none',
    input: z.object({ qrCodeId: z.string() }),
    output: z.object({ issued: z.boolean() }),
    errors: [],
  }),
  operation({
    name: 'auth.keep_code',
    summary: "Stores the primary door's new code before a rotation is answered; the event repeats it (idempotent by version)",
    caller: 'internal',
    from: ['doorbell'],
    limit: 'none',
    input: z.object({ userId: z.int(), qrCodeId: z.string(), version: z.int() }),
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'auth.keep_tier',
    summary: "Applies a user's new tier before a change of plan is answered; the event repeats it (idempotent by version)",
    caller: 'internal',
    from: ['billing'],
    limit: 'none',
    input: TierChange,
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'auth.list_users',
    summary: 'The operator lists accounts, newest first',
    caller: 'internal',
    from: ['operator'],
    limit: 'none',
    input: z.object({ after: z.int().optional(), limit: z.int().min(1).max(500).default(100) }),
    output: z.object({
      users: z.array(
        z.object({ id: z.int(), username: z.string(), email: z.string(), emailVerified: z.boolean(), tier: Tier, createdAt: IsoTime }),
      ),
    }),
    errors: [],
  }),
  operation({
    name: 'auth.mail_summary',
    summary: 'Mails a resident how much waits unread, once per key; only to a confirmed address, and without anything that anybody typed',
    caller: 'internal',
    from: ['doorbell'],
    limit: 'none',
    input: z.object({
      key: z.uuid(),
      userId: z.int(),
      ...UnreadCounts.shape,
    }),
    output: z.object({ mailed: z.boolean() }),
    errors: [],
  }),
  operation({
    name: 'auth.mail_pass',
    summary: 'Mails the link of an approved pass, once per key; nothing that anybody typed travels in it',
    caller: 'internal',
    from: ['doorbell'],
    limit: 'none',
    input: z.object({
      key: z.uuid(),
      to: emailAddress('email_invalid'),
      path: z.string().regex(/^\/visitor\/pass\/[\w-]+$/),
      language: z.enum(LANGUAGES),
    }),
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'auth.dev_mails',
    summary: "The embedded start's own mailbox; empty where mail goes by SMTP",
    caller: 'internal',
    from: ['gateway'],
    limit: 'none',
    input: z.object({}),
    output: z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), at: IsoTime })),
    errors: [],
  }),
  operation({
    name: 'auth.delete_user',
    summary: 'The operator deletes an account, or reads the state of its deletion (idempotent); a job continues it',
    caller: 'internal',
    from: ['operator'],
    limit: 'none',
    input: z.object({ userId: z.int(), by: z.string() }),
    output: z.object({ done: z.boolean(), waitsFor: z.string().nullable() }),
    errors: ['not_found'],
  }),
] as const

export const DEFAULT_SECURITY_SETTINGS: z.infer<typeof SecuritySettings> = {
  twoFactorEnabled: false,
  notificationsEnabled: true,
  activityLogsEnabled: true,
}
