/** How one activity reads in any list. */
import type { Activity } from '#proto/entities.ts'
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

/** The tag of an activity: what became of it, or that somebody stands at the door. */
export function tagOf(activity: Activity): { readonly text: string; readonly tone: Tone } {
  return activity.outcome ? { text: t.tags[activity.outcome], tone: TONES[activity.outcome] } : { text: t.tags.live, tone: 'accent' }
}

/** The guest of an invite filled no form: that they came by its link stands in the place of words. */
export const messageOf = ({ activityType, message }: Pick<Activity, 'activityType' | 'message'>): string =>
  message ?? (activityType === 'video_call' ? t.byInvite : '')

export const nameOf = (activity: Pick<Activity, 'visitorName'>): string => activity.visitorName?.trim() || t.unknownVisitor
