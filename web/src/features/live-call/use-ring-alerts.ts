/**
 * A ring's alerts besides the modal, as the server allows (`activity.alerts`): a desktop notification while this page is not focused, and
 * one sound if the modal is switched off. Notifications of rings that are over, pushed ones too, are closed.
 */
import { useEffect, useRef } from 'react'
import type { Activity } from '#proto/entities.ts'
import { isPageVisible, onVisibilityChange } from '../../core/page-events.ts'
import { useActivities } from '../../core/queries/activities.ts'
import { type Services, useServices } from '../../core/services.ts'
import { messageOf, visitorNameOf } from '../../ui/activity-texts.ts'
import { isolate } from '../../ui/bidi.ts'
import { liveTexts } from './en-live-call.ts'
import { isLive } from './rings.ts'

/** That of a ring's pushes too (services/notify). */
const tagOf = (activityId: number) => `ring-${activityId}`

function announce(ring: Activity, { desktop, sounds }: Services): void {
  if (ring.alerts.includes('desktop'))
    void desktop.show({
      tag: tagOf(ring.id),
      title: ring.home
        ? liveTexts.onDesktopAtHome(visitorNameOf(ring), isolate(ring.home.owner))
        : liveTexts.onDesktop(visitorNameOf(ring)),
      text: messageOf(ring),
      path: `/rings/${ring.id}`,
    })
  if (ring.quiet && ring.alerts.includes('sound')) sounds.play('ring')
}

export function useRingAlerts(): void {
  const services = useServices()
  const { data: activities } = useActivities()
  const announced = useRef(new Set<number>())
  useEffect(() => {
    if (!activities) return
    const live = activities.filter((activity) => isLive(activity, services.clock.now()))
    for (const activity of live) {
      if (announced.current.has(activity.id)) continue
      announced.current.add(activity.id)
      announce(activity, services)
    }
    // A test ring that is over is in no list.
    for (const id of announced.current) {
      if (live.some((activity) => activity.id === id)) continue
      announced.current.delete(id)
      const ring = activities.find((activity) => activity.id === id)
      // Its time is over, and the server has not confirmed it yet.
      const isMissed = ring !== undefined && (ring.outcome === null || ring.outcome === 'missed' || ring.outcome === 'cancelled')
      void services.desktop.close(tagOf(id), isMissed)
    }
  }, [activities, services])
  useStaleNotifications()
}

/** The id of a ring, from its notification. */
const ringOf = ({ tag }: Notification): number | undefined => Number(/^ring-(\d+)$/.exec(tag)?.[1]) || undefined

/** A page that is opened, or becomes visible again, closes notifications of rings that are over. */
function useStaleNotifications(): void {
  const { cache, clock, worker } = useServices()
  const isKnown = useActivities().data !== undefined
  useEffect(() => {
    if (!isKnown) return
    const closeStale = async () => {
      if (!isPageVisible()) return
      for (const notification of (await (await worker.registration())?.getNotifications()) ?? []) {
        const id = ringOf(notification)
        const ring = id === undefined ? undefined : cache.activity(id)
        const endsAt: string = notification.data?.endsAt ?? ''
        const isOver = ring ? !isLive(ring, clock.now()) : Date.parse(endsAt) <= clock.now()
        if (id !== undefined && isOver) notification.close()
      }
    }
    void closeStale()
    return onVisibilityChange(() => void closeStale())
  }, [isKnown, cache, clock, worker])
}
