/** Requests for a visit, the pass that comes of them, and who may not ring (decisions 11, 31). */
import { z } from 'zod'
import { Id, IsoTime } from './entities.ts'
import { FIELD } from './limits.ts'
import { atMost, neededLine, typedLine, typedPhone } from './typed.ts'

/** A text that is there and does not fit is refused in its own words, not in those of a choice. */
const complaintOfText = (issue: z.core.$ZodRawIssue) => (issue.code === 'invalid_union' ? issue.errors?.at(-1)?.[0]?.message : undefined)
/** A form sends an empty field as an empty text. */
const orNothing = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => null), z.null(), schema], { error: complaintOfText }).default(null)

/** Schedule Visit (spec section 2). Date and time are of the door's own clock. */
export const VisitRequestForm = z.strictObject({
  visitorName: neededLine('Name is required', FIELD.visitorName),
  email: orNothing(z.string().trim().max(FIELD.email, atMost(FIELD.email)).pipe(z.email('Invalid email address'))),
  phone: orNothing(typedPhone()),
  residentName: orNothing(typedLine(FIELD.visitorName)),
  date: z.string('Date is required').trim().min(1, 'Date is required').pipe(z.iso.date('Please choose a date')),
  time: z
    .string('Time is required')
    .trim()
    .min(1, 'Time is required')
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please choose a time'),
  purpose: neededLine('Purpose is required', FIELD.visitPurpose),
})
export type VisitRequestForm = z.infer<typeof VisitRequestForm>

/** `expired`: its time has passed, decided or not. */
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
  /** The door's; the visitor's date and time were read in it. */
  timeZone: z.string(),
  status: VisitStatus,
  /** When it was asked. */
  timestamp: IsoTime,
  decidedAt: IsoTime.nullable(),
  expiresAt: IsoTime,
})
export type VisitRequest = z.infer<typeof VisitRequest>

/** As whoever holds the link sees it: nothing of the resident, and no address, neither e-mail nor phone. */
export const VisitPass = z.object({
  token: z.string(),
  qrCodeId: z.string(),
  doorLabel: z.string(),
  visitorName: z.string(),
  purpose: z.string(),
  at: IsoTime,
  timeZone: z.string(),
  status: VisitStatus,
  /** From when and until when a ring through an approved pass is announced as expected. */
  opensAt: IsoTime,
  closesAt: IsoTime,
  /** Whether its door takes rings by the code of then. */
  doorActive: z.boolean(),
  /** From when on whoever holds the link may erase the request, unless the resident keeps a visit that came of it. */
  eraseFrom: IsoTime,
})
export type VisitPass = z.infer<typeof VisitPass>

/** Somebody who may not ring at one door for a while (decision 11). */
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

/** `<id>-<proof>`: made from the row's number with the house's key, kept nowhere. */
export const PassToken = z.string().min(1).max(FIELD.passToken)
export const ById = z.strictObject({ id: Id })
