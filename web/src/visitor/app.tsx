/** Shows the panel of the page's state; a call covers the whole page. */
import { lazy, Suspense, useEffect } from 'react'
import type { Api } from '../core/api.ts'
import { visitorTexts } from '../core/texts/en-visitor.ts'
import { useValue } from '../ui/use-value.ts'
import { isGuestOfInvite } from './page/boot.ts'
import { usePanelChange } from './page/panel-change.ts'
import type { VisitorPage } from './page/visitor-page.ts'
import { CallLoading } from './panels/call-loading.tsx'
import { ChatPanel } from './panels/chat-panel.tsx'
import { CodeEntry } from './panels/code-entry.tsx'
import { Declined, Ended, Inactive, Missed, Sent } from './panels/end-panels.tsx'
import { ErrorNote } from './panels/error-note.tsx'
import { InvitePanel } from './panels/invite-panel.tsx'
import { OfferCard } from './panels/offer-card.tsx'
import { RingForm } from './panels/ring-form.tsx'
import { WaitingPanel } from './panels/waiting-panel.tsx'
import { DoorHeader } from './parts/door-header.tsx'
import { SeeAndErase, Tabs } from './parts/tabs.tsx'
import type { PageState } from './state/page-state.ts'

const loadStage = () => import('./call/call-stage.tsx')
const CallStage = lazy(async () => ({ default: (await loadStage()).CallStage }))

type AppProps = { readonly page: VisitorPage; readonly api: Api }

export function App({ page, api }: AppProps) {
  const state = useValue(page.state)
  const { at } = state.screen
  const label = useValue(page.label)
  useTitle(label, at)
  usePreloadedStage(state)
  usePanelChange(`${at} ${state.writing} ${state.offer} ${state.ringing === 'again'}`)
  if (page.boot.page === 'code') return <CodeEntry api={api} />
  if (at === 'call') {
    return (
      <Suspense fallback={<CallLoading page={page} />}>
        <CallStage page={page} label={label} />
      </Suspense>
    )
  }
  return (
    <main className="door">
      <DoorHeader label={at === 'inactive' ? undefined : label} isSmall={at !== 'form' || isGuestOfInvite(page)} />
      {at === 'form' && !isGuestOfInvite(page) && <Tabs boot={page.boot} />}
      <ErrorNote page={page} />
      {state.offer && <OfferCard page={page} />}
      <Panel page={page} state={state} />
    </main>
  )
}

/** Loads the call's view while it rings, like its media: an answer then waits for neither. */
function usePreloadedStage({ screen, visit }: PageState): void {
  const mayCome = screen.at === 'waiting' && visit?.offersCamera === true
  useEffect(() => {
    // If this fails, the call loads it again.
    if (mayCome) void loadStage().catch(() => undefined)
  }, [mayCome])
}

function Panel({ page, state }: { readonly page: VisitorPage; readonly state: PageState }) {
  const { visit, screen } = state
  if (isGuestOfInvite(page) && (!visit || screen.at === 'form' || screen.at === 'inactive')) return <InvitePanel page={page} />
  if (screen.at === 'inactive') return <Inactive />
  if (!visit || screen.at === 'form') return <RingForm page={page} />
  switch (screen.at) {
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
    case 'chat':
      return isGuestOfInvite(page) ? (
        <ChatPanel page={page} visit={visit} foot={<SeeAndErase qrCodeId={visit.qrCodeId} />} />
      ) : (
        <ChatPanel page={page} visit={visit} aside={<RingAgain page={page} />} foot={<SeeAndErase qrCodeId={visit.qrCodeId} />} />
      )
    case 'call':
      return <ChatPanel page={page} visit={visit} />
  }
}

/** A visitor who returns to a door with an answered ring can ring again. */
function RingAgain({ page }: { readonly page: VisitorPage }) {
  return (
    <button type="button" className="btn sm" onClick={page.tryAgain}>
      {visitorTexts.ringAgain}
    </button>
  )
}

function useTitle(label: string | undefined, at: PageState['screen']['at']): void {
  useEffect(() => {
    const { tabs, waiting, resident } = visitorTexts
    const what = at === 'waiting' ? waiting.title : at === 'call' || at === 'chat' ? resident : tabs.ring
    if (label) document.title = `${label} · ${what}`
  }, [label, at])
}
