/** The texts of one activity in any list. */
import type { Activity } from '#proto/entities.ts'
import { sharedTexts } from '../core/texts/en-shared.ts'
import { isolate } from './bidi.ts'
import type { Tone } from './primitives.tsx'

const t = sharedTexts.activity

const TONES = {
  answered_video: 'green',
  answered_audio: 'green',
  answered_message: 'green',
  missed: 'amber',
  dismissed: 'neutral',
  cancelled: 'neutral',
} as const satisfies Record<NonNullable<Activity['outcome']>, Tone>

/** The visitor's last message by activity id. */
export type Written = ReadonlyMap<number | null, string>

type Ended = Pick<Activity, 'outcome' | 'callSeconds'>

/** Missed, then called back: a call back does not change the outcome. */
export const isCalledBack = ({ outcome, callSeconds }: Ended): boolean => outcome === 'missed' && Boolean(callSeconds)

/** The tag of an activity: its outcome, or that it is live. */
export function tagOf(activity: Ended): { readonly text: string; readonly tone: Tone } {
  if (isCalledBack(activity)) return { text: t.calledBack, tone: 'green' }
  return activity.outcome ? { text: t.tags[activity.outcome], tone: TONES[activity.outcome] } : { text: t.tags.live, tone: 'accent' }
}

/** "Video · 2 min 14 s" after a call, else the outcome. */
export function resultOf(activity: Ended): string {
  const { text } = tagOf(activity)
  return activity.callSeconds ? t.talked(text, activity.callSeconds) : text
}

/** The message; an invite's guest fills no form, so the page says that they joined by its link. */
export const messageOf = ({ activityType, message, test }: Pick<Activity, 'activityType' | 'message' | 'test'>): string =>
  test ? t.test.text : (message ?? (activityType === 'video_call' ? t.byInvite : ''))

/** In lists: the last message of a missed visitor, else the ring's message. */
export const lastMessageOf = (activity: Activity, written: Written | undefined): string =>
  (activity.outcome === 'missed' ? written?.get(activity.id) : undefined) ?? messageOf(activity)

export const visitorNameOf = ({ visitorName, test }: Pick<Activity, 'visitorName' | 'test'>): string =>
  test ? t.test.name : isolate(visitorName?.trim() || t.unknownVisitor)

/** "At Robin's home"; undefined for a ring of this account's own doors. */
export const homeOf = ({ home }: Pick<Activity, 'home'>): string | undefined => home && t.atHome(isolate(home.owner))

/** The door, and whose home it is at where that is another account's. */
export const doorOf = (activity: Pick<Activity, 'home' | 'doorLabel'>): string =>
  activity.home ? `${t.atHome(isolate(activity.home.owner))} · ${activity.doorLabel}` : activity.doorLabel

/** The name in the activity log: "System" for notifications, "Unknown visitor" for erased visitors. */
export const logNameOf = (activity: Pick<Activity, 'visitorName' | 'activityType'>): string =>
  activity.activityType === 'notification' ? activity.visitorName?.trim() || t.system : visitorNameOf(activity)
