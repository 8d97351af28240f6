/** Contacts and the invites they are sent (spec sections 2, 3, 5; decision 30). */
import { z } from 'zod'
import { IsoTime, VisitWithChat } from './entities.ts'
import { FIELD } from './limits.ts'
import { atMost, NO_PHONE, neededLine, PHONE_SIGNS, typedLine, typedText } from './typed.ts'

/** Of several lines; an empty text is none. */
const optional = (max: number) =>
  typedText(max)
    .nullable()
    .transform((text) => text || null)
    .optional()

/** Spec section 5: the contact form, in its words. */
const fields = {
  firstName: neededLine('First name is required', FIELD.name),
  lastName: neededLine('Last name is required', FIELD.name),
  email: z.string('Invalid email address').trim().max(FIELD.email, atMost(FIELD.email)).pipe(z.email('Invalid email address')),
  phone: typedLine(FIELD.contactPhone, { missing: 'Phone number is required' })
    .min(FIELD.contactPhoneMin, { error: 'Phone number is required', abort: true })
    .regex(PHONE_SIGNS, NO_PHONE),
  address: optional(FIELD.contactAddress),
  notes: optional(FIELD.contactNotes),
  isFavorite: z.boolean(),
}
export const ContactForm = z.strictObject({ ...fields, isFavorite: fields.isFavorite.default(false) })
export type ContactForm = z.output<typeof ContactForm>

/** What is left out stays as it is. */
export const ContactChange = z.strictObject({
  firstName: fields.firstName.optional(),
  lastName: fields.lastName.optional(),
  email: fields.email.optional(),
  phone: fields.phone.optional(),
  address: fields.address,
  notes: fields.notes,
  isFavorite: fields.isFavorite.optional(),
})

export const Contact = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string().nullable(),
  notes: z.string().nullable(),
  isFavorite: z.boolean(),
  /** A picture's address; null: initials stand for it. */
  avatar: z.string().nullable(),
  /** When they last came as the guest of an invite. */
  lastActivity: IsoTime.nullable(),
})
export type Contact = z.infer<typeof Contact>

/** The link is told this once: only its hash is kept. */
export const Invite = z.object({ url: z.url(), expiresAt: IsoTime })
export type Invite = z.infer<typeof Invite>

/** An invite as its guest may see it; `visit` once they have joined, for their own browser alone. */
export const InviteView = z.object({ label: z.string(), expiresAt: IsoTime, visit: VisitWithChat.nullable() })
export type InviteView = z.infer<typeof InviteView>
