import { useState } from 'react'
import type { Activity } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { classes } from '../../ui/primitives.tsx'
import { PurposeIcon } from '../../ui/purpose-icon.tsx'
import { shareGone } from './countdown.ts'
import { ringsTexts } from './en-rings.ts'
import styles from './picture.module.css'

const t = ringsTexts

type Props = { readonly ring: Activity; readonly name: string; readonly left: number; readonly serverNow: number }

/** The photo, else the purpose's icon; a photo that loads late fades in over it. */
export function RingPicture({ ring, name, left, serverNow }: Props) {
  const [here, setHere] = useState('')
  const { photoUrl } = ring
  return (
    <div className={styles.shot}>
      <span className={styles.icon}>
        <PurposeIcon purpose={ring.purpose} size={168} />
      </span>
      {photoUrl ? (
        <img
          className={classes(styles.photo, here === photoUrl && styles.here)}
          src={photoUrl}
          alt={t.photo(name)}
          onLoad={() => setHere(photoUrl)}
        />
      ) : null}
      {ring.endsAt ? (
        <div className={styles.count} role="timer" aria-label={sharedTexts.ring.secondsLeft(left)}>
          <svg viewBox="0 0 72 72" aria-hidden="true">
            <circle cx="36" cy="36" r="31" />
            <circle cx="36" cy="36" r="31" pathLength="100" strokeDashoffset={100 * shareGone(ring.timestamp, ring.endsAt, serverNow)} />
          </svg>
          <span>{left}</span>
        </div>
      ) : null}
    </div>
  )
}
