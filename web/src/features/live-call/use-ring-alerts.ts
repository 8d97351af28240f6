/**
 * A ring's alerts besides the modal, as the server allows (`activity.alerts`): a desktop notification while this page is not focused, and
 * one sound if the modal is switched off.
 */
import { useEffect, useRef } from 'react'
import type { Activity } from '#proto/entities.ts'
import { useActivities } from '../../core/queries/activities.ts'
import { type Services, useServices } from '../../core/services.ts'
import { messageOf, nameOf } from '../../ui/activity-texts.ts'
import { liveTexts } from './en-live-call.ts'
import { isLive } from './rings.ts'

const tagOf = (activityId: number) => `ring-${activityId}`

function announce(ring: Activity, { desktop, sounds }: Services): void {
  if (ring.alerts.includes('desktop'))
    desktop.show({
      tag: tagOf(ring.id),
      title: liveTexts.onDesktop(nameOf(ring)),
      text: messageOf(ring),
      onClick: () => undefined,
    })
  if (ring.quiet && ring.alerts.includes('sound')) sounds.play('ring')
}

export function useRingAlerts(): void {
  const services = useServices()
  const { data: activities } = useActivities()
  const announced = useRef(new Set<number>())
  useEffect(() => {
    for (const activity of activities ?? []) {
      const live = isLive(activity, services.clock.now())
      if (live && !announced.current.has(activity.id)) {
        announced.current.add(activity.id)
        announce(activity, services)
      }
      if (!live && announced.current.delete(activity.id)) services.desktop.close(tagOf(activity.id))
    }
  }, [activities, services])
}
