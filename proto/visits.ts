/** Visit requests, passes and visitor blocks (docs/product/decisions.md, 11, 31). */
import { z } from 'zod'
import { Id, IsoTime } from './entities.ts'
import { ClockTime, emailAddress, orNull, phoneNumber, requiredLine, sanitizedLine } from './fields.ts'
import { issue } from './issues.ts'
import { FIELD } from './limits.ts'

/** Schedule Visit (docs/product/specification.md, 2). Date and time are in the door's time zone. */
export const VisitRequestForm = z.strictObject({
  visitorName: requiredLine('name_required', FIELD.visitorName),
  email: orNull(emailAddress('email_invalid')).default(null),
  phone: orNull(phoneNumber(FIELD.phoneMin, FIELD.phone)).default(null),
  residentName: orNull(sanitizedLine(FIELD.visitorName)).default(null),
  date: z
    .string(issue('date_required'))
    .trim()
    .min(1, issue('date_required'))
    .pipe(z.iso.date(issue('date_invalid'))),
  time: z.string(issue('time_required')).trim().min(1, issue('time_required')).pipe(ClockTime),
  purpose: requiredLine('purpose_required', FIELD.visitPurpose),
})
export type VisitRequestForm = z.infer<typeof VisitRequestForm>

/** `expired`: the agreed time has passed, decided or not. */
export const VisitStatus = z.enum(['pending', 'approved', 'declined', 'expired'])
export type VisitStatus = z.infer<typeof VisitStatus>

/** As the resident sees it. */
export const VisitRequest = z.object({
  id: z.int(),
  doorId: z.int(),
  doorLabel: z.string(),
  visitorName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  residentName: z.string().nullable(),
  purpose: z.string(),
  /** When the visitor wants to come. */
  at: IsoTime,
  /** The door's time zone, in which the visitor's date and time were read. */
  timeZone: z.string(),
  status: VisitStatus,
  /** When the request was sent. */
  timestamp: IsoTime,
  decidedAt: IsoTime.nullable(),
  expiresAt: IsoTime,
})
export type VisitRequest = z.infer<typeof VisitRequest>

/** The pass as shown to anyone with the link: nothing about the resident, no email address and no phone number. */
export const VisitPass = z.object({
  token: z.string(),
  qrCodeId: z.string(),
  doorLabel: z.string(),
  visitorName: z.string(),
  purpose: z.string(),
  at: IsoTime,
  timeZone: z.string(),
  status: VisitStatus,
  /** The period in which a ring through an approved pass is announced as expected. */
  opensAt: IsoTime,
  closesAt: IsoTime,
  /** Whether its door still takes rings by the code of the request. */
  doorActive: z.boolean(),
  /** When the request may be erased by anyone with the link, unless the resident keeps its visit. */
  eraseFrom: IsoTime,
})
export type VisitPass = z.infer<typeof VisitPass>

/** A visitor who may not ring at one door for a limited time (docs/product/decisions.md, 11). */
export const VisitorBlock = z.object({
  id: z.int(),
  activityId: z.int(),
  doorId: z.int(),
  doorLabel: z.string(),
  /** null once the visitor's name was erased with its ring. */
  visitorName: z.string().nullable(),
  timestamp: IsoTime,
  until: IsoTime,
})
export type VisitorBlock = z.infer<typeof VisitorBlock>

/** `<id>-<proof>`: an HMAC of the row's id with the service's key; never stored. */
export const PassToken = z.string().min(1).max(FIELD.passToken)
export const ById = z.strictObject({ id: Id })
