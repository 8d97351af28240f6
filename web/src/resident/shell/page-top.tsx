/** A page's title, what stands beside it, and the amber bar while this page hears of rings late. */
import { WifiSlashIcon } from '@phosphor-icons/react'
import { type ReactNode, useEffect, useState } from 'react'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { classes, Notice } from '../../ui/parts.tsx'
import { Tip } from '../../ui/tip.tsx'
import { useValue } from '../../ui/use-value.ts'
import { connection } from '../services.ts'
import { useTitle } from '../use-title.ts'
import styles from './shell.module.css'
import { TopActions } from './top-actions.tsx'

const t = residentTexts.shell

type Reach = 'live' | 'connecting' | 'offline'

function useReach(): Reach {
  const { status, registered, blocked } = useValue(connection.state)
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const changed = () => setOnline(navigator.onLine)
    window.addEventListener('online', changed)
    window.addEventListener('offline', changed)
    return () => {
      window.removeEventListener('online', changed)
      window.removeEventListener('offline', changed)
    }
  }, [])
  if (status === 'open' && registered) return 'live'
  return !online ? 'offline' : blocked || status === 'connecting' || status === 'open' ? 'connecting' : 'offline'
}

/** A short gap is not worth a bar; a bar that came stays until 2 s after the socket is back (look: offline). */
function useBar(reach: Reach): Reach | undefined {
  const [bar, setBar] = useState<Reach>()
  useEffect(() => {
    const delay = reach === 'live' ? 2_000 : 3_000
    const timer = setTimeout(() => setBar(reach === 'live' ? undefined : reach), delay)
    return () => clearTimeout(timer)
  }, [reach])
  return bar
}

const WORDS = { live: t.live, connecting: t.connecting, offline: t.offline }
const HINTS = { live: t.liveHint, connecting: t.connectingHint, offline: t.offlineBar }

function LiveState({ reach }: { reach: Reach }) {
  return (
    <Tip text={HINTS[reach]}>
      <span className={classes(styles.live, reach !== 'live' && styles.late)} role="status">
        {WORDS[reach]}
      </span>
    </Tip>
  )
}

export function PageTop({ title, live, children }: { title: string; live?: boolean; children?: ReactNode }) {
  useTitle(title)
  const reach = useReach()
  const bar = useBar(reach)
  return (
    <>
      <div className={styles.top} data-beside={Boolean(children)}>
        <h1>{title}</h1>
        {children}
        {live ? <LiveState reach={reach} /> : null}
        <TopActions />
      </div>
      {bar ? (
        <div className={styles.notice}>
          <Notice icon={<WifiSlashIcon size={20} aria-hidden />} title={bar === 'offline' ? t.offlineBar : t.connectingBar} />
        </div>
      ) : null}
    </>
  )
}
