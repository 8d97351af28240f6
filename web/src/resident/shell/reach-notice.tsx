/** Whether rings reach this page now: the word beside a title, and the amber line while they come late. */
import { WifiSlashIcon } from '@phosphor-icons/react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useReach } from '../../core/queries/use-reach.ts'
import type { Reach } from '../../core/reach.ts'
import { classes } from '../../ui/primitives.tsx'
import { Tip } from '../../ui/tip.tsx'
import { useTopLayer } from '../../ui/top-layer.ts'
import { shellTexts } from '../en-shell.ts'
import styles from './shell.module.css'

const t = shellTexts

/** Milliseconds before the line changes: short gaps show none, and a shown one stays until 2 s after the socket is back. */
const BAR_AFTER = { live: 2_000, connecting: 3_000, late: 0, offline: 0, unreachable: 0 }

function useDelayed(reach: Reach): Reach | undefined {
  const [shown, setShown] = useState<Reach>()
  useEffect(() => {
    const delay = BAR_AFTER[reach]
    const timer = setTimeout(() => setShown(reach === 'live' ? undefined : reach), delay)
    return () => clearTimeout(timer)
  }, [reach])
  return shown
}

const LABELS = { live: t.live, connecting: t.connecting, late: t.late, offline: t.offline, unreachable: t.unreachable }
const HINTS = { live: t.liveHint, connecting: t.connectingHint, late: t.lateBar, offline: t.offlineBar, unreachable: t.unreachableBar }
const BARS = { live: '', connecting: t.connectingBar, late: t.lateBar, offline: t.offlineBar, unreachable: t.unreachableBar }

/** Beside the title of a page that shows rings: whether they arrive immediately. */
export function LiveState() {
  const reach = useReach()
  return (
    <Tip text={HINTS[reach]}>
      <span className={classes(styles.live, reach !== 'live' && styles.late)} role="status">
        <span>{LABELS[reach]}</span>
      </span>
    </Tip>
  )
}

/** At the upper edge of the window, above every dialog, where nothing else is: nothing moves when it appears and disappears. */
export function ReachNotice({ isOnWall }: { /** Read from across a room. */ readonly isOnWall: boolean }) {
  const { overlay } = useTopLayer()
  const shown = useDelayed(useReach())
  return createPortal(
    <p className={shown ? classes(styles.reach, isOnWall && styles.onWall) : undefined} aria-live="polite">
      {shown ? (
        <>
          <WifiSlashIcon size={isOnWall ? 24 : 14} weight="bold" aria-hidden />
          <span>{BARS[shown]}</span>
        </>
      ) : null}
    </p>,
    overlay(),
  )
}
