/**
 * What a ring may do beside the modal, by the server's word (`activity.alerts`): stand on the desktop while nobody looks at this page, and
 * sound once where its modal is switched off.
 */
import { useEffect, useRef } from 'react'
import type { Activity } from '#proto/entities.ts'
import { serverClock } from '../../core/server-clock.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { messageOf, nameOf } from '../../ui/activity-words.ts'
import { useActivities } from '../data/activities.ts'
import { desktop, sounds } from '../services.ts'
import { isLive } from './rings.ts'

const tagOf = (activityId: number) => `ring-${activityId}`

function announce(ring: Activity): void {
  if (ring.alerts.includes('desktop'))
    desktop.show({
      tag: tagOf(ring.id),
      title: residentTexts.ring.onDesktop(nameOf(ring)),
      text: messageOf(ring),
      onClick: () => undefined,
    })
  if (ring.quiet && ring.alerts.includes('sound')) sounds.play('ring')
}

export function useRingAlerts(): void {
  const { data: activities } = useActivities()
  const told = useRef(new Set<number>())
  useEffect(() => {
    for (const activity of activities ?? []) {
      const live = isLive(activity, serverClock.now())
      if (live && !told.current.has(activity.id)) {
        told.current.add(activity.id)
        announce(activity)
      }
      if (!live && told.current.delete(activity.id)) desktop.close(tagOf(activity.id))
    }
  }, [activities])
}
