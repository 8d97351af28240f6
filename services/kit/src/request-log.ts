/** The request that code runs for: every line that it logs has the request's id (log.ts). */
import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<string>()

/** Runs `work`, and all that it awaits, for this request. */
export const inRequest = <T>(requestId: string, work: () => T): T => requests.run(requestId, work)

/** @returns no field outside of a request, as in a job or at the start */
export function requestFields(): { readonly requestId?: string } {
  const requestId = requests.getStore()
  return requestId === undefined ? {} : { requestId }
}
