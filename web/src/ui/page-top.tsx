/** A page's title and actions, and the amber banner while rings reach this page late. */
import { WifiSlashIcon } from '@phosphor-icons/react'
import { type ReactNode, useEffect, useState } from 'react'
import { useReach } from '../core/queries/use-reach.ts'
import type { Reach } from '../core/reach.ts'
import { shellTexts } from '../resident/en-shell.ts'
import styles from '../resident/shell/shell.module.css'
import { TopActions } from '../resident/shell/top-actions.tsx'
import { Banner, classes } from './primitives.tsx'
import { Tip } from './tip.tsx'
import { useTitle } from './use-title.ts'

const t = shellTexts

/** Milliseconds before the banner changes: short gaps show none, and a shown one stays until 2 s after the socket is back. */
const BAR_AFTER = { live: 2_000, connecting: 3_000, late: 0, offline: 0 }

function useDelayedBanner(reach: Reach): Reach | undefined {
  const [banner, setBanner] = useState<Reach>()
  useEffect(() => {
    const delay = BAR_AFTER[reach]
    const timer = setTimeout(() => setBanner(reach === 'live' ? undefined : reach), delay)
    return () => clearTimeout(timer)
  }, [reach])
  return banner
}

const LABELS = { live: t.live, connecting: t.connecting, late: t.late, offline: t.offline }
const HINTS = { live: t.liveHint, connecting: t.connectingHint, late: t.lateBar, offline: t.offlineBar }
const BARS = { live: '', connecting: t.connectingBar, late: t.lateBar, offline: t.offlineBar }

function LiveState({ reach }: { reach: Reach }) {
  return (
    <Tip text={HINTS[reach]}>
      <span className={classes(styles.live, reach !== 'live' && styles.late)} role="status">
        {LABELS[reach]}
      </span>
    </Tip>
  )
}

export function PageTop({ title, live, children }: { title: string; live?: boolean; children?: ReactNode }) {
  useTitle(title)
  const reach = useReach()
  const banner = useDelayedBanner(reach)
  return (
    <>
      <div className={styles.top} data-beside={Boolean(children)}>
        <h1>{title}</h1>
        {children}
        {live ? <LiveState reach={reach} /> : null}
        <TopActions />
      </div>
      {banner ? (
        <div className={styles.notice}>
          <Banner icon={<WifiSlashIcon size={20} aria-hidden />} title={BARS[banner]} />
        </div>
      ) : null}
    </>
  )
}
