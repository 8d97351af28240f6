/**
 * The resident's profile (docs/product/specification.md, 2: Settings; docs/product/specification.md, 5: profile form;
 * docs/product/decisions.md, 26).
 */
import { z } from 'zod'
import { User } from '../entities.ts'
import { emailAddress, orNull, phoneNumber, sanitizedLine, sanitizedText } from '../fields.ts'
import { type IssueCode, issue } from '../issues.ts'
import { LANGUAGES } from '../languages.ts'
import { FIELD, PICTURE_BYTES } from '../limits.ts'
import { operation } from '../operation.ts'

const name = (short: IssueCode) => sanitizedLine(FIELD.name, { missing: short }).min(2, short)
/** An empty text is stored as null. */
const optional = (typed: z.ZodString) =>
  typed
    .transform((text) => text || null)
    .nullable()
    .optional()

export const ProfileForm = z.strictObject({
  firstName: name('first_name_short').optional(),
  lastName: name('last_name_short').optional(),
  phone: orNull(phoneNumber(FIELD.phoneMin, FIELD.phone)).optional(),
  address: optional(sanitizedText(FIELD.address)),
  language: z.enum(LANGUAGES).optional(),
})

export const EmailForm = z.strictObject({
  email: emailAddress('new_email_invalid'),
  /** Required later than ten minutes after login (docs/product/decisions.md, 26), and checked whenever present. */
  password: z.string(issue('password_required')).max(FIELD.password).optional(),
})

export const profileOperations = [
  operation({
    name: 'auth.change_profile',
    summary: 'Changes what is named of name, phone, address and language; null or empty forgets phone and address',
    http: { method: 'PATCH', path: '/api/user' },
    caller: 'resident',
    limit: 'write',
    input: ProfileForm,
    changes: ['user'],
    output: User,
    errors: ['validation_failed'],
  }),
  operation({
    name: 'auth.change_email',
    summary: 'Mails a link to a new address, which counts once the link is opened (POST /api/user/verify-email); the old one is notified',
    http: { method: 'POST', path: '/api/user/email' },
    caller: 'resident',
    limit: 'login',
    input: EmailForm,
    changes: ['user'],
    output: z.object({}),
    errors: ['validation_failed', 'email_taken', 'email_rejected', 'password_wrong'],
  }),
  operation({
    name: 'auth.put_picture',
    summary: 'A picture of the account: JPEG or PNG, at most 5,000,000 bytes; kept as a square JPEG without metadata',
    http: { method: 'PUT', path: '/api/user/picture', body: 'raw', mediaType: 'image/*', maxBytes: PICTURE_BYTES, status: 204 },
    caller: 'resident',
    limit: 'upload',
    input: z.strictObject({}),
    changes: ['user'],
    output: z.object({}),
    errors: ['picture_invalid', 'too_large', 'media_type'],
  }),
  operation({
    name: 'auth.remove_picture',
    summary: 'The initials again',
    http: { method: 'DELETE', path: '/api/user/picture', status: 204 },
    caller: 'resident',
    limit: 'write',
    input: z.strictObject({}),
    changes: ['user'],
    output: z.object({}),
    errors: [],
  }),
  operation({
    name: 'auth.picture',
    summary: "The caller's own picture (`pictureUrl`)",
    http: { method: 'GET', path: '/api/user/picture', answer: 'stream', answerTypes: ['image/jpeg'] },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject({ v: z.string().max(64).optional() }),
    output: z.unknown(),
    errors: ['not_found'],
  }),
] as const
