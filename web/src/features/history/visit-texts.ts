/** The texts of a visit in the history. */
import { DAY_MS } from '#proto/durations.ts'
import type { Activity } from '#proto/entities.ts'
import type { ActivityStory, StoryStep } from '#proto/history.ts'
import { dayOf, daysBefore } from '../../core/zone.ts'
import { historyTexts } from './en-history.ts'

const t = historyTexts

/** Calendar days until retention deletes it, as the visitor's page counts them; 0 is today. */
export const daysLeft = (activity: Activity, now: Date): number =>
  (Date.parse(dayOf(new Date(activity.expiresAt))) - Date.parse(dayOf(now))) / DAY_MS

/** Seconds between the ring and its answer. */
export const answeredAfter = (activity: Activity): number =>
  activity.answeredAt ? Math.max(0, Math.round((Date.parse(activity.answeredAt) - Date.parse(activity.timestamp)) / 1000)) : 0

export type DayOfVisits = { readonly key: string; readonly title: string; readonly visits: readonly Activity[] }

/** Groups activities by calendar day, in their given order. */
export function byDay(activities: readonly Activity[], now: Date): readonly DayOfVisits[] {
  const today = dayOf(now)
  const yesterday = daysBefore(today, 1)
  const days = new Map<string, Activity[]>()
  for (const activity of activities) {
    const key = dayOf(new Date(activity.timestamp))
    days.set(key, [...(days.get(key) ?? []), activity])
  }
  return [...days].map(([key, visits]) => ({
    key,
    visits,
    title: key === today ? t.today : key === yesterday ? t.yesterday : t.day(new Date(visits[0]?.timestamp ?? now)),
  }))
}

export type TimelineLine = { readonly key: string; readonly text: string; readonly at: string }

const sentence = (step: StoryStep) => {
  const text = step.kind === 'delivered' ? t.steps.delivered(1) : t.steps[step.kind]
  return step.by ? `${text} ${t.onDevice(step.by)}` : text
}

/** Merges all reached devices into one line with the time of the first. What only a newer server knows has no sentence here. */
export function timelineOf(story: ActivityStory): readonly TimelineLine[] {
  const steps = story.steps.filter(({ kind }) => Object.hasOwn(t.steps, kind))
  const devices = steps.filter(({ kind }) => kind === 'delivered')
  const [first] = devices
  return steps
    .filter((step) => step.kind !== 'delivered' || step === first)
    .filter((step, index, all) => step.kind !== 'seen' || all.findIndex(({ kind }) => kind === 'seen') === index)
    .map((step, index) => ({
      key: `${index}-${step.kind}`,
      text: step === first ? t.steps.delivered(devices.length) : sentence(step),
      at: step.at,
    }))
}
