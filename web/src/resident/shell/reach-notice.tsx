/** Whether rings reach this page now: the word beside a title, and the amber banner while they come late. */
import { WifiSlashIcon } from '@phosphor-icons/react'
import { useEffect, useState } from 'react'
import { useReach } from '../../core/queries/use-reach.ts'
import type { Reach } from '../../core/reach.ts'
import { Banner, classes } from '../../ui/primitives.tsx'
import { Tip } from '../../ui/tip.tsx'
import { shellTexts } from '../en-shell.ts'
import styles from './shell.module.css'

const t = shellTexts

/** Milliseconds before the banner changes: short gaps show none, and a shown one stays until 2 s after the socket is back. */
const BAR_AFTER = { live: 2_000, connecting: 3_000, late: 0, offline: 0, unreachable: 0 }

function useDelayedBanner(reach: Reach): Reach | undefined {
  const [banner, setBanner] = useState<Reach>()
  useEffect(() => {
    const delay = BAR_AFTER[reach]
    const timer = setTimeout(() => setBanner(reach === 'live' ? undefined : reach), delay)
    return () => clearTimeout(timer)
  }, [reach])
  return banner
}

const LABELS = { live: t.live, connecting: t.connecting, late: t.late, offline: t.offline, unreachable: t.unreachable }
const HINTS = { live: t.liveHint, connecting: t.connectingHint, late: t.lateBar, offline: t.offlineBar, unreachable: t.unreachableBar }
const BARS = { live: '', connecting: t.connectingBar, late: t.lateBar, offline: t.offlineBar, unreachable: t.unreachableBar }

/** Beside the title of a page that shows rings: whether they arrive at once. */
export function LiveState() {
  const reach = useReach()
  return (
    <Tip text={HINTS[reach]}>
      <span className={classes(styles.live, reach !== 'live' && styles.late)} role="status">
        {LABELS[reach]}
      </span>
    </Tip>
  )
}

export function ReachNotice() {
  const banner = useDelayedBanner(useReach())
  return banner ? (
    <div className={styles.notice}>
      <Banner icon={<WifiSlashIcon size={20} aria-hidden />} title={BARS[banner]} />
    </div>
  ) : null
}
