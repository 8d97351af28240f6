/**
 * Requests to hosts that users have chosen: connections are made only to addresses that were checked, no redirect is followed, and an
 * answer has a limited time and length.
 */
import type { LookupFunction } from 'node:net'
import type { Dispatcher } from 'undici'
import type { ResolveAll, Resolved } from './host-addresses.adapter.ts'

const ANSWER_MS = 10_000
/** The text of an answer is not used; a longer one closes its connection. */
const ANSWER_BYTES = 16_384

class RefusedAddress extends Error {}
/** Nothing was sent, because it was no longer wanted. */
export class Unwanted extends Error {}

type Answer = { readonly status: number; readonly retryAfterSeconds?: number }

/** Only checked addresses are connected to: changing a name's answer after the check has no effect. */
export function checkedLookup(resolveAll: ResolveAll, mayConnect: (name: string, address: string) => boolean): LookupFunction {
  return (name, { all }, done) => {
    resolveAll(name).then(
      (addresses) => {
        const [first] = addresses
        if (!first || !addresses.every(({ address }) => mayConnect(name, address)))
          return done(new RefusedAddress(`${name} has an address that is not allowed`), '', 0)
        if (all) return (done as (error: null, addresses: readonly Resolved[]) => void)(null, addresses)
        return done(null, first.address, first.family)
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), '', 0),
    )
  }
}

/**
 * One request; whether it is still wanted is checked right before its first byte is sent: it may have waited until its ring was over.
 * @throws Unwanted where it is no longer wanted: nothing was sent @throws Error where there is no answer
 */
export function exchange(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions, isWanted: () => boolean): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let sent: Dispatcher.DispatchController | undefined
    let isLate = false
    let bytes = 0
    const timer = setTimeout(() => {
      isLate = true
      const error = new Error('no answer in time')
      if (sent) sent.abort(error)
      else reject(isWanted() ? error : new Unwanted())
    }, ANSWER_MS)
    dispatcher.dispatch(options, {
      onRequestStart: (controller) => {
        if (isLate || !isWanted()) controller.abort(new Unwanted())
        else sent = controller
      },
      onResponseStart: (_controller, status, headers) => {
        // An interim answer (RFC 9110, 15.2): the answer follows.
        if (status < 200) return
        const retryAfterSeconds = Number(headers['retry-after'])
        resolve({ status, ...(retryAfterSeconds >= 0 ? { retryAfterSeconds } : {}) })
      },
      onResponseData: (controller, chunk) => {
        bytes += chunk.length
        if (bytes > ANSWER_BYTES) controller.abort(new Error('the answer is too long'))
      },
      onResponseEnd: () => clearTimeout(timer),
      onResponseError: (_controller, error) => {
        clearTimeout(timer)
        reject(error)
      },
    })
  })
}
