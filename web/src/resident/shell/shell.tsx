/** What stands around every signed-in page: sidebar, phone menu, and above all of it the door (live layer). */
import { ArrowLeftIcon, ListIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { notificationTexts } from '../../core/texts/en-notifications.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Mark } from '../../ui/mark.tsx'
import { IconButton } from '../../ui/parts.tsx'
import { useActivity } from '../data/activities.ts'
import { useResidentsZone } from '../data/preferences.ts'
import { LiveLayer } from '../live/live-layer.tsx'
import type { Live } from '../live/transitions.ts'
import { useBridge } from '../live/use-bridge.ts'
import { MORE } from '../navigation.ts'
import { happened, useLiveDispatch, useScreen } from '../store.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { useSignedIn } from './signed-in.tsx'
import { TopActions } from './top-actions.tsx'

const t = residentTexts
const ChatScreen = lazy(async () => ({ default: (await import('../live/chat-screen.tsx')).ChatScreen }))

/** The chat that is open, or lies open under a ringing modal. */
function chatIn(screen: Live): number | undefined {
  if (screen.mode === 'message') return screen.activityId
  return screen.mode === 'ringing' ? (screen.back ?? undefined) : undefined
}

/** Leaving for another page closes the chat; a call stays. */
function useClosedByNavigation(): void {
  const dispatch = useLiveDispatch()
  const screen = useScreen()
  const { key } = useLocation()
  const [left, setLeft] = useState(key)
  useEffect(() => {
    if (left === key) return
    setLeft(key)
    if (screen.mode === 'message') dispatch(happened({ type: 'closed' }))
  }, [key, left, screen.mode, dispatch])
}

export function Shell() {
  const user = useSignedIn()
  const dispatch = useLiveDispatch()
  const screen = useScreen()
  const chatting = useActivity(chatIn(screen))
  const inCall = screen.mode === 'videoCall' || screen.mode === 'audioCall'
  const openChat = useCallback(
    (activityId: number): ReactNode => (
      <Button size="small" onClick={() => dispatch(happened({ type: 'chatOpened', activityId }))}>
        {t.chat.openChat}
      </Button>
    ),
    [dispatch],
  )
  useBridge(user, openChat)
  useResidentsZone()
  useClosedByNavigation()
  return (
    <>
      <div className={styles.app} hidden={inCall}>
        <a className={styles.skip} href="#content">
          {t.common.skipToContent}
        </a>
        <Sidebar user={user} />
        {chatting ? (
          <Suspense fallback={null}>
            <ChatScreen key={chatting.id} activity={chatting} user={user} />
          </Suspense>
        ) : (
          <Page user={user} />
        )}
      </div>
      <LiveLayer user={user} />
    </>
  )
}

function Page({ user }: { user: ReturnType<typeof useSignedIn> }) {
  const [menu, setMenu] = useState(false)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const close = () => setMenu(false)
  return (
    <main className={styles.main} id="content" tabIndex={-1}>
      <div className={styles.phone}>
        <IconButton look="quiet" label={t.shell.menu} aria-expanded={menu} onClick={() => setMenu(true)}>
          <ListIcon size={20} aria-hidden />
        </IconButton>
        {MORE.some(({ path }) => path === pathname) ? (
          <IconButton look="quiet" label={notificationTexts.back} onClick={() => void navigate('/doorbell')}>
            <ArrowLeftIcon size={20} aria-hidden />
          </IconButton>
        ) : (
          <Mark />
        )}
        <TopActions />
      </div>
      <Outlet context={user} />
      {menu ? (
        <Dialog label={t.shell.main} className={styles.menu} onEscape={close} onOutside={close}>
          <Sidebar user={user} onClose={close} />
        </Dialog>
      ) : null}
    </main>
  )
}
