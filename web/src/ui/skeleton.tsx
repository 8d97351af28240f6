/** A list's placeholder while it loads. */
import { sharedTexts } from '../core/texts/en-shared.ts'
import styles from './skeleton.module.css'
import { useLate } from './use-late.ts'

const WIDTHS = [
  [46, 72],
  [38, 60],
  [52, 66],
] as const

type Props = {
  readonly className?: string | undefined
  /** As many as the content is likely to have, three at most: the content below must not move. */
  readonly rows?: number
}

/** Appears after 200 ms, so that a faster list shows no skeleton. */
export function Skeleton({ className, rows = WIDTHS.length }: Props) {
  const isLate = useLate()
  return (
    <div className={className} role="status" aria-label={sharedTexts.common.loading}>
      {isLate
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
