/** The rings of today: name, time and outcome; no message and no chat, because guests could read them. */
import { BellSimpleIcon } from '@phosphor-icons/react'
import type { Activity } from '#proto/entities.ts'
import { useListedActivities } from '../../core/queries/activities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { dayOf } from '../../core/zone.ts'
import { tagOf, visitorNameOf } from '../../ui/activity-texts.ts'
import { EmptyState, ErrorState, Tag } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { clockTime } from '../../ui/time.ts'
import { VisitorAvatar } from '../../ui/visitor-avatar.tsx'
import { wallTexts } from './en-wall.ts'
import styles from './wall.module.css'

const t = wallTexts

export function TodaysRings({ now }: { readonly now: Date }) {
  const { data, isError, refetch } = useListedActivities()
  const today = dayOf(now)
  // A display shows its own household alone.
  const rings = data?.filter(
    ({ timestamp, activityType, home }) => !home && dayOf(new Date(timestamp)) === today && activityType !== 'notification',
  )
  return (
    <section className={styles.rings} aria-label={t.today}>
      <div className={styles.head}>
        <h2>{t.today}</h2>
        {rings?.length ? <span>{t.count(rings.length)}</span> : null}
      </div>
      {rings?.length ? (
        <ul className={styles.list} tabIndex={0} aria-label={t.today}>
          {rings.map((ring) => (
            <Row key={ring.id} ring={ring} />
          ))}
        </ul>
      ) : null}
      {rings?.length === 0 ? <EmptyState icon={<BellSimpleIcon size={30} aria-hidden />} title={t.none} text={t.noneText} /> : null}
      {!rings && isError ? <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={() => void refetch()} /> : null}
      {!rings && !isError ? <Skeleton /> : null}
    </section>
  )
}

function Row({ ring }: { readonly ring: Activity }) {
  const tag = tagOf(ring)
  return (
    <li className={styles.row}>
      <VisitorAvatar activity={ring} />
      <strong className={styles.name}>
        <bdi>{visitorNameOf(ring)}</bdi>
        {ring.rings > 1 ? <small>{` · ${sharedTexts.activity.rangTimes(ring.rings)}`}</small> : null}
      </strong>
      <time dateTime={ring.timestamp}>{clockTime(ring.timestamp)}</time>
      <Tag tone={tag.tone}>{tag.text}</Tag>
    </li>
  )
}
