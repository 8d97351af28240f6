/**
 * The error catalogue: per code one status, one message for users (docs/product/specification.md, 8 where it has one), variants of that
 * message, and whether a client may retry automatically. Every error under /api is `{ message, code, details?, params?, issues? }`
 * (docs/product/decisions.md, 34; docs/product/interface.md, HTTP): `params.variant` names the variant, `issues` has the issue of
 * each field.
 */
import { type FieldIssues, type IssueParams, issueSentence, sentenceAlone } from './issues.ts'

type Entry = {
  readonly status: number
  readonly message: string
  readonly variants?: Readonly<Record<string, string>>
  /** Of variants whose status is not the code's. */
  readonly variantStatuses?: Readonly<Record<string, number>>
  readonly retryable?: true
}

export const ERRORS = {
  validation_failed: { status: 400, message: 'Please check the fields marked below.' },
  malformed: {
    status: 400,
    message: 'The request could not be read.',
    variants: { credentials: 'Send an API token or a cookie, not both.' },
  },
  photo_invalid: { status: 400, message: 'The photo must be a JPEG of at most 1 MB.' },
  sound_invalid: { status: 400, message: 'The sound must be an MP3 of at most 1 MB.' },
  picture_invalid: { status: 400, message: 'The picture must be a JPEG or PNG of at most 5 MB.' },
  passkey_invalid: { status: 400, message: 'This passkey could not be added.' },
  token_invalid: { status: 400, message: 'This link is no longer valid.' },
  unauthenticated: {
    status: 401,
    message: 'Please log in to access this feature.',
    variants: { socket: 'Register this socket first.', token: 'This API token is not valid.' },
  },
  two_factor_required: {
    status: 401,
    message: 'Please enter the code of your authenticator app.',
    // PATCH /api/users/security-settings (docs/product/decisions.md, 25).
    variants: { setting: 'Two-factor authentication can only be turned off with a code.' },
    variantStatuses: { setting: 403 },
  },
  code_wrong: { status: 403, message: 'This code is not correct.' },
  passkey_wrong: { status: 403, message: 'This passkey is not accepted here.' },
  credentials_wrong: { status: 401, message: 'Invalid username or password' },
  password_wrong: { status: 403, message: 'This password is not correct.' },
  password_needed: { status: 403, message: 'Please enter your password again.' },
  wall_session: { status: 403, message: 'This is a wall display. Enter your password to leave it.' },
  scope_missing: { status: 403, message: 'This API token may not do this.' },
  email_unverified: { status: 403, message: 'Please confirm your email address first.' },
  subscription_required: {
    status: 403,
    message: 'You need a premium subscription to use video call features.',
    variants: {
      // docs/product/specification.md, 5.
      audio: 'You need a premium subscription to use audio calls. Please upgrade your plan.',
      doors: 'You need a premium subscription to have more than one door. Please upgrade your plan.',
      sounds: 'You need a premium subscription to choose a doorbell sound. Please upgrade your plan.',
      setting: 'You need a premium subscription for this setting.',
      recording: 'You need a premium subscription to record calls. Please upgrade your plan.',
      payments: 'You need a premium subscription to see your billing history.',
      // The guest of an invite gets no message about plans (docs/product/decisions.md, 18).
      guest: 'This call cannot be started right now. Please ask for another way to talk.',
    },
  },
  origin_refused: { status: 403, message: 'This request came from another site and was refused.' },
  address_blocked: { status: 403, message: 'Too many failed attempts from this address. Please try again later.' },
  registration_closed: { status: 403, message: 'Registration is closed on this server.' },
  visitor_blocked: { status: 403, message: 'You cannot ring at this door right now. Please knock or call.' },
  not_found: {
    status: 404,
    message: 'Not found.',
    variants: {
      registration: 'This socket may not register for that.',
      registered: 'This socket is already registered.',
    },
  },
  door_inactive: {
    status: 404,
    message: 'This code is no longer active',
    // Shown to the owner, for a test ring.
    variants: { test: 'This door is off. Turn it on to ring it.' },
    variantStatuses: { test: 409 },
  },
  invite_unknown: { status: 404, message: 'This invite link is not valid.' },
  invite_expired: { status: 404, message: 'This invite link has expired.' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here.' },
  door_primary: { status: 409, message: 'The main door cannot be deleted. You can turn it off or replace its code.' },
  devices_full: { status: 409, message: 'You have reached the maximum number of devices. Remove one first.' },
  doors_full: { status: 409, message: 'You have reached the maximum number of doors.' },
  contacts_full: { status: 409, message: 'You have reached the maximum number of contacts.' },
  passkeys_full: { status: 409, message: 'You have reached the maximum number of passkeys.' },
  api_tokens_full: { status: 409, message: 'You have reached the maximum number of API tokens. Revoke one first.' },
  webhooks_full: { status: 409, message: 'You have reached the maximum number of webhooks. Remove one first.' },
  household_full: {
    status: 409,
    message: 'Your household is full. Remove a member or an invitation first.',
    variants: { homes: 'You are a member of ten other households. Leave one first.' },
  },
  household_own: { status: 409, message: 'This invitation is to your own household.' },
  passkeys_off: { status: 409, message: 'Passkeys do not work at this address.' },
  invite_used: { status: 409, message: 'This invite link has already been used.' },
  two_factor_enrol: { status: 409, message: 'Set up an authenticator app to turn on two-factor authentication.' },
  two_factor_on: { status: 409, message: 'Two-factor authentication is already on.' },
  two_factor_off: { status: 409, message: 'Two-factor authentication is not on.' },
  already_paying: {
    status: 409,
    message: 'You already pay for Premium.',
    variants: { granted: 'Your Premium is complimentary. There is nothing to pay.' },
  },
  not_ending: { status: 409, message: 'Your plan does not end.' },
  username_taken: { status: 409, message: 'This username is already taken' },
  email_taken: { status: 409, message: 'This email address is already registered' },
  email_rejected: {
    status: 409,
    message: 'The owner of this email address says that this account is not theirs. Please use another address.',
  },
  answered_elsewhere: {
    status: 409,
    message: 'Someone else has already answered.',
    variants: { here: 'You have already answered this ring.' },
  },
  visit_over: { status: 409, message: 'The time for this visit has passed.' },
  erase_too_soon: {
    status: 409,
    message: 'You can delete a visit one day after the ring.',
    // A visit request (record 0016).
    variants: { request: 'You can delete a request one day after you sent it.' },
  },
  erase_kept: { status: 409, message: 'The resident is keeping this visit. It will be deleted when its storage time ends.' },
  ring_over: { status: 409, message: 'This visitor has already left.' },
  ring_closed: { status: 409, message: 'This visit is closed.' },
  again_too_soon: { status: 409, message: 'Please wait a moment before calling again.' },
  again_used_up: { status: 409, message: 'You have called three times. Please leave a message.' },
  call_not_there: {
    status: 409,
    message: 'There is no call to join.',
    variants: {
      visitor_away: 'The visitor is no longer there.',
      visitor: 'Only the resident can answer.',
    },
  },
  recording_full: { status: 409, message: 'Your recordings have used up their storage. Delete some to record again.' },
  recording_over: {
    status: 409,
    message: 'There is no recording to change.',
    variants: {
      time: 'This call has been recorded for as long as possible.',
      asked: 'The visitor has been asked often enough.',
    },
  },
  call_moved: { status: 409, message: 'The call has moved. Please join again.', retryable: true },
  seat_taken: { status: 409, message: 'The call continues on another device.' },
  too_large: { status: 413, message: 'The request is too large.' },
  range_invalid: { status: 416, message: 'This part of the file does not exist.' },
  media_type: { status: 415, message: 'This content type is not supported.' },
  wrong_host: { status: 421, message: 'This server does not answer for that host.' },
  limited: { status: 429, message: 'Too many requests. Please wait a moment.', retryable: true },
  ring_limited: { status: 429, message: 'Too many rings. Please wait a moment and try again.', retryable: true },
  internal: { status: 500, message: 'An unexpected error occurred. Please try again.' },
  unavailable: { status: 503, message: 'The service is not available right now. Please try again in a moment.', retryable: true },
  recording_off: {
    status: 503,
    message: 'Recording is not available on this server.',
    variants: { disk: 'This server has too little free space to record.' },
  },
  calls_preparing: { status: 503, message: 'Calls are not ready on this server yet. You can already send a message.', retryable: true },
  calls_full: { status: 503, message: 'Calls are busy right now. You can still send a message.', retryable: true },
  door_preparing: { status: 503, message: 'This door is being set up. Please try again in a moment.', retryable: true },
  billing_off: { status: 503, message: 'Payments are not set up on this server.' },
} as const satisfies Record<string, Entry>

export type ErrorCode = keyof typeof ERRORS
type VariantsOf<C extends ErrorCode> = (typeof ERRORS)[C] extends { readonly variants: infer V } ? keyof V & string : never
/** A code, or a code and one of its variants: `subscription_required.audio`. Also the key of its translation. */
export type ErrorKey = ErrorCode | { [C in ErrorCode]: VariantsOf<C> extends never ? never : `${C}.${VariantsOf<C>}` }[ErrorCode]
/** Field → sentence. */
export type ErrorDetails = Readonly<Record<string, string>>
export type ErrorParams = IssueParams

/** The body of every error on the wire. */
export type ErrorBody = {
  readonly message: string
  readonly code: ErrorCode
  readonly details?: ErrorDetails
  readonly params?: ErrorParams
  readonly issues?: FieldIssues
}

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(ERRORS, text)

/** @returns the catalogue's message; that of the code for an unknown variant */
export function errorMessage(code: ErrorCode, params?: ErrorParams): string {
  const { message, variants = {} }: Entry = ERRORS[code]
  return variants[String(params?.variant)] ?? message
}

/** @returns the HTTP status of a code, or of its variant */
export function errorStatus(code: ErrorCode, params?: ErrorParams): number {
  const { status, variantStatuses = {} }: Entry = ERRORS[code]
  return variantStatuses[String(params?.variant)] ?? status
}

/** Every status that a code may have, with those of its variants. */
export function errorStatuses(code: ErrorCode): readonly number[] {
  const { status, variantStatuses = {} }: Entry = ERRORS[code]
  return [status, ...Object.values(variantStatuses)]
}

/** Field → English sentence. */
export const detailsOf = (issues: FieldIssues): ErrorDetails =>
  Object.fromEntries(Object.entries(issues).map(([field, found]) => [field, issueSentence(found)]))

/** The message of the only invalid field. @returns undefined for none or several */
export function onlyMessage(issues: FieldIssues): string | undefined {
  const [first, ...more] = Object.entries(issues)
  if (!first || more.length) return undefined
  const [field, found] = first
  return sentenceAlone(field, found)
}
