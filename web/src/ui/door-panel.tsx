/** The blue panel that looks like the door's sign: dashboard card, sign-in panel, not-found page. */
import type { ReactNode } from 'react'
import { splitLabel } from './door-label.ts'
import styles from './door-panel.module.css'

export function DoorPanel({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={`${styles.panel} ${className ?? ''}`}>{children}</div>
}

/** A door's label with its leading digits as a large numeral. */
export function DoorLabel({ label, under }: { label: string; under?: string | undefined }) {
  const { numeral, rest } = splitLabel(label)
  return (
    <div>
      {numeral ? <b className={styles.numeral}>{numeral}</b> : null}
      {rest ? <strong className={numeral ? styles.street : styles.alone}>{rest}</strong> : null}
      {under ? <span className={styles.under}>{under}</span> : null}
    </div>
  )
}
