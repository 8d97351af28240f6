import type { EventHandlers } from '#kit/events.ts'
import { changePayerEmail } from './checkout.ts'
import type { SyncDeps } from './sync-customer.ts'

/** Sends a changed address to Stripe; the event is retried while Stripe is down. Without payments there is nothing to change. */
export const onAuth = (deps: SyncDeps | undefined): EventHandlers<'auth'> => ({
  email_changed: async ({ data }) => {
    if (deps) await changePayerEmail(deps, data.userId)
  },
})
