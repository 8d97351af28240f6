/** A list's placeholder while it loads. */
import { useEffect, useState } from 'react'
import { sharedTexts } from '../core/texts/en-shared.ts'
import styles from './skeleton.module.css'

const WIDTHS = [
  [46, 72],
  [38, 60],
  [52, 66],
] as const

type Props = {
  readonly className?: string | undefined
  /** As many as the content is likely to have, three at most: what stands below must not move. */
  readonly rows?: number
}

/** Appears after 200 ms, so that a faster list shows no skeleton. */
export function Skeleton({ className, rows = WIDTHS.length }: Props) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={className} role="status" aria-label={sharedTexts.common.loading}>
      {late
        ? WIDTHS.slice(0, rows).map(([name, text]) => (
            <div className={styles.bone} key={name}>
              <i />
              <div>
                <i style={{ width: `${name}%` }} />
                <i style={{ width: `${text}%` }} />
              </div>
            </div>
          ))
        : null}
    </div>
  )
}
