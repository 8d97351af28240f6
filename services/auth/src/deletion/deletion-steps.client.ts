/** The step of each service in the deletion of an account; each can be repeated. */
import type { Bus } from '#kit/bus.ts'
import type { AskedDeletion, DeletionSteps, Step } from './delete-account.ts'

/** Deleting many files takes long. */
const TIMEOUT = 30_000

/** @param eraseEvents deletes the account's events and dead letters on NATS */
export function createDeletionSteps(bus: Bus, eraseEvents: (userId: number) => Promise<void>): DeletionSteps {
  const timeout = TIMEOUT
  const steps: Readonly<Record<Step, (deletion: AskedDeletion) => Promise<unknown>>> = {
    'close-doors': ({ userId }) => bus.call('doorbell.close_owner', { userId }, { timeout: 3_000 }),
    'cancel-subscription': async ({ userId, askedAt }) =>
      (await bus.call('billing.cancel_for_deletion', { userId, askedAt: askedAt.toISOString() }, { timeout })).cancelled,
    signaling: ({ userId }) => bus.call('signaling.forget_owner', { userId }, { timeout }),
    doorbell: ({ userId }) => bus.call('doorbell.forget_owner', { userId }, { timeout }),
    security: ({ userId }) => bus.call('security.forget_user', { userId }, { timeout }),
    notify: ({ userId }) => bus.call('notify.forget_user', { userId }, { timeout }),
    billing: ({ userId }) => bus.call('billing.forget_user', { userId }, { timeout }),
    events: ({ userId }) => eraseEvents(userId),
  }
  return { run: async (step, deletion) => (await steps[step](deletion)) !== false }
}
