/** The panel of a visit's screen; a call covers the whole page once its code has loaded (app.tsx). */
import { useEffect } from 'react'
import { useValue } from '../../core/use-value.ts'
import { visitorTexts } from '../en-visitor.ts'
import { isGuestOfInvite } from '../page/form-page.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { SeeAndErase } from '../parts/tabs.tsx'
import type { VisitState } from '../state/visit-state.ts'
import { CallLoading } from './call-loading.tsx'
import { VisitorChatPanel } from './chat-panel.tsx'
import { Declined, Ended, Missed, Sent } from './end-panels.tsx'
import { ErrorNote } from './error-note.tsx'
import { Inactive } from './inactive.tsx'
import { InvitePanel } from './invite-panel.tsx'
import { OfferCard } from './offer-card.tsx'
import { PhotoNote } from './photo-note.tsx'
import { TryAgain } from './try-again.tsx'
import { WaitingPanel } from './waiting-panel.tsx'

type ScreenProps = { readonly page: VisitorPage }

/** The elements above the panel: an error that no panel shows, a photo that was not sent, and a late call. */
export function Notes({ page }: ScreenProps) {
  const { offer } = useValue(page.state)
  return (
    <>
      <ErrorNote page={page} />
      <PhotoNote page={page} />
      {offer && <OfferCard page={page} />}
    </>
  )
}

export function VisitScreen({ page }: ScreenProps) {
  const state = useValue(page.state)
  useStageLoading(page, state)
  const { visit, screen } = state
  if (isGuestOfInvite(page) && (!visit || screen.at === 'form' || screen.at === 'inactive')) return <InvitePanel page={page} />
  if (!visit || screen.at === 'inactive') return <Inactive />
  switch (screen.at) {
    case 'form':
      return null
    case 'waiting':
      return <WaitingPanel page={page} visit={visit} />
    case 'missed':
      return <Missed page={page} visit={visit} />
    case 'sent':
      return <Sent page={page} visit={visit} />
    case 'declined':
      return <Declined page={page} />
    case 'ended':
      return <Ended page={page} visit={visit} />
    case 'chat': {
      const aside = isGuestOfInvite(page) ? undefined : <TryAgain page={page} className="btn sm" label={visitorTexts.ringAgain} />
      return <VisitorChatPanel page={page} visit={visit} aside={aside} foot={<SeeAndErase qrCodeId={visit.qrCodeId} />} />
    }
    case 'call':
      return <CallLoading page={page} visit={visit} />
  }
}

/** Loads the call's view while it rings, like its media: an answer then waits for neither. */
function useStageLoading(page: VisitorPage, { screen, visit }: VisitState): void {
  const isNeeded = screen.at === 'call' || (screen.at === 'waiting' && visit?.offersCamera === true)
  useEffect(() => {
    if (isNeeded) page.loadStage?.()
  }, [page, isNeeded])
}
