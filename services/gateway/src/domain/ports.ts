/** Ports of the handlers and sockets; `app.ts` passes the implementations. */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import type { AppError } from '#kit/app-error.ts'
import type { HeldBody } from '#kit/body-memory.ts'
import type { Encoding } from '#kit/compress.ts'
import type { Caller, ResidentIdentity } from '#proto/envelope.ts'
import type { FrameLimit } from '#proto/frames/client.ts'
import type { Language } from '#proto/languages.ts'
import type { LimitClass } from '#proto/limits.ts'
import type { OperationName } from '#proto/operations/index.ts'
import type { RingStatus } from '#proto/ring-status.ts'
import type { PageState, VisitorBundle } from '#proto/visitor-page.ts'

export type Countable = {
  readonly address?: string
  readonly device?: string
  readonly door?: string
  readonly user?: number
  readonly visit?: number
  /** The public id of an API token. */
  readonly token?: string
}

/**
 * `seconds`: until the block expires; absent for a block without expiry. `lifted`: an owner lets the address try an account although it is
 * blocked; auth decides whether it is this one.
 */
export type Admission = { readonly blocked: boolean; readonly seconds?: number; readonly lifted?: boolean; readonly quota?: Quota }

/** How many requests of a class are left to a sender, and the seconds until its window ends. */
export type Quota = { readonly left: number; readonly seconds: number }

/** The fields of a Stripe event that are used. */
export type StripeEventIds = {
  readonly id: string
  readonly type: string /** Undefined where it concerns no customer. */
  readonly customerId: string | undefined
}
/** @returns undefined for a wrong or old signature; without `ids` for a right signature whose body is no event */
export type ReadStripeEvent = (body: Buffer, signature: string, now: Date) => { readonly ids: StripeEventIds | undefined } | undefined

export interface RateLimiter {
  /**
   * Counts one request of a class by each known key of its sender, in the class's order.
   * @param gated the address to look up in the block list, for operations that refuse blocked addresses
   * @throws AppError limited or ring_limited with retryAfter; unavailable when the block list cannot be read
   */
  admit(limit: LimitClass, who: Countable, gated?: string): Promise<Admission>
  /**
   * Counts one request before it is known whether it counts.
   * @returns a function that takes the count back @throws AppError limited
   */
  admitUntilProven(limit: LimitClass, who: Countable): Promise<() => void>
  /** Counts nothing and makes no request. @returns what `admit` would throw, if this copy has counted that the sender is over the limit */
  knownRefusal(limit: LimitClass, who: Countable): AppError | undefined
}

/** @returns the account of a push whose token notify has made; undefined for any other text */
export type PushAccounts = (token: string) => number | undefined

/** Delays expensive work so that addresses take turns. */
export interface Pace {
  /** A page that is rendered. */
  readonly page: (address: string) => Promise<void>
  /** A form that has been read: it counts as two pages, its own and the page that shows it again. */
  readonly form: (address: string) => Promise<void>
  /** A valid ring. */
  readonly ring: (address: string) => Promise<void>
}

export interface RingLimiter {
  /**
   * Counts one ring by its sender and at its door.
   * @param proof of work, unchecked
   * @throws AppError ring_limited with retryAfter; where a proof would help, with the params `challenge` and `difficulty`
   */
  admit(who: Pick<Countable, 'address' | 'device' | 'door'>, proof?: string): Promise<void>
}

export interface FrameRateLimiter {
  /**
   * Counts one frame in this process; counts of other copies arrive later. A party over its limit does not count against its address.
   * @throws AppError limited with retryAfter
   */
  admit(limit: FrameLimit, who: Countable): void
  /** Adds this process's counts to Redis and reads the totals of all copies. */
  shareCounts(): Promise<void>
}

export interface Sessions {
  /** @returns undefined for an unknown or ended session @throws AppError unavailable when auth does not answer */
  resolve(token: string): Promise<ResidentIdentity | undefined>
  /** The cached user of a recently resolved session. Only for rate limits, never for authorization. */
  lastKnownUser(token: string): number | undefined
  /** Calls back with every session that may have ended or changed. */
  onRevoked(callback: (session: string) => void): void
}

export interface ApiTokens {
  /** @returns undefined for an unknown, revoked or expired token @throws AppError unavailable when auth does not answer */
  resolve(token: string): Promise<ResidentIdentity | undefined>
  /** The identity of a recently resolved token. Only for rate limits, never for authorization. */
  lastKnown(token: string): ResidentIdentity | undefined
  /** Calls back with every token that may have been revoked. */
  onRevoked(callback: (token: string) => void): void
}

export interface BytesPipe {
  /** Sends `body` to the owner. @throws AppError with the owner's code */
  send(operation: OperationName, input: unknown, caller: Caller, body: Readable | Buffer, headers: IncomingHttpHeaders): Promise<void>
  /** Streams the owner's answer to the client. @throws AppError with the owner's code */
  fetch(operation: OperationName, input: unknown, caller: Caller, request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** A hashed file of the web. `encoding`: how its bytes are compressed. */
export type Asset = { readonly bytes: Uint8Array; readonly encoding: 'br' | undefined }

export interface AssetsOfCopies {
  /** @param name `/assets/…`, as requested @returns the file from another copy of the gateway, undefined if none of them has it */
  find(name: string): Promise<Asset | undefined>
}

export type PostedForm = { readonly fields: Readonly<Record<string, string>>; readonly photo: Buffer | undefined }
/** @throws AppError media_type, too_large, malformed; unavailable where other bodies need the memory */
export type ReadForm = (request: IncomingMessage, held: HeldBody) => Promise<PostedForm>

/** Draws a QR code as an SVG path of modules. */
export type DrawCode = (text: string) => { readonly path: string; readonly size: number }

/** The web's server bundle of a language, which renders the visitor's pages. Rejects until the web is built. */
export type VisitorBundles = (language: Language) => Promise<VisitorBundle>

/** How fast rings are shown; null while too few are counted. @throws AppError unavailable */
export type ReadRingStatus = () => Promise<RingStatus | null>

/** Renders a visitor's page and compresses it; a page that depends only on the language is sent from memory. */
export type RenderPage = (language: Language, state: PageState, encoding: Encoding | undefined) => Promise<Buffer>

/** `modified`: as an HTTP date. `encoding`: how its bytes are compressed. */
export type StaticFile = { readonly bytes: Buffer; readonly modified: string; readonly encoding: Encoding | undefined }
/**
 * @param name of a file below the folder, normalized
 * @param encodings that the client accepts, the best first
 */
export type FindFile = (name: string, encodings: readonly Encoding[]) => StaticFile | undefined

export type StreamRequest = {
  readonly caller: Caller & { readonly resident: ResidentIdentity }
  /** When it is to end; undefined: never. */
  readonly seconds: number | undefined
  /** Whether the session or token is still valid. @throws where auth does not answer */
  readonly isValid: () => Promise<boolean>
}
export interface EventStreamServer {
  /** @returns when the stream has begun @throws AppError limited, unavailable */
  open(request: StreamRequest, response: ServerResponse): Promise<void>
}
