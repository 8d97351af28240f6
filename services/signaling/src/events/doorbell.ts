import type { EventHandlers } from '#kit/events.ts'
import { onHandled, onRingEnded, onRung } from '../domain/answer/rings.ts'
import type { CallDeps } from '../domain/ports.ts'
import { refreshMembers } from '../domain/presence/refresh-members.ts'

/** Within this time an answer that doorbell has accepted before a change of the members opens its call. Milliseconds. */
const ANSWER_OPENS_WITHIN = 700

export const onDoorbell = (deps: CallDeps): EventHandlers<'doorbell'> => ({
  rung: ({ data }) => onRung(deps, data),
  handled: ({ data }) => onHandled(deps, data),
  ended: ({ data }) => onRingEnded(deps, data),
  member_changed: async ({ data: { ownerId } }) => {
    await refreshMembers(deps, ownerId)
    // Such an answer has the members of before: once more, not awaited, because the next change must not wait for it.
    const again = () => refreshMembers(deps, ownerId).catch((err: unknown) => deps.log.warn({ err, ownerId }, 'members not read again'))
    setTimeout(() => void again(), ANSWER_OPENS_WITHIN).unref()
  },
})
