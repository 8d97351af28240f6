/** The messages: newest at the bottom, one time per group; the ring is the first line. */
import { BellSimpleRingingIcon, WarningCircleIcon } from '@phosphor-icons/react'
import type { ReactNode } from 'react'
import type { Activity } from '#proto/entities.ts'
import type { ChatEntry } from '../../core/chat-entries.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { useZone } from '../../core/use-zone.ts'
import { doorOf, messageOf } from '../../ui/activity-texts.ts'
import { classes } from '../../ui/primitives.tsx'
import { clockTime } from '../../ui/time.ts'
import { useBottom } from '../../ui/use-bottom.ts'
import styles from './chat.module.css'
import { chatTexts } from './en-chat.ts'
import { endsGroup } from './groups.ts'

const t = chatTexts

type Props = {
  readonly activity: Activity
  readonly entries: readonly ChatEntry[]
  readonly onRetry: (id: string) => void
  readonly errorState?: ReactNode
}

export function ChatLog({ activity, entries, onRetry, errorState }: Props) {
  useZone()
  const last = entries.at(-1)
  const bottom = useBottom(last && `${last.id}${last.state}`, last?.isFromMe ?? false)
  return (
    <div className={styles.log} role="log" aria-label={t.log} tabIndex={0} ref={bottom.ref} onScroll={bottom.onScroll}>
      <p className={styles.event}>
        <BellSimpleRingingIcon size={16} aria-hidden />
        <span>{t.rangAt(clockTime(activity.timestamp), doorOf(activity))}</span>
      </p>
      {messageOf(activity) ? (
        <>
          <p className={styles.bubble}>{messageOf(activity)}</p>
          <div className={styles.meta}>
            <time dateTime={activity.timestamp}>{clockTime(activity.timestamp)}</time>
          </div>
        </>
      ) : null}
      {errorState}
      {entries.map((entry, index) => (
        <Entry key={entry.id} entry={entry} last={endsGroup(entry, entries[index + 1])} onRetry={() => onRetry(entry.id)} />
      ))}
    </div>
  )
}

function Entry({ entry, last, onRetry }: { entry: ChatEntry; last: boolean; onRetry: () => void }) {
  return (
    <>
      <p className={classes(styles.bubble, entry.isFromMe && styles.mine, entry.state === 'sending' && styles.sending)}>{entry.message}</p>
      {last ? (
        <div className={styles.meta} data-mine={entry.isFromMe}>
          {entry.state === 'failed' ? (
            <span className={styles.lost} role="alert">
              <WarningCircleIcon size={15} weight="fill" aria-hidden />
              <span>{entry.error ?? callTexts.chatState.failed}</span>
              <button type="button" onClick={onRetry}>
                {callTexts.chatRetry}
              </button>
            </span>
          ) : (
            <>
              <time dateTime={entry.timestamp}>{clockTime(entry.timestamp)}</time>
              {entry.isFromMe ? <span>{`· ${callTexts.chatState[entry.state]}`}</span> : null}
            </>
          )}
        </div>
      ) : null}
    </>
  )
}
