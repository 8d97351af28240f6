/** Today at the door: when it rang, and what was missed, on one line. */
import type { CSSProperties } from 'react'
import type { Activity } from '#proto/entities.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { writeHour } from '../../core/texts/en-time.ts'
import { Card, classes } from '../../ui/parts.tsx'
import { useZone } from '../../ui/use-zone.ts'
import styles from './activities.module.css'
import { dayShare, ringsOfDay } from './describe.ts'

const t = residentTexts.activities.day
const HOURS = [0, 6, 12, 18, 24] as const
const percent = (share: number) => `${(share * 100).toFixed(2)}%`

export function DayLine({ activities }: { activities: readonly Activity[] | undefined }) {
  useZone()
  const now = new Date()
  const rings = ringsOfDay(activities ?? [], now)
  const missed = rings.filter((ring) => ring.missed).length
  return (
    <Card className={styles.day} label={t.title}>
      <div>
        <h2>{t.title}</h2>
        <p>{rings.length ? t.rings(rings.length, missed) : activities ? t.none : '\u00a0'}</p>
      </div>
      <div className={styles.track} aria-hidden="true" style={{ '--now': percent(dayShare(now)) } as CSSProperties}>
        {rings.map((ring) => (
          <i key={ring.id} className={classes(ring.missed && styles.missed)} style={{ left: percent(ring.share) }} />
        ))}
        <u />
        {HOURS.map((hour) => (
          <span key={hour} style={{ left: percent(hour / 24) }}>
            {writeHour(hour)}
          </span>
        ))}
      </div>
    </Card>
  )
}
