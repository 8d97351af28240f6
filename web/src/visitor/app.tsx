/** The page of a door or an invite: the ring form, or the visit's screen. */
import { useEffect, useLayoutEffect } from 'react'
import { constantStore, type Store } from '../core/store.ts'
import { useValue } from '../core/use-value.ts'
import { RingForm } from './form/ring-form.tsx'
import type { LiveCode } from './live.ts'
import { type FormPage, isGuestOfInvite } from './page/form-page.ts'
import { DoorHeader } from './parts/door-header.tsx'
import { DoorTabs } from './parts/tabs.tsx'
import { usePanelChange } from './parts/use-panel-change.ts'
import { documentTitleOf } from './title.ts'

/** Another screen begins at its top, unless a text field has the focus. */
function showTop(): void {
  if (!document.activeElement?.matches('input, textarea')) window.scrollTo(0, 0)
}

const NO_STAGE = constantStore(null)

type AppProps = {
  readonly page: FormPage
  /** Null until its code has loaded; only the form is shown without it. */
  readonly live: Store<LiveCode | null>
  /** Called once the markup is hydrated, before it is painted. */
  readonly onHydrated?: () => void
}

export function App({ page, live: liveStore, onHydrated }: AppProps) {
  const state = useValue(page.state)
  const live = useValue(liveStore)
  const label = useValue(page.label)
  const { at } = state.screen
  const stage = useValue(live?.page.stage ?? NO_STAGE)
  const isGuest = isGuestOfInvite(page)
  const isForm = !isGuest && (at === 'form' || (!state.visit && at !== 'inactive'))
  useLayoutEffect(() => onHydrated?.(), [onHydrated])
  useEffect(() => {
    live?.page.begin?.()
  }, [live])
  useEffect(() => {
    if (label) document.title = documentTitleOf(label, at)
  }, [label, at])
  const isDelayed = state.ringing === 'again' || state.ringing === 'crowded'
  usePanelChange(`${at} ${state.writing} ${state.offer} ${isDelayed}`, page.panelChanged)
  usePanelChange(at, showTop)

  if (at === 'call' && live && stage) {
    const Stage = stage
    return <Stage page={live.page} label={label} />
  }
  const { start } = page
  const hasChat = !isForm && state.visit !== null && (at === 'chat' || at === 'ended' || at === 'call')
  return (
    <main className={hasChat ? 'door has-chat' : 'door'}>
      <DoorHeader label={at === 'inactive' ? undefined : label} isSmall={!isForm} clock={page.clock} />
      {isForm && start.page === 'door' && start.isKnown && <DoorTabs door={start.door} current="ring" />}
      {live && <live.Notes page={live.page} />}
      {isForm ? <RingForm page={page} live={live} /> : live && <live.VisitScreen page={live.page} />}
    </main>
  )
}
