/**
 * The state that a visitor's page is rendered from, in the gateway and again in the browser that hydrates it. The gateway loads it and
 * contains no markup; the web's server bundle renders the document (web/src/visitor/server.tsx).
 */
import { z } from 'zod'
import { PublicDoor } from './doors.ts'
import { IsoTime, type Purpose, VisitWithChat } from './entities.ts'
import { ErrorFields } from './error-body.ts'
import type { LegalLinks } from './legal-links.ts'
import type { TypedTexts } from './ring-details.ts'
import { RingWork } from './ring-proof.ts'
import { RingStatus } from './ring-status.ts'
import { VisitPass } from './visits.ts'

/** An error of the catalogue, which the page translates by its codes. `details`: field → sentence. */
export const PageFailure = z.object({ message: z.string(), code: z.string(), ...ErrorFields })
export type PageFailure = z.infer<typeof PageFailure>

/** A form's fields as they were posted, or kept from an earlier visit. */
const Values = z.record(z.string(), z.string())
/** The server's time when it loaded the state. */
const now = IsoTime
/** The Idempotency-Key of the page's forms: a press before and one after the script has loaded are one ring. */
const key = z.string()
const failure = PageFailure.nullable()

/** A visit of this browser. */
const visiting = {
  now,
  key,
  failure,
  visit: VisitWithChat.nullable(),
  /** The visit has older messages, which are left out to keep the page small. */
  hasOlderMessages: z.boolean(),
  /** The message field is open (`?write=1`). */
  isWriting: z.boolean(),
}

/** The ring form, or this browser's visit at the door. */
export const DoorState = z.object({
  page: z.literal('door'),
  ...visiting,
  door: PublicDoor,
  values: Values,
  /** False while the door's service is down: the form is shown, and the script loads the visit. */
  isKnown: z.boolean(),
  /** This browser has rung or written at this door, so there is data to see and erase. */
  hasStoredData: z.boolean(),
})
export type DoorState = z.infer<typeof DoorState>

/** The guest's page of an invite (docs/product/decisions.md, 30) that the guest may join or has joined. */
export const InviteState = z.object({
  page: z.literal('invite'),
  ...visiting,
  token: z.string(),
  door: PublicDoor,
})
export type InviteState = z.infer<typeof InviteState>

/** Pages that work by links and forms alone. */
const ScheduleState = z.object({ page: z.literal('schedule'), now, key, failure, door: PublicDoor, isClosed: z.boolean(), values: Values })
const BuildingState = z.object({ page: z.literal('building'), now, door: PublicDoor })
const LeftState = z.object({
  page: z.literal('left'),
  now,
  failure,
  door: PublicDoor,
  /** The door takes no rings, so the other tabs are hidden. */
  isClosed: z.boolean(),
  visits: z.array(VisitWithChat),
})
const PassState = z.object({
  page: z.literal('pass'),
  now,
  key,
  failure,
  pass: VisitPass,
  url: z.string(),
  /** The QR code of `url`: its dark modules as one SVG path, and how many modules a side has. */
  code: z.object({ path: z.string(), size: z.int() }),
})
/** `failure` null: the pass is unknown or deleted. */
const NoPassState = z.object({ page: z.literal('no-pass'), now, failure })
const CodeState = z.object({
  page: z.literal('code'),
  now,
  failure,
  value: z.string(),
  /** This browser's visit that is not over. */
  resume: z.object({ qrCodeId: z.string(), doorLabel: z.string() }).nullable(),
})
/** The ring waits for its turn at a door under pressure. `work`: with script the page posts `fields` again, with a proof. */
const TurnState = z.object({
  page: z.literal('turn'),
  now,
  qrCodeId: z.string(),
  work: RingWork.extend({ fields: Values }).nullable(),
})
const InactiveState = z.object({ page: z.literal('inactive'), now })
/** Why an invite cannot be joined. */
export const InviteEnd = z.enum(['unknown', 'expired', 'used', 'failed'])
export type InviteEnd = z.infer<typeof InviteEnd>
/** Says nothing about the owner, because any person may have the link. */
const NoInviteState = z.object({ page: z.literal('no-invite'), now, reason: InviteEnd })
/** Too many requests of the visitor's address. */
const LimitedState = z.object({ page: z.literal('limited'), now })
/** A new account's door that does not exist yet. */
const PreparingState = z.object({ page: z.literal('preparing'), now })

/** The public status page. `status` null: too few rings; with a failure it could not be loaded. */
const StatusState = z.object({ page: z.literal('status'), now, failure, status: RingStatus.nullable() })

export const PageState = z.discriminatedUnion('page', [
  DoorState,
  InviteState,
  ScheduleState,
  BuildingState,
  LeftState,
  PassState,
  NoPassState,
  CodeState,
  TurnState,
  InactiveState,
  NoInviteState,
  LimitedState,
  PreparingState,
  StatusState,
])
export type PageState = z.infer<typeof PageState>
export type PageStateOf<Name extends PageState['page']> = Extract<PageState, { page: Name }>

/**
 * @param legal the operator's links at the end of the page; by default none
 * @returns the whole document in the bundle's language
 */
export type RenderVisitor = (state: PageState, legal?: LegalLinks) => string

/** The typed texts, with a chip's texts in empty fields (docs/product/decisions.md, 5). */
export type FilledForm = TypedTexts & { readonly purpose?: Purpose }

/** The exports of the web's server bundle of one language, `web/dist/server/{language}/server.js`. */
export type VisitorBundle = {
  readonly renderVisitor: RenderVisitor
  readonly fillForm: (values: Readonly<Record<string, string>>) => FilledForm
  /** The iCalendar entry of an approved pass (RFC 5545). */
  readonly calendarEntry: (pass: VisitPass, options: { readonly url: string; readonly host: string; readonly now: Date }) => string
}
