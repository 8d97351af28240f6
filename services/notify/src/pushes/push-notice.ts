/** What is pushed beside rings: messages after a miss, visit requests, changes of the account, alerts, ends of sessions, checks. */
import { DAY_MS } from '#proto/durations.ts'
import type { EventData } from '#proto/events.ts'
import type { Input } from '#proto/operations/index.ts'
import { WEEKLY_CHECK } from '../core/weekly-check.ts'
import { type DeliverDeps, deliver } from './deliver.ts'
import { KEPT_FOR, LEASE, type NewNotice, type Pushes } from './pushes.ts'
import { noticeWriter, type WriteNoticeDeps } from './write-notice.ts'

export type NoticeDeps = DeliverDeps &
  WriteNoticeDeps & { readonly pushes: Pick<Pushes, 'claimNotice'>; readonly runInBackground: (work: Promise<void>) => void }

/** A notice is worth a day. */
const WORTH = DAY_MS

const NOWHERE = { session: null, activityId: null, ref: null } as const

export const messageNotice = ({ activityId, ownerId: userId, messageId }: EventData<'doorbell.message_sent'>): NewNotice => ({
  ...{ kind: 'message', subject: `message-${messageId}`, userId, session: null, activityId, ref: messageId },
})
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
