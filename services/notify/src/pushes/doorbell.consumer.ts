import type { Bus } from '#kit/bus.ts'
import type { EventHandlers } from '#kit/events.ts'
import { traced } from '#kit/tracing.ts'
import { VOCABULARY } from '#proto/entities.ts'
import { RingChange } from '#proto/ring-changes.ts'
import { subjects } from '#proto/subjects.ts'
import { pushEnd, pushRing } from './notify-ring.ts'
import { type NoticeDeps, pushMessage, pushNotice, storedNotice } from './push-notice.ts'
import type { RingEnds } from './ring-ends.ts'

const outcomeOf = (handledType: string) => {
  const found = Object.values(VOCABULARY).find((row) => row.handledType === handledType)
  if (!found) throw new Error(`no outcome of ${handledType}`)
  return found.outcome
}

/** The events repeat the live updates; the first of both is acted on. */
export const onDoorbell = (deps: Parameters<typeof pushEnd>[0] & NoticeDeps): EventHandlers<'doorbell'> => ({
  message_sent: async ({ data }) => {
    if (data.by === 'visitor') await pushMessage(deps, data)
  },
  notification_added: ({ data }) => pushNotice(deps, storedNotice(data)),
  rung: ({ at, data }) => {
    const { activityId, ownerId, doorId, endsAt, quiet } = data
    // Whether it is only listed for a member matters to the live update alone.
    const members = data.members?.map((userId) => ({ userId, quiet: false }))
    return pushRing(deps, { type: 'placed', activityId, ownerId, doorId, at, endsAt, test: false, quiet, members }, 'event')
  },
  handled: ({ data: { activityId, ownerId, handledType, session, device, at } }) =>
    pushEnd(deps, { activityId, ownerId, outcome: outcomeOf(handledType), at: new Date(at), session, device }),
  ended: ({ data: { activityId, ownerId, outcome, at } }) =>
    pushEnd(deps, { activityId, ownerId, outcome, at: new Date(at), session: null, device: null }),
})

const QUEUE = 'notify'

/** One copy takes each change. A lost or failed one is repeated by its event. */
export function onRingChanges(deps: Parameters<typeof pushEnd>[0] & { readonly ends: RingEnds }, bus: Bus): void {
  const handle = async (body: string) => {
    const change = RingChange.parse(JSON.parse(body))
    if (change.type === 'placed') await pushRing(deps, change, 'live')
    else if (change.type === 'ended') {
      const { activityId, outcome, at, session, device } = change
      await pushEnd(deps, { activityId, outcome, at: new Date(at), session, device })
    }
  }
  bus.subscribe(
    subjects.ringChanged,
    (body, subject, { trace }) =>
      void traced(subject, { kind: 'consumer', parent: trace }, () => handle(body)).catch((err: unknown) =>
        deps.log.warn({ err }, 'ring change failed, its event follows'),
      ),
    QUEUE,
  )
  // Every copy: each has requests in progress, and workers that wait.
  bus.subscribe(subjects.ringChanged, (body) => {
    const sent = JSON.parse(body) as RingChange
    if (sent.type === 'placed') return
    const change = RingChange.parse(sent)
    if (change.type === 'ended') deps.ends.add(change.activityId, change.outcome)
    if (change.type === 'photo') deps.ends.addPhoto(change.activityId)
  })
}
