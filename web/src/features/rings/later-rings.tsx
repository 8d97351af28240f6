import { BellSimpleIcon } from '@phosphor-icons/react'
import type { Activity } from '#proto/entities.ts'
import { homeOf, visitorNameOf } from '../../ui/activity-texts.ts'
import { secondsLeft, useServerNow } from './countdown.ts'
import { ringsTexts } from './en-rings.ts'
import styles from './rings.module.css'

const t = ringsTexts

/** More names would push the answers off the screen. */
const NAMED = 3

type Props = { readonly rings: readonly Activity[]; readonly now: () => number }

/** Lists further visitors who are ringing (docs/product/decisions.md, 10). */
export function LaterRings({ rings, now }: Props) {
  if (!rings.length) return null
  const more = rings.length - NAMED
  return (
    <div className={styles.also}>
      <h3>{t.also}</h3>
      <ul aria-live="polite" aria-relevant="additions">
        {rings.slice(0, NAMED).map((ring) => (
          <LaterRing key={ring.id} ring={ring} now={now} />
        ))}
        {more > 0 ? <li>{t.alsoMore(more)}</li> : null}
      </ul>
    </div>
  )
}

/** Has its own countdown, because the shown ring started at another time. */
function LaterRing({ ring, now }: { readonly ring: Activity; readonly now: () => number }) {
  const serverNow = useServerNow(now, ring.endsAt)
  return (
    <li>
      <BellSimpleIcon size={18} aria-hidden />
      <span className={styles.alsoName}>{ring.home ? `${visitorNameOf(ring)} · ${homeOf(ring)}` : visitorNameOf(ring)}</span>
      <span className={styles.alsoLeft}>{t.alsoLeft(secondsLeft(ring, serverNow))}</span>
    </li>
  )
}
