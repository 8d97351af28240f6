import type { EventHandlers } from '#kit/events.ts'
import { changePayerEmail } from './checkout.ts'
import type { SyncDeps } from './sync-customer.ts'

/** Stripe gets a changed address; the event is retried while Stripe is away. Without payments there is nothing to change. */
export const onAuth = (deps: SyncDeps | undefined): EventHandlers<'auth'> => ({
  email_changed: async ({ data }) => {
    if (deps) await changePayerEmail(deps, data.userId)
  },
})
