/** How a call is declared: once, here, for the gateway's routes, the services' handlers, the web's client and the API pages. */
import type { z } from 'zod'
import type { AccountPart } from './entities.ts'
import type { ErrorCode } from './errors.ts'
import type { LimitClass } from './limits.ts'

export const SERVICES = ['auth', 'doorbell', 'billing', 'security', 'signaling', 'sfu'] as const
export type ServiceName = (typeof SERVICES)[number]
/** The gateway owns no data, only a few answers of its own. */
export type OwnerName = ServiceName | 'gateway'

/** Who may call: anyone; a visitor whose cookie holds the activity in the path; a signed-in resident; the house itself (rpc only). */
export type CallerKind = 'public' | 'visitor' | 'resident' | 'either' | 'internal'

export type HttpRoute = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Express-style path; its parameters are merged into the input. */
  readonly path: string
  readonly status?: 200 | 201 | 204 | 303
  /** `raw`: bytes piped to the owner over HTTP, never over NATS. Default `json`. */
  readonly body?: 'json' | 'form' | 'raw'
  /** What a raw body may be; default a JPEG. */
  readonly mediaType?: string
  /** `stream`: the owner answers bytes, piped back. Default `json`. */
  readonly answer?: 'json' | 'stream'
  /** What a streamed answer may be. */
  readonly answerTypes?: readonly string[]
  /** Largest body in bytes. Default 64 kB. */
  readonly maxBytes?: number
  /** A ring's photo travels beside the ring: the gateway takes this field out and pipes it afterwards to the named operation. */
  readonly detach?: { readonly field: string; readonly to: string }
}

export type Operation<
  Name extends string = string,
  In extends z.ZodType = z.ZodType,
  Out extends z.ZodType = z.ZodType,
  Http extends HttpRoute | undefined = HttpRoute | undefined,
> = {
  readonly name: Name
  readonly summary: string
  readonly http?: Http
  readonly caller: CallerKind
  readonly limit: LimitClass
  /** The path parameter that names the activity a visitor's cookie must hold. */
  readonly visit?: string
  /** Where the visit's cookie is over, the proof of what was left there serves as well. */
  readonly traces?: true
  /** What of the account is another afterwards: the resident's other pages ask for it again (frame `account_changed`). */
  readonly changes?: readonly AccountPart[]
  readonly input: In
  readonly output: Out
  readonly errors: readonly ErrorCode[]
}

/** Keeps the literal name, the route's literals and the schemas' types. */
export function operation<
  const Name extends `${OwnerName}.${string}`,
  In extends z.ZodType,
  Out extends z.ZodType,
  const Http extends HttpRoute | undefined = undefined,
>(declaration: Operation<Name, In, Out, Http>): Operation<Name, In, Out, Http> {
  return declaration
}

export type InputOf<O extends Operation> = z.output<O['input']>
export type OutputOf<O extends Operation> = z.input<O['output']>

/** The owner of an operation is its name's first word. */
export function ownerOf(name: string): OwnerName {
  return name.slice(0, name.indexOf('.')) as OwnerName
}
