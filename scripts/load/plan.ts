/** The input of k6 from Node: two JSON files, named in the environment (run-k6.ts writes them, k6/context.ts reads them). */
import type { Options } from 'k6/options'

/** A prepared resident who is signed in. */
export type LoadAccount = { readonly id: number; readonly username: string; readonly cookie: string; readonly qrCodeId: string }

export type LoadPlan = {
  readonly url: string
  readonly password: string
  /** Seconds of the whole test. */
  readonly seconds: number
  /** The first accounts answer rings, the next ones hold idle sockets, the last one is flooded. */
  readonly answering: number
  readonly idle: number
  readonly socketsPerUser: number
  /** The first address (as a number) and the count of those that are sent as X-Forwarded-For. */
  readonly forwardedFrom?: { readonly first: number; readonly count: number }
  readonly options: Options
}
