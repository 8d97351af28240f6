/** Pushes other than rings: messages after a miss, visit requests, changes of the account, alerts, ends of sessions, checks. */
import { DAY_MS } from '#proto/durations.ts'
import type { EventData } from '#proto/events.ts'
import type { Input } from '#proto/operations/index.ts'
import { WEEKLY_CHECK } from '../core/weekly-check.ts'
import { messagesTag } from './build-payload.ts'
import { type DeliverDeps, deliver } from './deliver.ts'
import { KEPT_FOR, LEASE, type NewNotice, type Pushes } from './pushes.ts'
import { noticeWriter } from './write-notice.ts'

export type NoticeDeps = DeliverDeps &
  Parameters<typeof noticeWriter>[0] & {
    readonly pushes: Pick<Pushes, 'claimNotice' | 'claimMessage'>
    readonly runInBackground: (work: Promise<void>) => void
  }

/** A notice is valid for a day. */
const WORTH = DAY_MS

/** Between two pushes about one visit's messages: the first is sent immediately, later ones have the newest text. Four a minute at most. */
const MESSAGES_APART = 15

const NOWHERE = { session: null, activityId: null, ref: null } as const

export const storedNotice = ({ notificationId, ownerId: userId }: EventData<'doorbell.notification_added'>): NewNotice => ({
  ...{ ...NOWHERE, kind: 'system', subject: `notification-${notificationId}`, userId, ref: String(notificationId) },
})
export const alertNotice = (userId: number, key: string): NewNotice => ({ ...NOWHERE, kind: 'alert', subject: `alert-${key}`, userId })
export const sessionNotice = ({ userId, session, endsAt }: Input<'notify.push_session_end'>): NewNotice => ({
  ...{ ...NOWHERE, kind: 'session', subject: `session-${endsAt}`, userId, session, ref: endsAt },
})
/** @param due when it was due: each is pushed once, whichever copy dies when */
export const checkNotice = ({ userId, session, due }: { userId: number; session: string; due: Date }): NewNotice => ({
  ...{ kind: 'system', subject: `check-${due.toISOString()}`, userId, session, activityId: null, ref: WEEKLY_CHECK },
})

/** Once for each subject and device, however often it arrives. @param lifeMs it is not sent later */
export async function pushNotice(deps: NoticeDeps, notice: NewNotice, lifeMs = WORTH): Promise<void> {
  const { clock, pushes } = deps
  const times = { now: clock.now(), leasedUntil: clock.in(LEASE), endsAt: clock.in(lifeMs), expiresAt: clock.in(KEPT_FOR) }
  const claimed = await pushes.claimNotice(notice, times)
  const [first] = claimed
  if (first) deps.runInBackground(deliver(deps, claimed, noticeWriter(deps, first)))
}

/** A visitor may send sixty messages a minute: one push covers several. */
export async function pushMessage(deps: NoticeDeps, message: EventData<'doorbell.message_sent'>): Promise<void> {
  const { clock, pushes } = deps
  const { activityId, ownerId, messageId: ref, members = [] } = message
  for (const userId of [ownerId, ...members]) {
    const claimed = await pushes.claimMessage(
      { subject: messagesTag(activityId), userId, activityId, ref },
      {
        ...{ now: clock.now(), leasedUntil: clock.in(LEASE), expiresAt: clock.in(KEPT_FOR) },
        ...{ gapSeconds: MESSAGES_APART, lifeSeconds: WORTH / 1_000 },
      },
    )
    const [first] = claimed
    // Each account has its own preferences.
    if (first) deps.runInBackground(deliver(deps, claimed, noticeWriter(deps, first)))
  }
}
