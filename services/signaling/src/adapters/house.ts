/** The rest of the house over NATS. */
import type { Bus } from '#kit/bus.ts'
import { houseCaller } from '#kit/handlers.ts'
import { subjects } from '#proto/subjects.ts'
import type { House } from '../domain/ports.ts'

/** A node that does not answer by then is lost; press to picture should not wait longer. */
const SFU_TIMEOUT = 2_000

export function createHouse(bus: Bus): House {
  return {
    claim: (input, caller) => bus.call('doorbell.claim', input, { caller }),
    facts: (activityId) => bus.call('doorbell.ring_facts', { activityId }, { caller: houseCaller('') }),
    cancelLive: (activityId, caller) => bus.call('doorbell.cancel_live', { activityId }, { caller }),
    visitorGone: async (activityId, caller) => {
      await bus.call('doorbell.receipt', { activityId, state: 'hidden' }, { caller })
    },
    record: async (input) => {
      await bus.call('doorbell.record_call', input)
    },
    isPremium: async (userId) => (await bus.call('billing.tier', { userId })).tier === 'premium',
    sfu: (node, operation, input) => bus.call(operation, input, { node, timeout: SFU_TIMEOUT }),
    toVisitor: (activityId, frame) => bus.live(subjects.liveVisit(activityId), frame),
    toOwner: (ownerId, frame) => bus.live(subjects.liveUser(ownerId), frame),
    toSocket: (clientId, frame) => bus.live(subjects.liveClient(clientId), frame),
  }
}
