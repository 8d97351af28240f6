/** One visit's details: beside the list on wide screens, over the page elsewhere, full-screen on phones. */
import { ChatCircleDotsIcon, DownloadSimpleIcon, XIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Activity } from '#proto/entities.ts'
import type { ActivityDetails } from '#proto/history.ts'
import type { RingTimeline } from '#proto/push.ts'
import { RING_DETAIL_NAMES } from '#proto/ring-details.ts'
import { answererOf } from '../../core/homes.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useZone } from '../../core/use-zone.ts'
import { messageOf, resultOf, visitorNameOf } from '../../ui/activity-texts.ts'
import { isolate } from '../../ui/bidi.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { isFocusLost } from '../../ui/focus.ts'
import { isEscape } from '../../ui/keys.ts'
import { Card, classes, ErrorState, IconButton, Tag } from '../../ui/primitives.tsx'
import { PurposeIcon } from '../../ui/purpose-icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useTopLayer } from '../../ui/top-layer.ts'
import { useMedia } from '../../ui/use-media.ts'
import { useNow } from '../../ui/use-now.ts'
import { historyTexts } from './en-history.ts'
import { timelineTexts } from './en-timeline.ts'
import { MissedRing } from './missed-ring.tsx'
import { timelineOf } from './timeline.ts'
import styles from './visit-details.module.css'
import { answeredAfter, daysLeft } from './visit-texts.ts'
import type { View } from './visits.tsx'

const t = historyTexts
const WIDE = '(min-width: 900px)'

type PanelProps = {
  /** The activity from the list, shown while the details load. */
  readonly known: Activity | undefined
  readonly details: ActivityDetails | undefined
  readonly view: View
  /** Over the page on wide screens too: there is no list beside it. */
  readonly over: boolean
  /** A dialog is open above it: it is not changed meanwhile, because a dialog that opens later would be on top. */
  readonly covered: boolean
  /** The events of each device; null where none are stored. */
  readonly timeline: {
    readonly data: RingTimeline | null | undefined
    readonly failed: boolean
    readonly onRetry: () => void
  }
  readonly failed: boolean
  readonly onRetry: () => void
  readonly onChat: ((activityId: number) => void) | undefined
  readonly onClose: () => void
  /** The actions on a visit that is over. */
  readonly actions: (activity: Activity) => ReactNode
  /** The recordings of its calls. */
  readonly recordings: (activity: Activity) => ReactNode
}

export function VisitDetailsPanel(props: PanelProps) {
  useZone()
  const { known, details, over, covered, onClose } = props
  const activity = details?.activity ?? known
  const label = activity ? t.panel(visitorNameOf(activity)) : t.details
  const title = useRef<HTMLHeadingElement>(null)
  const id = activity?.id
  const wide = useHeld(useMedia(WIDE), covered)
  const isBeside = wide && !over
  const { rememberFocus } = useTopLayer()
  const restore = useRef<() => void>(undefined)
  useEffect(() => {
    if (!isBeside) return
    restore.current ??= rememberFocus()
    return () => {
      if (isFocusLost()) restore.current?.()
      restore.current = undefined
    }
  }, [isBeside, rememberFocus])
  useEffect(() => {
    if (isBeside && id !== undefined) title.current?.focus({ preventScroll: true })
  }, [isBeside, id])
  const inside = <Inside {...props} activity={activity} title={title} />
  if (!isBeside)
    return (
      <Dialog label={label} className={classes(styles.sheet, wide && styles.drawer)} focus={title} onEscape={onClose} onOutside={onClose}>
        {inside}
      </Dialog>
    )
  return (
    <aside
      className={styles.aside}
      aria-label={label}
      onKeyDown={(event) => {
        if (isEscape(event)) onClose()
      }}
    >
      <Card className={styles.panel}>{inside}</Card>
    </aside>
  )
}

/** @returns the value, or while it is frozen the previous one */
function useHeld<T>(value: T, isHeld: boolean): T {
  const [held, setHeld] = useState(value)
  if (!isHeld && held !== value) setHeld(value)
  return isHeld ? held : value
}

type InsideProps = PanelProps & { readonly activity: Activity | undefined; readonly title: { current: HTMLHeadingElement | null } }

function Inside({ activity, details, timeline, view, failed, title, onRetry, onChat, onClose, actions, recordings }: InsideProps) {
  const name = activity ? visitorNameOf(activity) : t.details
  return (
    <>
      <Picture activity={activity} view={view} onClose={onClose} />
      <div className={styles.inside}>
        <div className={styles.head}>
          <h2 ref={title} tabIndex={-1}>
            {name}
          </h2>
          {activity?.purpose ? (
            <Tag tone="accent" icon={<PurposeIcon purpose={activity.purpose} size={15} />}>
              {sharedTexts.activity.purposes[activity.purpose]}
            </Tag>
          ) : null}
        </div>
        {activity && messageOf(activity) ? <blockquote>{messageOf(activity)}</blockquote> : null}
        {activity ? <Facts activity={activity} /> : null}
        {activity ? <Ways activity={activity} onChat={onChat} /> : null}
        {activity ? recordings(activity) : null}
        {activity?.outcome ? actions(activity) : null}
        {view === 'details' && details ? <Timeline details={details} timeline={timeline} /> : null}
      </div>
      {!details && failed ? <ErrorState text={t.detailsFailed} retry={sharedTexts.common.retry} onRetry={onRetry} /> : null}
      {!activity && !failed ? <Skeleton /> : null}
    </>
  )
}

function Picture({ activity, view, onClose }: { activity: Activity | undefined; view: View; onClose: () => void }) {
  const close = (
    <IconButton label={t.close} className={styles.close} onClick={onClose}>
      <XIcon size={20} aria-hidden />
    </IconButton>
  )
  if (!activity?.photoUrl) return <div className={styles.bare}>{close}</div>
  return (
    <div className={styles.picture} data-view={view}>
      <img src={activity.photoUrl} alt={t.photoOf(visitorNameOf(activity))} />
      <small>{t.stamp(new Date(activity.timestamp))}</small>
      {close}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function Facts({ activity }: { activity: Activity }) {
  const now = useNow()
  const answered = activity.outcome?.startsWith('answered_')
  const kept = new Date(activity.expiresAt)
  const person = answererOf(activity)
  return (
    <dl className={styles.facts}>
      {activity.home ? <Fact name={t.facts.home}>{isolate(activity.home.owner)}</Fact> : null}
      <Fact name={t.facts.door}>{activity.doorLabel}</Fact>
      {RING_DETAIL_NAMES.map((name) =>
        activity[name] ? (
          <Fact key={name} name={sharedTexts.activity.details[name].label}>
            {activity[name]}
          </Fact>
        ) : null,
      )}
      {activity.rings > 1 ? <Fact name={t.facts.rang}>{t.times(activity.rings)}</Fact> : null}
      <Fact name={answered ? t.facts.answered : t.facts.outcome}>{resultOf(activity)}</Fact>
      {person !== undefined && activity.answeredAt ? (
        <Fact name={t.facts.person}>{t.byPerson(isolate(person), answeredAfter(activity))}</Fact>
      ) : activity.answeredBy && activity.answeredAt ? (
        <Fact name={t.facts.by}>{t.by(activity.answeredBy, answeredAfter(activity))}</Fact>
      ) : null}
      <Fact name={t.facts.kept}>
        <span>{t.longDate(kept)}</span>
        <small>{t.deletes(daysLeft(activity, now))}</small>
      </Fact>
    </dl>
  )
}

function Ways({ activity, onChat }: { activity: Activity; onChat: PanelProps['onChat'] }) {
  if (!activity.photoUrl && !onChat) return null
  return (
    <div className={styles.ways}>
      {onChat ? (
        <Button icon={<ChatCircleDotsIcon size={20} aria-hidden />} onClick={() => onChat(activity.id)}>
          {t.openChat}
        </Button>
      ) : null}
      {activity.photoUrl ? (
        <Button icon={<DownloadSimpleIcon size={20} aria-hidden />} href={activity.photoUrl} download={`visitor-${activity.id}.jpg`}>
          {t.savePhoto}
        </Button>
      ) : null}
    </div>
  )
}

function Timeline({ details, timeline }: { details: ActivityDetails; timeline: PanelProps['timeline'] }) {
  const { activity, messages } = details
  const { data, failed, onRetry } = timeline
  return (
    <>
      {activity.outcome === 'missed' && data ? <MissedRing causes={data.causes} /> : null}
      <h3>{t.timeline}</h3>
      <ol className={styles.steps}>
        {timelineOf(details, data ?? undefined).map((step) => (
          <li key={step.key} data-bad={step.isBad}>
            <span>
              <span>{step.text}</span>
              {step.detail ? <small>{step.detail}</small> : null}
            </span>
            <time dateTime={step.at}>{t.seconds(new Date(step.at))}</time>
          </li>
        ))}
      </ol>
      {data === undefined && !failed ? <p className={styles.loading}>{timelineTexts.loading}</p> : null}
      {data === undefined && failed ? <ErrorState text={timelineTexts.failed} retry={sharedTexts.common.retry} onRetry={onRetry} /> : null}
      {messages.length ? (
        <>
          <h3>{t.chat}</h3>
          <ol className={styles.chat}>
            {messages.map((message) => (
              <li key={message.id} data-mine={message.senderId === 'resident'}>
                <strong>{message.senderId === 'resident' ? t.you : visitorNameOf(activity)}</strong>
                <p>{message.message}</p>
                <time dateTime={message.timestamp}>{t.stamp(new Date(message.timestamp))}</time>
              </li>
            ))}
          </ol>
        </>
      ) : null}
    </>
  )
}
