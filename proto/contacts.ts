/** Contacts and the invites they are sent (docs/product/specification.md, 2, 3, 5; docs/product/decisions.md, 30). */
import { z } from 'zod'
import { IsoTime, VisitWithChat } from './entities.ts'
import { emailAddress, phoneNumber, requiredLine, sanitizedText } from './fields.ts'
import { FIELD } from './limits.ts'

/** An optional text of several lines; an empty one becomes null. */
const optional = (max: number) =>
  sanitizedText(max)
    .nullable()
    .transform((text) => text || null)
    .optional()

/** The contact form with its specified messages (docs/product/specification.md, 5). */
const fields = {
  firstName: requiredLine('first_name_required', FIELD.name),
  lastName: requiredLine('last_name_required', FIELD.name),
  email: emailAddress('email_invalid'),
  phone: phoneNumber(FIELD.contactPhoneMin, FIELD.contactPhone, 'phone_required'),
  address: optional(FIELD.contactAddress),
  notes: optional(FIELD.contactNotes),
  isFavorite: z.boolean(),
}
export const ContactForm = z.strictObject({ ...fields, isFavorite: fields.isFavorite.default(false) })
export type ContactForm = z.output<typeof ContactForm>

/** A partial change; omitted fields stay unchanged. */
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
  /** The picture's URL; null shows the initials. */
  avatar: z.string().nullable(),
  /** When they last joined as the guest of an invite. */
  lastActivity: IsoTime.nullable(),
})
export type Contact = z.infer<typeof Contact>

/** The link is shown only once: only its hash is stored. */
export const Invite = z.object({ url: z.url(), expiresAt: IsoTime })
export type Invite = z.infer<typeof Invite>

/** An invite as its guest may see it; `visit` only for the browser that joined. */
export const InviteView = z.object({ label: z.string(), expiresAt: IsoTime, visit: VisitWithChat.nullable() })
export type InviteView = z.infer<typeof InviteView>
