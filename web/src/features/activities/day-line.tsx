/** Today's rings as dots on a timeline, with missed ones marked. */
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react'
import type { Activity } from '#proto/entities.ts'
import { writeHour } from '../../core/texts/en-time.ts'
import { useZone } from '../../core/use-zone.ts'
import { Card, classes } from '../../ui/primitives.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './activities.module.css'
import { dayShare, dotsOf, ringsOfDay } from './describe.ts'
import { activitiesTexts } from './en-activities.ts'

const t = activitiesTexts.day
const HOURS = [0, 6, 12, 18, 24] as const
/** Minimum distance of two dots in pixels; closer ones are merged. */
const MIN_DOT_DISTANCE = 24
const percent = (share: number) => `${(share * 100).toFixed(2)}%`

/** The element's rendered width in pixels. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}

export function DayLine({ activities }: { activities: readonly Activity[] | undefined }) {
  useZone()
  const { ref, width } = useWidth()
  const now = useNow()
  const rings = ringsOfDay(activities ?? [], now)
  const missed = rings.filter((ring) => ring.missed).length
  return (
    <Card className={styles.day} label={t.title}>
      <div>
        <h2>{t.title}</h2>
        <p>{rings.length ? t.rings(rings.length, missed) : activities ? t.none : '\u00a0'}</p>
      </div>
      <div ref={ref} className={styles.track} aria-hidden="true" style={{ '--now': percent(dayShare(now)) } as CSSProperties}>
        <u />
        {(width ? dotsOf(rings, MIN_DOT_DISTANCE / width) : []).map((dot) => (
          <i key={dot.id} className={classes(dot.missed && styles.missed)} style={{ left: percent(dot.share) }}>
            {dot.count > 1 ? dot.count : null}
          </i>
        ))}
        {HOURS.map((hour) => (
          <span key={hour} style={{ left: percent(hour / 24) }}>
            {writeHour(hour)}
          </span>
        ))}
      </div>
    </Card>
  )
}
