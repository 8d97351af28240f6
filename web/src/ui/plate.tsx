/** The plate: the sign on the wall, the dashboard's card and the sign-in panel are one object (look: The plate). */
import type { ReactNode } from 'react'
import { splitLabel } from '#proto/door-label.ts'
import styles from './plate.module.css'

export function Plate({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={`${styles.plate} ${className ?? ''}`}>{children}</div>
}

/** A door's label as it stands on the plate: leading digits become the numeral. */
export function PlateLabel({ label, under }: { label: string; under?: string | undefined }) {
  const { numeral, rest } = splitLabel(label)
  return (
    <div>
      {numeral ? <b className={styles.numeral}>{numeral}</b> : null}
      {rest ? <strong className={numeral ? styles.street : styles.alone}>{rest}</strong> : null}
      {under ? <span className={styles.under}>{under}</span> : null}
    </div>
  )
}
