/** The visits by day: picture, name, outcome, and the two actions. */
import {
  BellSlashIcon,
  ChatCircleDotsIcon,
  ClockCounterClockwiseIcon,
  FilmStripIcon,
  type Icon,
  ImageIcon,
  InfoIcon,
  PhoneIcon,
  UsersIcon,
  VideoCameraIcon,
  XIcon,
} from '@phosphor-icons/react'
import { Button } from 'antd'
import { type RefObject, useEffect, useRef } from 'react'
import type { Activity } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useZone } from '../../core/use-zone.ts'
import { doorOf, lastMessageOf, resultOf, tagOf, visitorNameOf, type Written } from '../../ui/activity-texts.ts'
import { ChatIcon } from '../../ui/chat-icon.tsx'
import { Card, classes, EmptyState, ErrorState, Tag } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { clockTime } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { avatarFallback } from '../../ui/visitor-avatar.tsx'
import { historyTexts } from './en-history.ts'
import { byDay, daysLeft } from './visit-texts.ts'
import styles from './visits.module.css'

const t = historyTexts
/** A card with fewer days left shows them; the details always do. */
const SOON = 7

export type View = 'snapshot' | 'details'
export type OnShow = (activity: Activity, view: View) => void

const ICONS: Record<NonNullable<Activity['outcome']>, Icon> = {
  answered_video: VideoCameraIcon,
  answered_audio: PhoneIcon,
  answered_message: ChatCircleDotsIcon,
  missed: ClockCounterClockwiseIcon,
  dismissed: BellSlashIcon,
  cancelled: XIcon,
}

export function ResultTag({ activity }: { activity: Activity }) {
  const Picture = activity.outcome ? ICONS[activity.outcome] : undefined
  return (
    <Tag tone={tagOf(activity).tone} icon={Picture ? <Picture size={15} aria-hidden /> : undefined}>
      {resultOf(activity)}
    </Tag>
  )
}

type CardProps = {
  readonly activity: Activity
  readonly chosen: boolean
  readonly first: boolean
  readonly hasDoors: boolean
  readonly text: string
  readonly now: Date
  readonly onShow: OnShow
}

function VisitCard({ activity, chosen, first, hasDoors, text, now, onShow }: CardProps) {
  const name = visitorNameOf(activity)
  const left = daysLeft(activity, now)
  const isLarge = first && Boolean(activity.photoUrl)
  const { isIcon, fallback } = avatarFallback(activity, 26)
  return (
    <article className={styles.visit} aria-label={name} data-chosen={chosen} data-large={isLarge}>
      <div className={classes(styles.picture, !isIcon && styles.initials)}>
        {isLarge && activity.photoUrl ? <img src={activity.photoUrl} alt="" className={styles.copy} loading="lazy" /> : null}
        {activity.photoUrl ? <img src={activity.photoUrl} alt={t.photoOf(name)} loading="lazy" /> : fallback}
      </div>
      <div className={styles.text}>
        <div className={styles.who}>
          <h3>
            <bdi>{name}</bdi>
            {hasDoors || activity.home ? <small>{` ${doorOf(activity)}`}</small> : null}
          </h3>
          <ResultTag activity={activity} />
          {activity.films ? <Tag icon={<FilmStripIcon aria-hidden />}>{t.recordings(activity.films)}</Tag> : null}
        </div>
        <p>
          <ChatIcon activity={activity} />
          <span>{text}</span>
        </p>
        <div className={styles.ways}>
          {activity.photoUrl ? (
            <button type="button" aria-label={t.snapshotOf(name)} onClick={() => onShow(activity, 'snapshot')}>
              <ImageIcon size={18} aria-hidden />
              <span>{t.snapshot}</span>
            </button>
          ) : null}
          <button type="button" aria-label={t.detailsOf(name)} onClick={() => onShow(activity, 'details')}>
            <InfoIcon size={18} aria-hidden />
            <span>{t.details}</span>
          </button>
        </div>
      </div>
      <div className={styles.when}>
        <time dateTime={activity.timestamp}>{clockTime(activity.timestamp)}</time>
        {left <= SOON ? <span>{t.deletes(left)}</span> : null}
      </div>
    </article>
  )
}

/** Scrolls the open visit's card into view on load; one chosen in the list is in view already. */
function useArrival(list: RefObject<HTMLElement | null>, chosen: number | undefined, isLoaded: boolean): void {
  const arrived = useRef(chosen)
  useEffect(() => {
    if (!isLoaded) return
    if (arrived.current !== undefined) list.current?.querySelector('[data-chosen="true"]')?.scrollIntoView({ block: 'center' })
    arrived.current = undefined
  }, [list, isLoaded])
}

type VisitsProps = {
  readonly activities: readonly Activity[] | undefined
  readonly failed: boolean
  readonly filtered: boolean
  readonly chosen: number | undefined
  /** Shows each card's door; set when there are several. */
  readonly hasDoors: boolean
  readonly written: Written | undefined
  readonly more: { readonly there: boolean; readonly loading: boolean; readonly load: () => void }
  readonly onRetry: () => void
  readonly onClear: () => void
  readonly onShow: OnShow
}

export function Visits({ activities, failed, filtered, chosen, hasDoors, written, more, onRetry, onClear, onShow }: VisitsProps) {
  useZone()
  const list = useRef<HTMLDivElement>(null)
  useArrival(list, chosen, Boolean(activities?.length))
  const now = useNow()
  if (!activities)
    return <Card>{failed ? <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={onRetry} /> : <Skeleton />}</Card>
  if (!activities.length)
    return (
      <Card>
        <EmptyState
          icon={<UsersIcon size={30} aria-hidden />}
          title={filtered ? t.noMatch : t.empty}
          text={filtered ? t.noMatchText : t.emptyText}
        >
          {filtered ? <Button onClick={onClear}>{t.clear}</Button> : null}
        </EmptyState>
      </Card>
    )
  const [first] = activities
  return (
    <div className={styles.days} ref={list}>
      {byDay(activities, now).map(({ key, title, visits }) => (
        <section key={key} aria-label={title}>
          <h2>{title}</h2>
          {visits.map((activity) => (
            <VisitCard
              key={activity.id}
              activity={activity}
              chosen={activity.id === chosen}
              first={activity === first}
              hasDoors={hasDoors}
              text={lastMessageOf(activity, written)}
              now={now}
              onShow={onShow}
            />
          ))}
        </section>
      ))}
      {failed ? <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={onRetry} /> : null}
      {more.there ? (
        <Button className={styles.more} loading={more.loading} onClick={more.load}>
          {more.loading ? sharedTexts.activity.loadingOlder : sharedTexts.activity.older}
        </Button>
      ) : null}
    </div>
  )
}
