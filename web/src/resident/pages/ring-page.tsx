/**
 * /rings/:id: the target of a notification. Shows the ring while it is live, by the server's list only (docs/product/decisions.md, 8), else
 * its visit, with the chat over it if `?open=chat` is set.
 */
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { isApiError } from '../../core/api-error.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { useActivities } from '../../core/queries/activities.ts'
import { useSignedIn } from '../../core/queries/user.ts'
import { HOME } from '../../core/return-path.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useVisitDetails } from '../../features/history/queries.ts'
import { useCallController } from '../../features/live-call/call-context.ts'
import { isLiveRing } from '../../features/live-call/rings.ts'
import { useOpenRing } from '../../features/live-call/use-open-ring.ts'
import { LoadingPage } from '../../ui/loading-page.tsx'
import { CentrePage, ErrorState } from '../../ui/primitives.tsx'
import { NotFoundPage, VisitGonePage } from './not-found-page.tsx'

export function RingPage() {
  const { id = '' } = useParams()
  return /^\d{1,10}$/.test(id) ? <Ring key={id} id={Number(id)} /> : <NotFoundPage />
}

/** @returns a promise that resolves when the next page has taken this one's place */
function useLeaving(): Promise<void> {
  const leave = useRef<() => void>(undefined)
  const [leaving] = useState(
    () =>
      new Promise<void>((resolve) => {
        leave.current = resolve
      }),
  )
  useEffect(() => () => leave.current?.(), [])
  return leaving
}

function Ring({ id }: { readonly id: number }) {
  const { cache, clock } = useServices()
  const { search } = useLocation()
  const navigate = useNavigate()
  const activities = useActivities()
  const listed = activities.data?.find((activity) => activity.id === id)
  const details = useVisitDetails(activities.data && !listed ? id : undefined)
  // A page that was suspended has an old list.
  const ring = listed ?? details.data?.activity
  const openRing = useOpenRing(useSignedIn())
  const controller = useCallController()
  const leaving = useLeaving()
  const isOpened = useRef(false)
  useEffect(() => {
    if (!ring || isOpened.current) return
    isOpened.current = true
    if (!listed) cache.updateActivity(ring)
    const isLive = isLiveRing(ring, clock.now())
    if (isLive) openRing(ring, search, leaving)
    // The chat is an entry of the page's history: the page must be mounted first.
    else if (new URLSearchParams(search).get('open') === 'chat')
      void leaving.then(() => controller.show({ type: 'chatOpened', activityId: id }))
    void navigate(isLive ? HOME : `/visitors-page?open=${id}`, { replace: true })
  }, [ring, listed, id, search, leaving, openRing, controller, cache, clock, navigate])

  const failed = activities.data ? details : activities
  if (isApiError(details.error, 'not_found', 'validation_failed')) return <VisitGonePage />
  if (!failed.isError || ring) return <LoadingPage />
  return (
    <CentrePage>
      <ErrorState text={errorMessageOf(failed.error)} retry={sharedTexts.common.tryAgain} onRetry={() => void failed.refetch()} />
    </CentrePage>
  )
}
