/** The declaration of an operation, shared by the gateway's routes, the services' handlers, the web's client and the API pages. */
import type { z } from 'zod'
import type { ApiScope } from './api-tokens.ts'
import type { AccountPart } from './entities.ts'
import type { ErrorCode } from './errors.ts'
import type { LimitClass } from './limits.ts'

export const SERVICES = ['auth', 'doorbell', 'billing', 'security', 'notify', 'signaling', 'sfu'] as const
export type ServiceName = (typeof SERVICES)[number]
/** The gateway owns no data and answers only a few operations itself. */
export type OwnerName = ServiceName | 'gateway'
/** `operator` is `npm run admin`, and the tests of an installation. */
export type Sender = OwnerName | 'operator'

/**
 * Who may call: anyone; a visitor whose cookie names the path's activity; a signed-in resident; either of them; other services (rpc only).
 */
export type CallerKind = 'public' | 'visitor' | 'resident' | 'either' | 'internal'

export type HttpRoute = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Express-style path; its parameters are merged into the input. */
  readonly path: string
  readonly status?: 200 | 201 | 204 | 303
  /** `raw`: bytes piped to the owning service over HTTP, never over NATS. Default `json`. */
  readonly body?: 'json' | 'form' | 'raw'
  /** The media type of a raw body; default JPEG. */
  readonly mediaType?: string
  /** `stream`: the owning service answers bytes, which are piped back. Default `json`. */
  readonly answer?: 'json' | 'stream'
  /** Media types of a streamed answer. */
  readonly answerTypes?: readonly string[]
  /** Largest body in bytes. Default 64 kB. */
  readonly maxBytes?: number
  /** A ring's photo is sent separately: the gateway removes this field and pipes it to the named operation afterwards. */
  readonly detach?: { readonly field: string; readonly to: string }
}

export type Operation<
  Name extends string = string,
  In extends z.ZodType = z.ZodType,
  Out extends z.ZodType = z.ZodType,
  Http extends HttpRoute | undefined = HttpRoute | undefined,
  Bytes extends 'in' | undefined = 'in' | undefined,
> = {
  readonly name: Name
  readonly summary: string
  readonly http?: Http
  /** Without a route: bytes that another service sends over HTTP, authorised by a signed header that the owner has issued to it. */
  readonly bytes?: Bytes
  readonly caller: CallerKind
  /** The services that send an operation without a route; one with a route is sent by the gateway alone. NATS refuses all others. */
  readonly from?: readonly Sender[]
  readonly limit: LimitClass
  /** The path parameter with the activity that a visitor's cookie must prove. */
  readonly visit?: string
  /** The owner gets the visits that this browser proves, the newest five; else the one in `visit`. */
  readonly needsVisits?: true
  /** The output for a browser that proves no visit: the owner is not called. */
  readonly withoutVisits?: readonly []
  /** Also accepts the erasure token, for visits whose cookie has expired. */
  readonly allowsErasureToken?: true
  /** Served without the gateway's web framework, for operations whose latency matters most (docs/performance.md). */
  readonly direct?: true
  /** The gateway's timeout for the owner's answer (ms), if not the default. */
  readonly timeoutMs?: number
  /** Retried once after a timeout; the idempotency key makes the retry safe. */
  readonly retryOnTimeout?: true
  /**
   * Accepted from a blocked address if the browser has signed in before, or an owner has lifted the block for an account
   * (docs/product/decisions.md, 27); the caller's `addressBlocked` says so, and auth decides about the account.
   */
  readonly knownDevicePasses?: true
  /** A signature over the raw body authorises it: neither a cookie nor the Origin counts. */
  readonly signed?: true
  /**
   * A wall display may call it too (record 0066). Every other operation that needs a session is refused to it with `wall_session`,
   * so a new operation is closed to wall displays by default.
   */
  readonly wall?: true
  /**
   * An API token with this scope may call it too (record 0074). Every other operation refuses API tokens with `scope_missing`, so a new
   * operation is closed to programs by default.
   */
  readonly scope?: ApiScope
  /** Polled: answers an ETag, and 304 without a body where the client has the same (RFC 9110, 13.1.2). */
  readonly conditional?: true
  /** The same for everybody: pages of other sites may read the answer. */
  readonly anyOrigin?: true
  /** It goes (docs/api.md): days of the announcement and of the end, YYYY-MM-DD. */
  readonly deprecated?: { readonly since: string; readonly sunset: string }
  /** Parts of the account that the operation changes; the resident's other pages refetch them (frame `account_changed`). */
  readonly changes?: readonly AccountPart[]
  readonly input: In
  readonly output: Out
  readonly errors: readonly ErrorCode[]
}

/** Without a route an operation lists its senders. */
type Declaration<Http> = Http extends HttpRoute ? unknown : { readonly from: readonly Sender[] }

/** Keeps the literal name, the route's literals and the schemas' types. */
export function operation<
  const Name extends `${OwnerName}.${string}`,
  In extends z.ZodType,
  Out extends z.ZodType,
  const Http extends HttpRoute | undefined = undefined,
  const Bytes extends 'in' | undefined = undefined,
>(declaration: Operation<Name, In, Out, Http, Bytes> & Declaration<Http>): Operation<Name, In, Out, Http, Bytes> {
  return declaration
}

export type InputOf<O extends Operation> = z.output<O['input']>
export type OutputOf<O extends Operation> = z.input<O['output']>

/** The owning service is the first part of the operation's name. */
export function ownerOf(name: string): OwnerName {
  return name.slice(0, name.indexOf('.')) as OwnerName
}
