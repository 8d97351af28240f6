import type { EventHandlers } from '#kit/events.ts'
import type { Deliveries } from './send-deliveries.ts'

/** A reset takes an account back from somebody else: their webhooks end, as API tokens do. The owner may switch one on again. */
export const onPasswordReset = ({ deliveries }: { readonly deliveries: Pick<Deliveries, 'turnOffAll'> }): EventHandlers<'auth'> => ({
  password_changed: async ({ data }) => {
    if (data.reset) await deliveries.turnOffAll(data.userId)
  },
})
