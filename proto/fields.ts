/** Schemas of fields that several forms have: typed text, email addresses, telephone numbers, days, clock times and time zones. */
import { z } from 'zod'
import { EMAIL, hasForeignLocalPart, plainEmail } from './email.ts'
import { type IssueCode, issue } from './issues.ts'
import { FIELD } from './limits.ts'
import { plainPhone, plainUsername, stripHiddenCharacters, stripHiddenToOneLine } from './sanitized-text.ts'

/** With stripped characters a real text is never this many times as long as its visible part. */
const RAW_FACTOR = 4
/** Issues of a missing and of an overlong text. */
type TextIssues = { readonly missing?: IssueCode; readonly tooLong?: IssueCode }

/** Checks the raw length first, because sanitizing costs more, and the sanitized length afterwards. */
const sanitized = (clean: (text: string) => string, max: number, { missing, tooLong = 'too_long' }: TextIssues) =>
  z
    .string(missing)
    .refine((text) => text.length <= RAW_FACTOR * max, { error: tooLong, params: { max }, abort: true })
    .overwrite(clean)
    .max(max, { error: tooLong, abort: true })

/** A typed text of several lines. @param max in characters, after sanitizing */
export const sanitizedText = (max: number, issues: TextIssues = {}) => sanitized(stripHiddenCharacters, max, issues)
/** A typed text of one line. @param max in characters, after sanitizing */
export const sanitizedLine = (max: number, issues: TextIssues = {}) => sanitized(stripHiddenToOneLine, max, issues)
/** The text of a search. */
export const searchText = sanitizedLine(FIELD.search)
/** A required line. @param max in characters */
export const requiredLine = (missing: IssueCode, max: number) => sanitizedLine(max, { missing }).min(1, missing)
/** One message of the chat. */
export const chatText = sanitizedText(FIELD.chatMessage, { tooLong: 'message_length' }).min(1, issue('message_length'))
const requiredName = (max: number) => sanitized(plainUsername, max, { missing: 'username_required' }).min(1, issue('username_required'))
/** A new username. */
export const requiredUsername = requiredName(FIELD.username)
/** The identifier of a log-in: an account's username or its email address (docs/product/decisions.md, 42). */
export const signInName = requiredName(FIELD.email)

/** Converted to the stored form (email.ts). @param invalid also for a missing address, unless `missing` is given */
export const emailAddress = (invalid: IssueCode, missing?: IssueCode) => {
  const typed = sanitized(plainEmail, FIELD.email, { missing: missing ?? invalid })
  const error = ({ input }: { readonly input?: unknown }) => (hasForeignLocalPart(String(input)) ? issue('email_local_part') : invalid)
  return (missing ? typed.min(1, missing) : typed).pipe(z.email({ pattern: EMAIL, error }))
}

/** Characters of telephone numbers; refuses anything else, such as a `javascript:` URL. */
const PHONE_CHARACTERS = /^[+\d(][\d ()./-]*$/
/** A telephone number of one length in every form. @param short the issue of a missing or shorter one */
export const phoneNumber = (min: number, max: number, short: IssueCode = 'phone_invalid') =>
  sanitized(plainPhone, max, { missing: short }).min(min, { error: short, abort: true }).regex(PHONE_CHARACTERS, issue('phone_invalid'))

const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/
/** HH:MM, 00:00 to 23:59. */
export const ClockTime = z.string(issue('clock_time_invalid')).regex(CLOCK_TIME, issue('clock_time_invalid'))
/** The end of a span, which may be the end of the day. */
export const ClosingTime = z
  .string(issue('clock_time_invalid'))
  .refine((time) => time === '24:00' || CLOCK_TIME.test(time), issue('clock_time_invalid'))

/** Reports the issue of the schema instead of the union's. */
const ofSchema = (found: z.core.$ZodRawIssue) => (found.code === 'invalid_union' ? found.errors?.at(-1)?.[0]?.message : undefined)
/** A field that may be empty: null, or the empty text that forms send. */
export const orNull = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => null), z.null(), schema], { error: ofSchema })

/** A calendar day. */
export const Day = z.iso.date(issue('day_invalid'))

/** The database alone would also accept POSIX rules, whose offsets have the opposite sign. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** An IANA time zone name; offsets such as `+01:00` are refused because they have no daylight saving time. */
export const TimeZone = z
  .string(issue('time_zone_unknown'))
  .max(FIELD.timeZone, issue('time_zone_unknown'))
  .regex(/^[A-Za-z]/, issue('time_zone_unknown'))
  .refine(isTimeZone, issue('time_zone_unknown'))
