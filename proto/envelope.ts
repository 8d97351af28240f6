/** What travels around a call inside the house: who calls, and what comes back. Plain JSON on NATS. */
import type { ErrorCode, ErrorDetails } from './errors.ts'
import type { Language } from './languages.ts'

/** A signed-in person's session, as auth vouches for it. `session` is the public id, never the cookie's value. */
export type ResidentIdentity = { readonly userId: number; readonly session: string; readonly device: string }
/** A visitor's proof for one activity (decision 6). */
export type VisitIdentity = { readonly activityId: number }

export type Caller = {
  /** Correlates the log lines of one request. */
  readonly requestId: string
  /** The client's address: unmapped IPv4, or IPv6 as its /64 (interface: HTTP). */
  readonly address: string
  readonly userAgent: string
  /** Of the pages that this browser gets: what it chose, else what it accepts. */
  readonly language?: Language
  /** The address is blocked from log-in; only a device known to the account may go on (decision 27). */
  readonly addressBlocked?: boolean
  /** The long-lived device cookie, where the browser has one. */
  readonly device?: string
  readonly resident?: ResidentIdentity
  readonly visits: readonly VisitIdentity[]
  /** The socket that sent the frame. */
  readonly clientId?: string
  /** From the Idempotency-Key header, else made by the gateway. */
  readonly idempotencyKey?: string
  /** The session cookie's value, for auth alone: log-out ends that session, and signing in or registering replaces it. */
  readonly sessionToken?: string
}

/** Cookies an answer sets; the gateway alone knows their names and flags. `null` clears. */
export type CookieEffects = {
  readonly session?: { readonly token: string; readonly maxAgeSeconds: number } | null
  readonly visit?: { readonly activityId: number; readonly token: string; readonly maxAgeSeconds: number } | null
  readonly device?: { readonly token: string; readonly maxAgeSeconds: number }
  /** Which build of the web this browser gets; the one cookie that scripts may read. */
  readonly language?: Language
  /** The proof that outlives the visit's: to see and erase what was left, until it is deleted anyway. */
  readonly left?: { readonly activityId: number; readonly token: string; readonly maxAgeSeconds: number }
  /** The visit whose cookies go. */
  readonly forgetVisit?: number
}

export type RpcRequest = { readonly input: unknown; readonly caller: Caller }
export type RpcReply =
  | { readonly output: unknown; readonly cookies?: CookieEffects; readonly next?: string }
  | {
      readonly error: { readonly code: ErrorCode; readonly details?: ErrorDetails; readonly message?: string; readonly retryAfter?: number }
    }
