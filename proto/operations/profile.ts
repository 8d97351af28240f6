/** The resident's profile (spec section 2: Settings, section 5: profile form; decisions 10, 26). */
import { z } from 'zod'
import { User } from '../entities.ts'
import { LANGUAGES } from '../languages.ts'
import { FIELD, PICTURE_BYTES } from '../limits.ts'
import { operation } from '../operation.ts'
import { sanitizedLine, sanitizedText } from '../sanitized-text.ts'

const name = (message: string) => sanitizedLine(FIELD.name, { missing: message }).min(2, message)
/** An empty text is stored as null. */
const optional = (typed: z.ZodString) =>
  typed
    .transform((text) => text || null)
    .nullable()
    .optional()

export const ProfileForm = z.strictObject({
  firstName: name('First name must be at least 2 characters.').optional(),
  lastName: name('Last name must be at least 2 characters.').optional(),
  phone: optional(sanitizedLine(FIELD.phone)),
  address: optional(sanitizedText(FIELD.address)),
  language: z.enum(LANGUAGES).optional(),
})

export const EmailForm = z.strictObject({
  email: z
    .string('Invalid email address.')
    .trim()
    .max(FIELD.email, `At most ${FIELD.email} characters`)
    .pipe(z.email('Invalid email address.')),
  /** Required later than ten minutes after login (decision 26), and checked whenever present. */
  password: z.string('Password is required').max(FIELD.password, `At most ${FIELD.password} characters`).optional(),
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
    summary: "The caller's own picture (`pictureUrl`), and nobody else's",
    http: { method: 'GET', path: '/api/user/picture', answer: 'stream', answerTypes: ['image/jpeg'] },
    caller: 'resident',
    limit: 'read',
    input: z.strictObject({ v: z.string().max(64).optional() }),
    output: z.unknown(),
    errors: ['not_found'],
  }),
] as const
