import { BellSimpleIcon } from '@phosphor-icons/react'
import type { Activity } from '#proto/entities.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { secondsUntil } from './countdown.ts'
import styles from './rings.module.css'

const t = residentTexts.ring

/** However many ring, the answers below stay on the screen. */
const NAMED = 3

/** A second visitor is shown in line, not held back (decision 10). */
export function LaterRings({ rings, serverNow }: { rings: readonly Activity[]; serverNow: number }) {
  if (!rings.length) return null
  const more = rings.length - NAMED
  return (
    <div className={styles.also}>
      <h3>{t.also}</h3>
      <ul aria-live="polite">
        {rings.slice(0, NAMED).map((ring) => (
          <li key={ring.id}>
            <BellSimpleIcon size={18} aria-hidden />
            <span className={styles.alsoName}>{ring.visitorName?.trim() || residentTexts.activities.unknownVisitor}</span>
            <span className={styles.alsoLeft}>{t.alsoLeft(ring.endsAt ? secondsUntil(ring.endsAt, serverNow) : 0)}</span>
          </li>
        ))}
        {more > 0 ? <li>{t.alsoMore(more)}</li> : null}
      </ul>
    </div>
  )
}
