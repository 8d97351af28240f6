/** The owner's side of the contract: a missing or extra handler does not compile. */
import type { Caller, CookieEffects } from '#proto/envelope.ts'
import type { ServiceName } from '#proto/operation.ts'
import type { Input, OperationName, Output, RpcShortName } from '#proto/operations/index.ts'

/** An output with what travels beside it: cookies to set, the next page's cursor. */
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

export type Call<N extends OperationName> = { readonly input: Input<N>; readonly caller: Caller }
type Full<S extends ServiceName, K extends string> = Extract<`${S}.${K}`, OperationName>

export type HandlersOf<S extends ServiceName> = {
  readonly [K in RpcShortName<S>]: (call: Call<Full<S, K>>) => Promise<Output<Full<S, K>> | Answer<Output<Full<S, K>>>>
}
/** Part of a service's handlers: one file per family, composed in app.ts. */
export type SomeHandlersOf<S extends ServiceName, K extends RpcShortName<S>> = Pick<HandlersOf<S>, K>

/** Types one service's whole table. */
export function handlers<S extends ServiceName>(_service: S, table: HandlersOf<S>): HandlersOf<S> {
  return table
}

/** Who calls when a service calls of its own accord (events, timers). */
export function houseCaller(requestId: string): Caller {
  return { requestId, address: '', userAgent: '', visits: [] }
}
