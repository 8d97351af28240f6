/**
 * The error catalogue: per code one status, one message for users (spec section 8 where it has one), and whether a client may retry
 * automatically. Every error under /api is `{ message, code, details? }` (decision 34).
 */
type Entry = { readonly status: number; readonly message: string; readonly retryable?: true }

export const ERRORS = {
  validation_failed: { status: 400, message: 'Please check the fields marked below.' },
  malformed: { status: 400, message: 'The request could not be read.' },
  photo_invalid: { status: 400, message: 'The photo must be a JPEG of at most 1 MB.' },
  sound_invalid: { status: 400, message: 'The sound must be an MP3 of at most 1 MB.' },
  picture_invalid: { status: 400, message: 'The picture must be a JPEG or PNG of at most 5 MB.' },
  token_invalid: { status: 400, message: 'This link is no longer valid.' },
  unauthenticated: { status: 401, message: 'Please log in to access this feature.' },
  credentials_wrong: { status: 401, message: 'Invalid username or password' },
  password_wrong: { status: 403, message: 'This is not your password.' },
  subscription_required: { status: 403, message: 'You need a premium subscription to use video call features.' },
  origin_refused: { status: 403, message: 'This request came from another site and was refused.' },
  address_blocked: { status: 403, message: 'Too many failed attempts from this address. Please try again later.' },
  visitor_blocked: { status: 403, message: 'This door does not take rings from here at the moment. Please knock or call.' },
  not_found: { status: 404, message: 'Not found.' },
  door_inactive: { status: 404, message: 'This code is no longer active' },
  invite_unknown: { status: 404, message: 'This invite link is not valid.' },
  invite_expired: { status: 404, message: 'This invite link has expired.' },
  method_not_allowed: { status: 405, message: 'This method is not allowed here.' },
  door_primary: { status: 409, message: 'The first door stays. You can disable it or give it a new code.' },
  doors_full: { status: 409, message: 'You have as many doors as an account can have.' },
  contacts_full: { status: 409, message: 'You have as many contacts as an account can have.' },
  invite_used: { status: 409, message: 'This invite link has already been used.' },
  username_taken: { status: 409, message: 'This username is already taken' },
  email_taken: { status: 409, message: 'This email address is already registered' },
  email_rejected: {
    status: 409,
    message: 'The owner of this email address says that this account is not theirs. Please use another address.',
  },
  answered_elsewhere: { status: 409, message: 'Somebody else has already answered.' },
  visit_over: { status: 409, message: 'The time of this visit has passed.' },
  erase_too_soon: { status: 409, message: 'A visit can be erased one day after the ring.' },
  erase_kept: { status: 409, message: 'The resident keeps this visit. It is deleted when its time is over.' },
  ring_over: { status: 409, message: 'This visitor has already left.' },
  ring_closed: { status: 409, message: 'This visit is closed.' },
  again_too_soon: { status: 409, message: 'Please wait a moment before calling again.' },
  again_used_up: { status: 409, message: 'You have called three times. Please leave a message.' },
  call_not_there: { status: 409, message: 'There is no call to join.' },
  call_moved: { status: 409, message: 'The call has moved. Please join again.', retryable: true },
  seat_taken: { status: 409, message: 'The call continues on another device.' },
  too_large: { status: 413, message: 'The request is too large.' },
  media_type: { status: 415, message: 'This content type is not supported.' },
  wrong_host: { status: 421, message: 'This server does not answer for that host.' },
  limited: { status: 429, message: 'Too many requests. Please wait a moment.', retryable: true },
  ring_limited: { status: 429, message: 'Too many rings. Please wait a moment and try again.', retryable: true },
  internal: { status: 500, message: 'An unexpected error occurred. Please try again.' },
  unavailable: { status: 503, message: 'The service is not available right now. Please try again in a moment.', retryable: true },
  calls_preparing: { status: 503, message: 'Calls are still being prepared on this server. Messages work already.', retryable: true },
  calls_full: { status: 503, message: 'All lines are busy. Messages work.', retryable: true },
  door_preparing: { status: 503, message: 'This door is being set up. Please try again in a moment.', retryable: true },
  billing_off: { status: 503, message: 'Payments are not set up on this server.' },
} as const satisfies Record<string, Entry>

/** The message of `erase_too_soon` for a visit request (decision record 0016). */
export const REQUEST_TOO_YOUNG = 'A request can be erased one day after it was sent.'

/** The messages of `subscription_required` for doors and sounds (decisions 3, 20). */
export const DOORS_NEED_PREMIUM = 'You need a premium subscription to have more than one door. Please upgrade your plan.'
export const SOUNDS_NEED_PREMIUM = 'You need a premium subscription to choose a doorbell sound. Please upgrade your plan.'
/** The message of `subscription_required` for the guest of an invite, which does not mention plans (decision 18). */
export const INVITE_NOT_NOW = 'This call cannot be started right now. Please ask for another way to talk.'
/** The message of `subscription_required` for audio (spec section 5). */
export const AUDIO_NEEDS_PREMIUM = 'You need a premium subscription to use audio calls. Please upgrade your plan.'

export type ErrorCode = keyof typeof ERRORS
export type ErrorDetails = Readonly<Record<string, string>>

/** The body of every error on the wire. */
export type ErrorBody = { readonly message: string; readonly code: ErrorCode; readonly details?: ErrorDetails }

/** @returns the catalogue's body for a code; variants such as audio pass their own message */
export function errorBody(code: ErrorCode, details?: ErrorDetails, message: string = ERRORS[code].message): ErrorBody {
  return details ? { message, code, details } : { message, code }
}
