/** How one activity reads in any list. */
import type { Activity } from '#proto/entities.ts'
import { historyTexts } from '../core/texts/en-history.ts'
import { residentTexts } from '../core/texts/en-resident.ts'
import type { Tone } from './parts.tsx'

const t = residentTexts.activities

const TONES = {
  answered_video: 'green',
  answered_audio: 'green',
  answered_message: 'green',
  missed: 'amber',
  dismissed: 'neutral',
  cancelled: 'neutral',
} as const satisfies Record<NonNullable<Activity['outcome']>, Tone>

/** What its visitor wrote last, by the activity's id. */
export type Written = ReadonlyMap<number | null, string>

type Ended = Pick<Activity, 'outcome' | 'callSeconds'>

/** Missed at the door, and then talked to: a call back leaves the outcome as it was. */
export const isCalledBack = ({ outcome, callSeconds }: Ended): boolean => outcome === 'missed' && Boolean(callSeconds)

/** The tag of an activity: what became of it, or that somebody stands at the door. */
export function tagOf(activity: Ended): { readonly text: string; readonly tone: Tone } {
  if (isCalledBack(activity)) return { text: t.calledBack, tone: 'green' }
  return activity.outcome ? { text: t.tags[activity.outcome], tone: TONES[activity.outcome] } : { text: t.tags.live, tone: 'accent' }
}

/** "Video · 2 min 14 s" where they talked, else what became of it. */
export function resultOf(activity: Ended): string {
  const { text } = tagOf(activity)
  return activity.callSeconds ? historyTexts.talked(text, activity.callSeconds) : text
}

/** The guest of an invite filled no form: that they came by its link stands in the place of words. */
export const messageOf = ({ activityType, message }: Pick<Activity, 'activityType' | 'message'>): string =>
  message ?? (activityType === 'video_call' ? t.byInvite : '')

/** In the lists of visits: what a missed visitor wrote last, instead of the ring's message. */
export const leftOrMessageOf = (activity: Activity, written: Written | undefined): string =>
  (activity.outcome === 'missed' ? written?.get(activity.id) : undefined) ?? messageOf(activity)

export const nameOf = (activity: Pick<Activity, 'visitorName'>): string => activity.visitorName?.trim() || t.unknownVisitor

/** In the activity log, which holds more than visits: what nobody came for is the system's, an erased visitor stays a visitor. */
export const logNameOf = (activity: Pick<Activity, 'visitorName' | 'activityType'>): string =>
  activity.activityType === 'notification' ? activity.visitorName?.trim() || historyTexts.log.system : nameOf(activity)
