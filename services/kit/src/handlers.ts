/** Types of a service's handlers: a missing or extra handler does not compile. */
import type { Caller, CookieEffects, ResidentIdentity } from '#proto/envelope.ts'
import type { ServiceName } from '#proto/operation.ts'
import type { Input, OperationName, Output, RpcShortName } from '#proto/operations/index.ts'
import { AppError } from './app-error.ts'

/** An output with its side effects: cookies to set, the next page's cursor. */
export class Answer<T> {
  readonly output: T
  readonly cookies: CookieEffects | undefined
  readonly next: string | undefined

  constructor(output: T, beside: { cookies?: CookieEffects; next?: string | undefined }) {
    this.output = output
    this.cookies = beside.cookies
    this.next = beside.next
  }
}

export type OperationRequest<N extends OperationName> = { readonly input: Input<N>; readonly caller: Caller }
type Full<S extends ServiceName, K extends string> = Extract<`${S}.${K}`, OperationName>

export type HandlersOf<S extends ServiceName> = {
  readonly [K in RpcShortName<S>]: (request: OperationRequest<Full<S, K>>) => Promise<Output<Full<S, K>> | Answer<Output<Full<S, K>>>>
}
/** Part of a service's handlers: one file per subject, joined in app.ts. */
export type SomeHandlersOf<S extends ServiceName, K extends RpcShortName<S>> = Pick<HandlersOf<S>, K>

/** Checks that the table has all handlers of a service. */
export function handlers<S extends ServiceName>(_service: S, table: HandlersOf<S>): HandlersOf<S> {
  return table
}

/** @throws AppError unauthenticated: the gateway refuses other callers, but other services call as well */
export function residentOf({ resident }: Caller): ResidentIdentity {
  if (!resident) throw new AppError('unauthenticated')
  return resident
}

/** The caller of work that a service starts itself (events, jobs). */
export function systemCaller(requestId: string): Caller {
  return { requestId, address: '', userAgent: '', visits: [] }
}
