/** The chat as the page's content: the visitor, the messages, and the visit beside them. */
import { ArrowLeftIcon, PhoneIcon, VideoCameraIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useEffect } from 'react'
import type { CallKind } from '#proto/entities.ts'
import { RING_DETAIL_NAMES } from '#proto/ring-details.ts'
import { answererOf } from '../../core/homes.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { writeDevice } from '../../core/texts/en-time.ts'
import { isolate } from '../../ui/bidi.ts'
import { isEscape } from '../../ui/keys.ts'
import { IconButton } from '../../ui/primitives.tsx'
import { PurposeIcon } from '../../ui/purpose-icon.tsx'
import { activityTime, duration } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { VisitorAvatar } from '../../ui/visitor-avatar.tsx'
import styles from './chat.module.css'
import { ChatPanel, type Conversation, chatPartnerName } from './chat-panel.tsx'
import { chatTexts } from './en-chat.ts'

const t = chatTexts
const names = sharedTexts.ring

type Props = Conversation & {
  /** The visitor's presence as a short text. */
  readonly presence: string
  /** Missing when no call is possible any more. */
  readonly onCall: ((kind: CallKind) => void) | undefined
  readonly own: boolean
  readonly onClose: () => void
}

export function ChatRoom({ presence, onCall, own, onClose, ...conversation }: Props) {
  const { activity } = conversation
  const name = chatPartnerName(activity)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isEscape(event) && !event.defaultPrevented) onClose()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onClose])
  return (
    <div className={styles.room}>
      <main className={styles.card} id="content" tabIndex={-1}>
        <ChatPanel
          {...conversation}
          focus
          quick
          header={
            <>
              <IconButton look="quiet" className={styles.back} label={callTexts.chatClose} onClick={onClose}>
                <ArrowLeftIcon size={20} aria-hidden />
              </IconButton>
              <div className={styles.face}>
                <VisitorAvatar activity={activity} />
              </div>
              <div className={styles.who}>
                <h1>{callTexts.chatWith(name)}</h1>
                <p role="status">{presence}</p>
              </div>
              {onCall ? (
                <>
                  <Button icon={<PhoneIcon size={20} aria-hidden />} aria-label={names.audio} onClick={() => onCall('audio')}>
                    <span className={styles.label}>{names.audio}</span>
                  </Button>
                  <Button icon={<VideoCameraIcon size={20} aria-hidden />} aria-label={names.video} onClick={() => onCall('video')}>
                    <span className={styles.label}>{names.video}</span>
                  </Button>
                </>
              ) : null}
              <Button className={styles.close} onClick={onClose}>
                {callTexts.chatClose}
              </Button>
            </>
          }
        />
      </main>
      <VisitInfo activity={activity} own={own} name={name} />
    </div>
  )
}

/** The person who answered, or for the account's owner the device. */
function answererName(activity: Conversation['activity']): string | null {
  const person = answererOf(activity)
  return person === undefined ? activity.answeredBy && writeDevice(activity.answeredBy) : isolate(person)
}

function VisitInfo({ activity, own, name }: { activity: Conversation['activity']; own: boolean; name: string }) {
  const now = useNow()
  const seconds = activity.answeredAt ? Math.round((Date.parse(activity.answeredAt) - Date.parse(activity.timestamp)) / 1000) : undefined
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [t.facts.purpose, activity.purpose && sharedTexts.activity.purposes[activity.purpose]],
    ...RING_DETAIL_NAMES.map((name) => [sharedTexts.activity.details[name].label, activity[name]] as const),
    [t.facts.home, activity.home && isolate(activity.home.owner)],
    [t.facts.door, activity.doorLabel],
    [t.facts.rang, activityTime(activity.timestamp, now)],
    [t.facts.answered, activity.answeredSession && seconds !== undefined ? t.answeredAfter(seconds) : undefined],
    [t.facts.by, activity.answeredSession ? (own ? t.byYou : answererName(activity)) : undefined],
    [t.facts.call, activity.callSeconds ? duration(activity.callSeconds) : undefined],
  ]
  return (
    <aside className={`${styles.card} ${styles.info}`} aria-label={t.details}>
      <div className={styles.shot}>
        {activity.photoUrl ? <img src={activity.photoUrl} alt={t.snapshot(name)} /> : <PurposeIcon purpose={activity.purpose} size={128} />}
      </div>
      <dl className={styles.facts}>
        {facts.map(([term, value]) =>
          value ? (
            <div key={term} style={{ display: 'contents' }}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </aside>
  )
}
